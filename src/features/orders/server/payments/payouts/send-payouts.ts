/*
 * Sends money to farmers. A payout is sent automatically at most once: with its order locked it
 * becomes `sent`, with an id of ours that makes sending it twice one payment, and only then is
 * M-Pesa called. Unless M-Pesa clearly refuses the call, from then on we only ask for its result
 * and never send it again. Only the operator may do that, and M-Pesa is asked first. A copied
 * database sends nothing.
 */

import { createHash } from 'node:crypto';
import { notifyOnce } from '#features/notifications/server/notify.ts';
import { PAYOUT_MIN_KES } from '#features/orders/rules/limits.ts';
import { unverifiedNotice, unverifiedSubject } from '#features/orders/rules/notices.ts';
import {
  lockOrder,
  notifyOrderChanged,
  type OrderRow,
} from '#features/orders/server/orders/queries.ts';
import { centsOf } from '#platform/rules/money.ts';
import type { Mpesa, PayoutOrder, PayoutOutcome } from '#platform/server/adapters/mpesa.ts';
import type { Sms } from '#platform/server/adapters/sms.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Limits } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import { createPathToken, sha256 } from '#platform/server/hashes.ts';
import { findStanding } from '#platform/server/live-database-queries.ts';
import type { Logger } from '#platform/server/log.ts';
import { statusToken } from './ask-about-payouts.ts';
import { findPayee } from './payee-queries.ts';
import { holdOf } from './payout-hold.ts';
import {
  insertPayoutTry,
  listDuePayouts,
  lockPayout,
  lockSmallPayouts,
  movePayout,
  type PayoutRow,
  sendWith,
  updatePayout,
} from './payout-queries.ts';

const BATCH = 20;

type Needs = {
  mpesa: Mpesa | null;
  sms: Sms | null;
  limits: Limits;
  clock: Clock;
  log: Logger;
  secret: string;
};

/**
 * Sends due payouts that are no longer held. Without M-Pesa payouts they wait for the operator.
 * @returns how many were sent
 */
export async function sendPayouts(db: Database, services: Needs): Promise<number> {
  const { mpesa, limits, clock, log } = services;
  if (!mpesa?.payouts) return 0;
  const due = await listDuePayouts(db, { now: clock(), limit: BATCH });
  if (due.length === 0 || !(await findStanding(db)).paysOut) return 0;
  let sent = 0;
  for (const { id: payoutId, orderId } of due) {
    try {
      const payout = await takePayout(
        db,
        { payoutId, orderId, callbackBase: mpesa.callbackBase },
        services,
      );
      if (!payout) continue;
      sent += 1;
      const outcome = await mpesa.payouts.send(payout);
      await recordOutcome(db, {
        id: payoutId,
        outcome,
        tryAgainAt: secondsAfter(clock(), limits.mpesaSweepSeconds),
      });
      log.info({ payoutId, orderId, outcome: outcome.outcome }, 'M-Pesa was asked to pay out');
    } catch (error) {
      log.warn({ err: error, payoutId }, 'a payout could not be sent');
    }
  }
  return sent;
}

type Taking = { payoutId: number; orderId: number; callbackBase: string };

/**
 * Makes a payout `sent` if it may still be sent, with order and payout locked. Otherwise returns
 * null, and extends its hold if something forbids sending it for now.
 */
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
      // Moving the order also calls its payout off. This guards against an order that was changed in
      // another way.
      await updatePayout(tx, {
        id,
        status: 'due',
        change: { heldUntil: secondsAfter(now, services.limits.mpesaSweepSeconds) },
      });
      return null;
    }
    const payee = payout.farmerId === null ? null : await findPayee(tx, payout.farmerId);
    const hold = holdOf(payee, { now, needsVerifiedPhone: services.sms !== null });
    if (!payee || hold) {
      await updatePayout(tx, {
        id,
        status: 'due',
        change: { ...(hold && { heldUntil: hold.until }) },
      });
      if (hold?.why === 'unverified') await tellOfUnverifiedNumber(tx, payout, now);
      return null;
    }
    const small = withinLimit(
      payout,
      await lockSmallPayouts(tx, { with: payout, now }),
      services.limits.mpesaMaxKes,
    );
    const amountCents = sumOf([payout, ...small]);
    if (amountCents < centsOf(PAYOUT_MIN_KES)) {
      // Its hold is extended, so that it does not block other payouts.
      await updatePayout(tx, {
        id,
        status: 'due',
        change: { heldUntil: secondsAfter(now, services.limits.mpesaSweepSeconds) },
      });
      return null;
    }
    const originatorConversationId = conversationIdOf(order, payout);
    const token = createPathToken();
    const tokenHash = sha256(token);
    const statusTokenHash = sha256(statusToken(services.secret, originatorConversationId));
    await movePayout(tx, {
      id,
      by: 'mpesa',
      to: 'sent',
      change: {
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
    await insertPayoutTry(tx, {
      payoutId: id,
      originatorConversationId,
      tokenHash,
      statusTokenHash,
      sentAt: now,
    });
    const smallIds = small.map((one) => one.id);
    await sendWith(tx, smallIds, { sentWithId: id, phoneNumber: payee.phoneNumber, sentAt: now });
    await notifyOrderChanged(
      tx,
      [orderId, ...small.map((one) => one.orderId)].map((changed) => ({
        orderId: changed,
        userIds: [payout.farmerId],
      })),
    );
    const resultUrl = `${callbackBase}/api/payments/result/${token}`;
    return {
      originatorConversationId,
      amountCents,
      phoneNumber: payee.phoneNumber,
      orderId,
      resultUrl,
    };
  });
}

/** As many of the small payouts as fit into one M-Pesa transaction with the first. */
function withinLimit<Small extends { amountCents: number }>(
  first: { amountCents: number },
  small: Small[],
  limitKes: number,
): Small[] {
  let sumCents = first.amountCents;
  return small.filter(({ amountCents }) => {
    const fits = sumCents + amountCents <= centsOf(limitKes);
    if (fits) sumCents += amountCents;
    return fits;
  });
}

export const sumOf = (parts: { amountCents: number }[]) =>
  parts.reduce((sum, { amountCents }) => sum + amountCents, 0);

/**
 * Notifies a farmer, once and not for each payout and round, that an unverified number holds
 * payouts back.
 */
const tellOfUnverifiedNumber = (
  tx: Database,
  { orderId, farmerId, amountCents }: PayoutRow,
  now: Date,
) =>
  notifyOnce(
    tx,
    {
      kind: unverifiedNotice,
      userIds: [farmerId],
      subject: unverifiedSubject,
      link: '/farmer/dashboard?tab=profile#phone',
      facts: { orderId, amountCents },
    },
    now,
  );

type SentPayout = { id: number; outcome: PayoutOutcome; tryAgainAt: Date };

async function recordOutcome(db: Database, { id, outcome, tryAgainAt }: SentPayout) {
  switch (outcome.outcome) {
    case 'accepted':
      return;
    case 'unknown':
      await movePayout(db, { id, by: 'mpesa', to: 'unknown', from: 'sent' });
      return;
    // It never left this machine, so it is due as before.
    case 'unreachable':
      await movePayout(db, {
        id,
        by: 'mpesa',
        to: 'due',
        from: 'sent',
        change: { heldUntil: tryAgainAt },
      });
      return;
    case 'refused':
      await movePayout(db, {
        id,
        by: 'mpesa',
        to: 'failed',
        from: 'sent',
        change: { resultCode: outcome.code, resultText: outcome.text },
        isTryOver: true,
      });
  }
}

/**
 * The OriginatorConversationID of the next try to pay out an order. It is the same on every copy of
 * the database and under every secret, so that M-Pesa accepts each try once. It depends on the order
 * and not on the payout's row: if the order was completed after a backup, the restored database makes
 * another row. It includes the time of the order, because a new database numbers its orders from one
 * again.
 */
export function conversationIdOf(
  { id, createdAt }: Pick<OrderRow, 'id' | 'createdAt'>,
  { failedTries }: Pick<PayoutRow, 'failedTries'>,
): string {
  const facts = JSON.stringify(['payout', id, createdAt.toISOString(), failedTries]);
  const hash = createHash('sha256').update(facts).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
