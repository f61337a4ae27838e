/*
 * Asking a buyer's phone for money. The attempt is committed before M-Pesa is called: should the process die between, or the answer
 * be lost, there is a row that its callback finds and the sweep asks about, and that refuses another push meanwhile.
 */
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { createPathToken, sha256 } from '#server/hashes.ts';
import { getBuyerOrder } from '#server/orders/list-orders.ts';
import { setPaymentStatus } from '#server/orders/set-payment-status.ts';
import { holdOwnOrder } from '#server/orders/take-step.ts';
import type { Services } from '#server/services.ts';
import { centsOf } from '#shared/money.ts';
import { isPayable } from '#shared/order.ts';
import { findAttempt, findBlockingAttempt, insertAttempt } from './attempt-queries.ts';
import type { Mpesa } from './mpesa.ts';
import { recordPushOutcome } from './record-push-outcome.ts';

type Asked = { orderId: number; buyerId: number; phoneNumber: string };
type Needs = Pick<Services, 'mpesa' | 'limits' | 'rateLimits' | 'clock' | 'log' | 'metrics' | 'secret'>;

/**
 * Pushes the PIN prompt to a phone, and answers once M-Pesa took it or its deadline passed; whether it was paid shows later.
 * @returns the order as its buyer reads it, and the attempt: `pushed`, `unknown` (nobody knows whether the phone rings) or `failed`
 * @throws AppError MPESA_NOT_AVAILABLE, MPESA_UNREACHABLE, MPESA_ORDER_TOO_LARGE, ORDER_NOT_FOUND, NOT_PAYABLE, PAYMENT_UNDER_WAY,
 * TOO_MANY_ATTEMPTS
 */
export async function requestPayment(db: Database, asked: Asked, services: Needs) {
  const { mpesa, rateLimits, clock } = services;
  if (!mpesa) throw new AppError('MPESA_NOT_AVAILABLE');
  await rateLimits.consume('mpesaPush', asked.phoneNumber);
  const token = createPathToken();
  const opened = await openAttempt(db, { ...asked, tokenHash: sha256(token) }, services).catch(async (error: unknown) => {
    // Nothing was pushed: what was refused must not use up somebody's phone number.
    await rateLimits.giveBack('mpesaPush', asked.phoneNumber);
    throw error;
  });
  const outcome = await push(mpesa, { ...opened, token, asked });
  await recordPushOutcome(db, { attemptId: opened.attemptId, orderId: asked.orderId, outcome }, services);
  if (outcome.outcome === 'unreachable') throw new AppError('MPESA_UNREACHABLE');
  const attempt = await findAttempt(db, opened.attemptId);
  if (!attempt) throw new Error('The attempt is gone');
  const { id, status, resultCode, resultText } = attempt;
  return {
    order: await getBuyerOrder(db, asked, { clock, secret: services.secret }),
    attempt: { id, status, resultCode, resultText },
  };
}

type Opening = Asked & { tokenHash: string };

async function openAttempt(db: Database, { orderId, buyerId, phoneNumber, tokenHash }: Opening, { limits, clock }: Needs) {
  return db.transaction(async (tx) => {
    const order = await holdOwnOrder(tx, { orderId, buyerId });
    if (await findBlockingAttempt(tx, orderId)) throw new AppError('PAYMENT_UNDER_WAY');
    if (!isPayable(order)) throw new AppError('NOT_PAYABLE');
    if (order.totalCents > centsOf(limits.mpesaMaxKes)) {
      throw new AppError('MPESA_ORDER_TOO_LARGE', { inputs: { limit: limits.mpesaMaxKes.toLocaleString('en-KE') } });
    }
    const now = clock();
    const askAgainAt = secondsAfter(now, limits.mpesaSweepSeconds);
    const { totalCents: amountCents } = order;
    const attemptId = await insertAttempt(tx, { orderId, tokenHash, phoneNumber, amountCents, requestedAt: now, askAgainAt });
    await setPaymentStatus(tx, order, { to: 'processing', actor: 'buyer', now });
    return { attemptId, amountCents };
  });
}

const push = (mpesa: Mpesa, { amountCents, token, asked }: { amountCents: number; token: string; asked: Asked }) =>
  mpesa.push({
    orderId: asked.orderId,
    amountCents,
    phoneNumber: asked.phoneNumber,
    callbackUrl: `${mpesa.callbackBase}/api/payments/callback/${token}`,
  });
