/*
 * A payout is sent automatically at most once: with its order locked it becomes `sent`, with an id
 * of ours under which M-Pesa pays once, and only then is M-Pesa called. Unless M-Pesa clearly
 * refuses, we then only ask for the result. Only the operator may send it again, after M-Pesa was
 * asked (docs/decisions/0050). A copied database sends nothing.
 */

import type { PayoutOutcome } from '#platform/server/adapters/mpesa.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { findStanding } from '#platform/server/live-database-queries.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { listDuePayouts, movePayout } from './payout-queries.ts';
import { takePayout } from './take-payout.ts';

const BATCH = 20;

/** Without M-Pesa payouts, the operator pays. */
export async function sendPayouts(db: Database, services: Services): Promise<number> {
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
