/* Callbacks of M-Pesa about pushes and payouts, including its answers to questions about payouts. */

import * as z from 'zod/mini';
import {
  CALLBACK_VALIDITY_SECONDS,
  PAYOUT_ASK_MAX_SECONDS,
  UNKNOWN_PAYOUT_SECONDS,
} from '#orders/rules/limits.ts';
import {
  amountOf,
  code,
  listOf,
  type Mpesa,
  namedValue,
  parseJson,
  receiptOf,
  shortText,
} from '#server/adapters/mpesa.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Limits } from '#server/config.ts';
import { sha256 } from '#server/hashes.ts';
import { type Lane, type OutboxKind, outboxKind, putInOutbox } from '#server/outbox.ts';
import {
  findCallback,
  findPayoutTryByToken,
  insertCallback,
  type PayoutTry,
} from './callback-queries.ts';
import { findPayout, listSilentPayouts, movePayout, updatePayout } from './payout-queries.ts';
import { findAttemptByToken } from './pushes/attempt-queries.ts';
import { readPushCallback, settlePayment } from './pushes/settle-payment.ts';
import { type PayoutResult, settlePayout } from './settle-payout.ts';
import { statusToken } from './take-payout.ts';

type Stored = { callbackId: number };
/** A request to M-Pesa takes up to 10 s, and a new token two requests. */
const money: Lane = { name: 'money', atOnce: 20, deadlineSeconds: 45 };
const rules = { lane: money, validSeconds: CALLBACK_VALIDITY_SECONDS };

export const paymentCallback = outboxKind<Stored>({ kind: 'paymentCallback', ...rules });
export const payoutResult = outboxKind<Stored>({ kind: 'payoutResult', ...rules });

type Received = { token: string; body: string };
type Receiving = { clock: Clock; log: Logger };

export async function receiveCallback(
  db: Database,
  { token, body }: Received,
  services: Receiving,
) {
  const tokenHash = sha256(token);
  const attempt = await findAttemptByToken(db, tokenHash);
  if (!attempt) return services.log.warn({}, 'a payment callback came under an unknown token');
  await storeCallback(db, { kind: paymentCallback, tokenHash, body }, services);
}

export async function receiveResult(db: Database, { token, body }: Received, services: Receiving) {
  const tokenHash = sha256(token);
  const payoutTry = await findPayoutTryByToken(db, tokenHash);
  if (!payoutTry) return services.log.warn({}, 'a payout result came under an unknown token');
  await storeCallback(db, { kind: payoutResult, tokenHash, body }, services);
}

type StoredCallback = { kind: OutboxKind<Stored>; tokenHash: string; body: string };

async function storeCallback(
  db: Database,
  { kind, tokenHash, body }: StoredCallback,
  { clock }: Receiving,
) {
  const now = clock();
  await db.transaction(async (tx) => {
    // PostgreSQL's text cannot contain a NUL.
    const callbackId = await insertCallback(tx, {
      tokenHash,
      body: body.replaceAll('\0', ''),
      receivedAt: now,
    });
    await putInOutbox(tx, kind({ callbackId }), now);
  });
}

/**
 * The outbox may call this twice. It throws while M-Pesa has no answer yet, so that it is retried.
 */
export async function processCallback(
  db: Database,
  { callbackId }: { callbackId: number },
  services: Parameters<typeof settlePayment>[2],
) {
  const callback = await findCallback(db, callbackId);
  const attempt = callback && (await findAttemptByToken(db, callback.tokenHash));
  if (!attempt) return;
  const claim = readPushCallback(callback.body);
  const about = { callbackId, attemptId: attempt.id };
  if (!claim) return services.log.warn(about, 'a payment callback could not be read');
  if (attempt.checkoutRequestId !== null && attempt.checkoutRequestId !== claim.checkoutRequestId) {
    return services.log.warn(about, 'a payment callback names another push');
  }
  const settling = await settlePayment(db, { attemptId: attempt.id }, services);
  if (settling !== 'settled') throw new Error('M-Pesa has not confirmed the callback yet');
}

/**
 * The outbox may call this twice, whatever the payout's status: a lost try may have moved money.
 * Results are unsigned, so only an answer at the address of our question settles the payout.
 */
export async function processPayoutResult(
  db: Database,
  { callbackId }: { callbackId: number },
  services: Services,
) {
  const callback = await findCallback(db, callbackId);
  const payoutTry = callback && (await findPayoutTryByToken(db, callback.tokenHash));
  if (!payoutTry) return;
  const { payoutId, originatorConversationId } = payoutTry;
  const about = { callbackId, payoutId };
  const result = readPayoutResult(callback.body);
  if (!result) return services.log.warn(about, 'a payout result could not be read');
  if (callback.tokenHash === payoutTry.statusTokenHash)
    return settlePayout(db, { payoutTry, result }, services);
  if (result.originatorConversationId !== originatorConversationId) {
    return services.log.warn(about, 'a payout result names another payout');
  }
  if (!(await isWorthAQuestion(db, { payoutTry, result }))) {
    return services.log.info(about, 'a payout result says what is known');
  }
  const { transactionId } = result;
  if (!(await askAboutPayout({ originatorConversationId, transactionId }, services))) {
    throw new Error('M-Pesa did not take the question');
  }
}

async function isWorthAQuestion(
  db: Database,
  { payoutTry, result }: { payoutTry: PayoutTry; result: PayoutResult },
) {
  const { resultCode, resultText, transactionId } = result;
  const payout = await findPayout(db, payoutTry.payoutId);
  if (!payout) return false;
  const { id, status } = payout;
  const isSuccess = resultCode === '0';
  if (status === 'sent' || status === 'unknown') {
    await updatePayout(db, { id, status, change: { resultCode, resultText } });
    return true;
  }
  if (!isSuccess) return false;
  const { originatorConversationId } = payoutTry;
  await movePayout(db, {
    id,
    by: 'mpesa',
    to: 'unknown',
    from: 'due',
    change: { originatorConversationId },
  });
  return status !== 'paid' || transactionId === null || transactionId !== payout.receipt;
}

const BATCH = 20;

/**
 * The intervals double up to an hour. After a day the payout becomes `unknown`, so that the
 * operator sees it. Returns how many were asked about.
 */
export async function askAboutPayouts(
  db: Database,
  services: { mpesa: Mpesa | null; limits: Limits; clock: Clock; log: Logger; secret: string },
) {
  const now = services.clock();
  const payouts = await listSilentPayouts(db, { now, limit: BATCH });
  for (const payout of payouts) {
    const { id, status, sentAt, approvedAt, originatorConversationId } = payout;
    const silentSeconds = (now.getTime() - (approvedAt ?? sentAt ?? now).getTime()) / 1000;
    const waitSeconds = Math.min(
      Math.max(silentSeconds, services.limits.mpesaSweepSeconds),
      PAYOUT_ASK_MAX_SECONDS,
    );
    const askAgainAt = secondsAfter(now, waitSeconds);
    const isLost = silentSeconds >= UNKNOWN_PAYOUT_SECONDS;
    if (isLost)
      await movePayout(db, {
        id,
        by: 'mpesa',
        to: 'unknown',
        from: status,
        change: { askAgainAt },
      });
    else await updatePayout(db, { id, status, change: { askAgainAt } });
    if (originatorConversationId)
      await askAboutPayout({ originatorConversationId, transactionId: null }, services);
  }
  return payouts.length;
}

type PayoutQuestion = { originatorConversationId: string; transactionId: string | null };

/** The answer arrives at its own URL. */
async function askAboutPayout(
  { originatorConversationId, transactionId }: PayoutQuestion,
  { mpesa, secret }: { mpesa: Mpesa | null; secret: string },
) {
  if (!mpesa?.payouts) return false;
  const resultUrl = `${mpesa.callbackBase}/api/payments/result/${statusToken(secret, originatorConversationId)}`;
  return mpesa.payouts.askAbout({ originatorConversationId, transactionId, resultUrl });
}

const parameter = z.object({ Key: z.string(), Value: namedValue });
const resultBody = z.object({
  Result: z.object({
    ResultCode: code,
    ResultDesc: z._default(z.string(), ''),
    OriginatorConversationID: z.optional(z.nullable(z.string())),
    TransactionID: z.optional(z.nullable(z.string())),
    ResultParameters: z.catch(
      z.optional(z.nullable(z.object({ ResultParameter: listOf(parameter) }))),
      null,
    ),
  }),
});

function readPayoutResult(body: string): PayoutResult | null {
  const read = resultBody.safeParse(parseJson(body));
  if (!read.success) return null;
  const { ResultCode, ResultDesc, OriginatorConversationID, TransactionID, ResultParameters } =
    read.data.Result;
  const parameters = new Map(
    ResultParameters?.ResultParameter.map(({ Key, Value }) => [Key, Value]),
  );
  const status = parameters.get('TransactionStatus');
  return {
    resultCode: ResultCode,
    resultText: shortText(ResultDesc),
    originatorConversationId: OriginatorConversationID ?? null,
    transactionId: receiptOf(TransactionID),
    transactionStatus: typeof status === 'string' ? status : null,
    amountCents: amountOf(parameters.get('TransactionAmount') ?? parameters.get('Amount')),
    receipt:
      receiptOf(parameters.get('ReceiptNo')) ?? receiptOf(parameters.get('TransactionReceipt')),
  };
}
