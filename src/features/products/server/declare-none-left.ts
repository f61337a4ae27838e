import { dayInNairobi } from '#platform/rules/day.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { setQuantities } from './set-quantities.ts';
import { endFreshTime } from './stock/freshness-queries.ts';
import { lockProducts, type StockLine } from './stock-queries.ts';

type NoneLeft = { farmerId: number; lines: readonly StockLine[] };

/**
 * The caller has locked the ordered products. The farm's other offers that were not confirmed today
 * are doubtful too, so the freshness clock asks about them.
 */
export async function declareNoneLeft(
  tx: Database,
  { farmerId, lines }: NoneLeft,
  { clock }: { clock: Clock },
): Promise<void> {
  const rows = await lockProducts(
    tx,
    lines.map(({ productId }) => productId),
  );
  // A product with another unit was counted after the order.
  const isOrdered = ({ id, unit }: (typeof rows)[number]) =>
    lines.some((line) => line.productId === id && line.unit === unit);
  const sold = rows.filter(isOrdered).map(({ id }) => ({ productId: id, quantity: 0 }));
  await setQuantities({ db: tx, user: { id: farmerId }, clock }, { lines: sold });
  await endFreshTime(tx, { farmerId, today: dayInNairobi(clock()) });
}
