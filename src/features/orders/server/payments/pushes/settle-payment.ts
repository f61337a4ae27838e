/*
 * Settles a push. Callbacks are unsigned; they come late, twice, never, or from anyone. So a
 * callback or the sweep only makes us ask M-Pesa about the push by its id, and its answer decides.
 * Callbacks add what a query lacks: the receipt, and the amount, which must equal the requested
 * one.
 *
 * The order is locked before the attempt, and both are read again then, so one of fifty concurrent
 * callbacks books the payment. A success that comes too late to count is a separate payment that is
 * due back.
 */

import * as z from 'zod/mini';
import { PHONE_BUSY_CODE } from '#orders/rules/payment.ts';
import { lockOrder, notifyOrderChanged } from '#orders/server/orders/queries.ts';
import {
  amountOf,
  code,
  listOf,
  type Mpesa,
  namedValue,
  type PushOutcome,
  parseJson,
  receiptOf,
} from '#server/adapters/mpesa.ts';
import { retryTransaction } from '#server/database.ts';
import type { Metrics } from '#server/metrics.ts';
import { listCallbackBodies } from '../callback-queries.ts';
import { isReceiptKnown, listPaymentsOfPush, setReceipt } from '../statements/payment-queries.ts';
import {
  applyFailure,
  applySuccess,
  namesOther,
  type PushClaim,
  pushedCentsOf,
  type SettledAttempt,
} from './apply-result.ts';
import {
  type AttemptRow,
  findAttempt,
  isIdOfAnother,
  lockAttempt,
  moveAttempt,
  updateAttempt,
} from './attempt-queries.ts';

/** `open`: M-Pesa does not know yet, or we do not know the id. `unreachable`: no usable answer. */
type Settling = 'settled' | 'open' | 'unreachable';

/** Strangers may invent ids in callbacks. */
const CANDIDATES_MAX = 5;

export async function settlePayment(
  db: Database,
  { attemptId }: { attemptId: number },
  services: Services,
): Promise<Settling> {
  const attempt = await findAttempt(db, attemptId);
  if (!attempt || attempt.status === 'held') return 'settled';
  const claims = await readClaims(db, attempt);
  if (attempt.status === 'paid') {
    await addReceipt(db, { attempt, claims }, services);
    return 'settled';
  }
  if (attempt.status === 'failed' && !claims.some(({ isSuccess }) => isSuccess)) return 'settled';
  const { mpesa, withoutSlot, log } = services;
  if (!mpesa) return 'unreachable';
  const found = await askAbout(db, { attempt, claims, mpesa, withoutSlot, log });
  if (typeof found === 'string') return found;

  const settled = await retryTransaction(db, async (tx) => {
    const order = await lockOrder(tx, attempt.orderId);
    const locked = await lockAttempt(tx, attempt.id);
    if (!order || !locked) return null;
    const known = { ...locked, checkoutRequestId: found.checkoutRequestId };
    const now = services.clock();
    if (found.resultCode !== '0')
      return applyFailure(tx, { order, attempt: known, result: found }, now);
    // A callback with another amount may have come while M-Pesa was asked.
    const successes = (await readClaims(tx, known)).filter(({ isSuccess }) => isSuccess);
    return applySuccess(
      tx,
      { order, attempt: known, result: found, claims: successes },
      { now, priceRecords: services.priceRecords },
    );
  });
  reportSettled(settled, services);
  return 'settled';
}

/** An attempt without an id gets all callbacks. */
async function readClaims(
  db: Database,
  { tokenHash, checkoutRequestId }: AttemptRow,
): Promise<PushClaim[]> {
  const bodies = await listCallbackBodies(db, tokenHash);
  const claims = bodies.flatMap((body) => readPushCallback(body) ?? []);
  return checkoutRequestId === null
    ? claims
    : claims.filter((claim) => claim.checkoutRequestId === checkoutRequestId);
}

type Asking = { attempt: AttemptRow; claims: PushClaim[]; mpesa: Mpesa } & Pick<
  Services,
  'withoutSlot' | 'log'
>;

/** Callbacks supply an unknown id: their URL contains a token that only M-Pesa knows. */
async function askAbout(db: Database, { attempt, claims, mpesa, withoutSlot, log }: Asking) {
  const { id, checkoutRequestId: known } = attempt;
  const candidates = known
    ? [known]
    : [...new Set(claims.map((claim) => claim.checkoutRequestId))].slice(0, CANDIDATES_MAX);
  let isUnreachable = false;
  for (const checkoutRequestId of candidates) {
    if (!known && (await isIdOfAnother(db, { checkoutRequestId, id }))) continue;
    const answer = await withoutSlot(() => mpesa.query(checkoutRequestId));
    if (answer.outcome === 'settled') return { ...answer, checkoutRequestId };
    if (answer.outcome === 'misconfigured') {
      log.error(
        { attemptId: id, said: answer.text },
        'M-Pesa does not take our settings, and cannot be asked about payments',
      );
    }
    if (answer.outcome === 'unknown' || answer.outcome === 'misconfigured') isUnreachable = true;
  }
  return isUnreachable ? 'unreachable' : 'open';
}

/** Never changes an existing receipt. */
async function addReceipt(
  db: Database,
  { attempt, claims }: { attempt: AttemptRow; claims: PushClaim[] },
  { log, clock }: { log: Logger; clock: Clock },
) {
  const [payment, ...others] = await listPaymentsOfPush(db, attempt.id);
  const successes = claims.filter(({ isSuccess }) => isSuccess);
  if (successes.some(namesOther(attempt))) {
    log.warn(
      { attemptId: attempt.id },
      'a callback names another amount than the payment that is settled',
    );
  }
  if (!payment || payment.receipt !== null) return;
  const receipt = successes.find(
    ({ amountCents }) => amountCents === pushedCentsOf(attempt),
  )?.receipt;
  if (!receipt) return;
  if (await isReceiptKnown(db, receipt)) {
    log.warn({ attemptId: attempt.id }, 'a callback names the receipt of another payment');
    return;
  }
  await db.transaction(async (tx) => {
    for (const { id, orderId } of [payment, ...others]) {
      const order = await lockOrder(tx, orderId);
      await setReceipt(tx, { id, receipt });
      const userIds = [order?.buyerId ?? null, order?.farmerId ?? null];
      await notifyOrderChanged(tx, [{ orderId, userIds }], { now: clock() });
    }
  });
}

type CalledPush = { attemptId: number; orderId: number; outcome: PushOutcome };

/** If the callback came first, only missing ids are added. */
export async function recordPushOutcome(
  db: Database,
  { attemptId: id, orderId, outcome }: CalledPush,
  services: { clock: Clock; log: Logger; metrics: Metrics },
) {
  const settled = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const attempt = await lockAttempt(tx, id);
    if (!order || !attempt) return null;
    if (outcome.outcome === 'unknown') {
      await moveAttempt(tx, { id, by: 'mpesa', to: 'unknown' });
      return null;
    }
    if (outcome.outcome !== 'accepted') {
      const result = readRefusal(outcome);
      if (outcome.outcome === 'misconfigured') {
        services.log.error(
          { attemptId: id, said: outcome.text },
          'M-Pesa does not take our settings, and rings no phone',
        );
      }
      return applyFailure(tx, { order, attempt, result }, services.clock());
    }
    const { merchantRequestId, checkoutRequestId } = outcome;
    const isForeign = await isIdOfAnother(tx, { checkoutRequestId, id });
    if (
      isForeign ||
      (attempt.checkoutRequestId !== null && attempt.checkoutRequestId !== checkoutRequestId)
    ) {
      services.log.error({ attemptId: id }, 'M-Pesa took a push under the id of another push');
      return null;
    }
    await updateAttempt(tx, {
      id,
      status: attempt.status,
      change: { merchantRequestId, checkoutRequestId },
    });
    await moveAttempt(tx, { id, by: 'mpesa', to: 'pushed' });
    return null;
  });
  reportSettled(settled, services);
}

function readRefusal(outcome: PushOutcome): {
  resultCode: string | null;
  resultText: string | null;
} {
  if (outcome.outcome === 'phoneBusy')
    return { resultCode: PHONE_BUSY_CODE, resultText: outcome.text };
  const isRefusal = outcome.outcome === 'refused' || outcome.outcome === 'misconfigured';
  return isRefusal
    ? { resultCode: outcome.code, resultText: outcome.text }
    : { resultCode: null, resultText: null };
}

const item = z.object({ Name: z.string(), Value: namedValue });
const callbackBody = z.object({
  Body: z.object({
    stkCallback: z.object({
      CheckoutRequestID: z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)),
      ResultCode: code,
      CallbackMetadata: z.catch(z.optional(z.nullable(z.object({ Item: listOf(item) }))), null),
    }),
  }),
});

export function readPushCallback(body: string): PushClaim | null {
  const read = callbackBody.safeParse(parseJson(body));
  if (!read.success) return null;
  const {
    CheckoutRequestID: checkoutRequestId,
    ResultCode,
    CallbackMetadata,
  } = read.data.Body.stkCallback;
  const items = new Map(CallbackMetadata?.Item.map(({ Name, Value }) => [Name, Value]));
  return {
    checkoutRequestId,
    isSuccess: ResultCode === '0',
    amountCents: amountOf(items.get('Amount')),
    receipt: receiptOf(String(items.get('MpesaReceiptNumber') ?? '')),
  };
}

/** Called after the commit, because a retried transaction would report it twice. */
export function reportSettled(
  settled: SettledAttempt | null,
  { log, metrics }: { log: Logger; metrics: Metrics },
) {
  if (!settled) return;
  const { outcome, attemptId, orderId, resultCode } = settled;
  metrics.payments.inc({ outcome });
  switch (outcome) {
    case 'held':
      return log.warn(
        { attemptId, orderId },
        'a payment of another amount is held for the operator',
      );
    case 'paid':
      return log.info({ attemptId, orderId }, 'a payment is settled');
    case 'failed':
      return log.info({ attemptId, orderId, resultCode }, 'a payment failed');
  }
}
