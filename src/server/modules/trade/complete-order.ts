import { AppError } from '#server/app-error.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { retryDeadlock } from '#server/db/retry-deadlock.ts';
import { isSameHash } from '#server/hashes.ts';
import { HANDOVER_TRIES_MAX } from '#shared/limits.ts';
import { getFarmerOrder } from './list-orders.ts';
import { handoverCode } from './orders/handover-code.ts';
import { moveOrder } from './orders/move-order.ts';
import { updateOrder } from './orders/queries.ts';
import { holdOwnOrder } from './take-step.ts';

type Handover = { orderId: number; farmerId: number; handoverCode: string };
type Tried = { outcome: 'completed' } | { outcome: 'wrong'; triesLeft: number } | { outcome: 'locked' };

/**
 * The farmer enters the code that the buyer showed at the handover. Answers the order as it is then.
 *
 * There are 10,000 codes, so what counts is how often one may guess: a wrong code is counted in a transaction that commits, with
 * the order held; after five only the buyer or the operator can complete it.
 * @throws AppError HANDOVER_CODE_WRONG with the tries that are left, HANDOVER_LOCKED, ORDER_NOT_FOUND, STEP_NOT_ALLOWED
 */
export async function completeOrder(
  db: Database,
  { handoverCode: given, ...party }: Handover,
  services: { clock: Clock; secret: string },
) {
  const tried = await retryDeadlock(() =>
    db.transaction(async (tx): Promise<Tried> => {
      const order = await holdOwnOrder(tx, party);
      if (order.status !== 'dispatched') throw new AppError('STEP_NOT_ALLOWED', { facts: { status: order.status } });
      if (order.handoverTries >= HANDOVER_TRIES_MAX) return { outcome: 'locked' };
      if (!isSameHash(given, handoverCode(services.secret, order.id))) {
        const handoverTries = order.handoverTries + 1;
        await updateOrder(tx, order.id, { handoverTries });
        return { outcome: 'wrong', triesLeft: HANDOVER_TRIES_MAX - handoverTries };
      }
      await moveOrder(tx, order, { to: 'completed', by: 'farmer', now: services.clock() });
      return { outcome: 'completed' };
    }),
  );
  switch (tried.outcome) {
    case 'completed':
      return getFarmerOrder(db, party, services);
    case 'locked':
      throw new AppError('HANDOVER_LOCKED');
    case 'wrong':
      throw new AppError('HANDOVER_CODE_WRONG', { field: 'handoverCode', inputs: { tries: tried.triesLeft } });
  }
}
