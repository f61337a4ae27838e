import type { ShortHarvest } from '#orders/rules/order-input.ts';
import { mayMove } from '#orders/rules/transitions.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { type Move, moveOrder, refusePreOrder } from '../orders/move-order.ts';
import type { OrderRow } from '../orders/queries.ts';
import { shortenLines } from './shorten-lines.ts';

/** An order of which there is nothing is rejected. */
export async function acceptPart(
  tx: Database,
  order: OrderRow,
  { move, ...harvest }: ShortHarvest & { move: Move },
) {
  refusePreOrder(order, move.to);
  // The lines of an ended order must not change.
  if (!mayMove(order, move))
    throw new AppError('STEP_NOT_ALLOWED', { facts: { status: order.status } });
  const shortened = await shortenLines(tx, order, { ...harvest, now: move.now });
  if (shortened.outcome === 'nothingLeft') {
    const { by, now, priceRecords } = move;
    const rejection = { to: 'rejected' as const, by, now, priceRecords };
    await moveOrder(tx, order, { ...rejection, areGoodsGone: !harvest.isRestThere });
  } else await moveOrder(tx, shortened.order, move);
}
