/*
 * Money to farmers. A payout leaves at most once by itself: under the order's lock it becomes `sent`, with an id of ours that makes
 * sending it twice one payment, and only then is M-Pesa called. Whatever the call brings but a clear refusal, it is asked about from
 * then on and never sent again; only the operator may do that, and M-Pesa is asked first. A database that was copied sends nothing.
 */

import type { Mpesa, PayoutOrder, PayoutOutcome } from '#server/adapters/mpesa.ts';
import type { Clock } from '#server/clock.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Limits } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { createPathToken, sha256 } from '#server/hashes.ts';
import type { Logger } from '#server/log.ts';
import { lockOrder, notifyOrderChanged } from '#server/modules/trade/orders/queries.ts';
import { mayPayOut } from '#server/modules/trade/paying-database.ts';
import { statusToken } from '#server/modules/trade/payments/status-token.ts';
import { conversationIdOf } from './payout-conversation-id.ts';
import { findPayee, insertPayoutTry, listDuePayouts, lockPayout, updatePayout } from './payout-queries.ts';

const BATCH = 20;

type Needs = { mpesa: Mpesa | null; limits: Limits; clock: Clock; log: Logger; secret: string };

/** Sends what is due and no longer held. Without payouts set up it does nothing: they wait for the operator. @returns how many were sent */
export async function sendPayouts(db: Database, services: Needs): Promise<number> {
  const { mpesa, limits, clock, log } = services;
  if (!mpesa?.payouts) return 0;
  const due = await listDuePayouts(db, { now: clock(), limit: BATCH });
  if (due.length === 0 || !(await mayPayOut(db))) return 0;
  let sent = 0;
  for (const { id: payoutId, orderId } of due) {
    try {
      const payout = await takePayout(db, { payoutId, orderId, callbackBase: mpesa.callbackBase }, services);
      if (!payout) continue;
      sent += 1;
      const outcome = await mpesa.payouts.send(payout);
      await recordOutcome(db, { id: payoutId, outcome, tryAgainAt: secondsAfter(clock(), limits.mpesaSweepSeconds) });
      log.info({ payoutId, orderId, outcome: outcome.outcome }, 'M-Pesa was asked to pay out');
    } catch (error) {
      log.warn({ err: error, payoutId }, 'a payout could not be sent');
    }
  }
  return sent;
}

type Taking = { payoutId: number; orderId: number; callbackBase: string };

/** Makes a payout `sent`, if under lock all still speaks for it; null otherwise, with its hold moved where that is what speaks against it. */
async function takePayout(
  db: Database,
  { payoutId: id, orderId, callbackBase }: Taking,
  services: Needs,
): Promise<PayoutOrder | null> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const payout = await lockPayout(tx, id);
    const now = services.clock();
    if (payout?.status !== 'due' || payout.heldUntil > now) return null;
    if (order?.status !== 'completed' || order.paymentStatus !== 'paid') {
      // Its dispute or cancellation has not reached it yet, or the operator has to see to it.
      await updatePayout(tx, { id, from: ['due'], change: { heldUntil: secondsAfter(now, services.limits.mpesaSweepSeconds) } });
      return null;
    }
    const payee = payout.farmerId === null ? null : await findPayee(tx, payout.farmerId);
    const heldUntil = holdOf(payee, now);
    if (!payee || heldUntil) {
      await updatePayout(tx, { id, from: ['due'], change: { heldUntil: heldUntil ?? secondsAfter(now, BLOCKED_RETRY_SECONDS) } });
      return null;
    }
    const originatorConversationId = conversationIdOf(payout);
    const token = createPathToken();
    const tokenHash = sha256(token);
    const statusTokenHash = sha256(statusToken(services.secret, originatorConversationId));
    await updatePayout(tx, {
      id,
      from: ['due'],
      change: {
        status: 'sent',
        originatorConversationId,
        tokenHash,
        statusTokenHash,
        phoneNumber: payee.phoneNumber,
        resultCode: null,
        resultText: null,
        sentAt: now,
        askAgainAt: secondsAfter(now, services.limits.mpesaSweepSeconds),
      },
    });
    await insertPayoutTry(tx, { payoutId: id, originatorConversationId, tokenHash, statusTokenHash, sentAt: now });
    await notifyOrderChanged(tx, [{ orderId, userIds: [payout.farmerId] }]);
    const { amountCents } = payout;
    const resultUrl = `${callbackBase}/api/payments/result/${token}`;
    return { originatorConversationId, amountCents, phoneNumber: payee.phoneNumber, orderId, resultUrl };
  });
}

/** What nobody but the operator can change is looked at again so often. */
const BLOCKED_RETRY_SECONDS = 60 * 60;

/** Until when nothing may go to this farmer; null: it may. */
function holdOf(payee: Awaited<ReturnType<typeof findPayee>>, now: Date): Date | null {
  if (payee?.suspendedAt) return secondsAfter(now, BLOCKED_RETRY_SECONDS);
  return payee?.payoutsHeldUntil && payee.payoutsHeldUntil > now ? payee.payoutsHeldUntil : null;
}

type Recorded = { id: number; outcome: PayoutOutcome; tryAgainAt: Date };

async function recordOutcome(db: Database, { id, outcome, tryAgainAt }: Recorded) {
  switch (outcome.outcome) {
    case 'accepted':
      return;
    case 'unknown':
      await updatePayout(db, { id, from: ['sent'], change: { status: 'unknown' } });
      return;
    // It never left this machine, so it is due as before.
    case 'unreachable':
      await updatePayout(db, { id, from: ['sent'], change: { status: 'due', heldUntil: tryAgainAt } });
      return;
    case 'refused':
      await updatePayout(db, {
        id,
        from: ['sent'],
        change: { status: 'failed', resultCode: outcome.code, resultText: outcome.text },
        isTryOver: true,
      });
  }
}
