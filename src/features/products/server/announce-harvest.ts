import { type Day, dayInNairobi } from '#platform/rules/day.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { announcedWeek, isWeekNear } from '../rules/pre-order.ts';
import { confirmedColumns } from './stock/freshness.ts';
import { lockOwnProduct, updateProduct } from './stock/queries.ts';
import { insertStockMovements } from './stock-queries.ts';

type Harvest = { harvestDate: Day | null; depositPercent: number | null };

/** The last day of an announced week. A product may keep a week that is no longer near. */
export function announcedDay(after: Harvest, now: Date, before?: Harvest): Day | null {
  const week = announcedWeek(after);
  if (!week && after.depositPercent === null) return after.harvestDate;
  const isUnchanged = week && before && announcedWeek(before)?.until === week.until;
  if (!week || (!isUnchanged && !isWeekNear(week.until, dayInNairobi(now))))
    throw new AppError('HARVEST_WEEK_NOT_NEAR', { field: 'harvestDate' });
  return week.until;
}

type Own = { farmerId: number; productId: number };

export async function lockAnnounced(tx: Database, own: Own) {
  const product = await lockOwnProduct(tx, own);
  if (!product) throw new AppError('PRODUCT_NOT_FOUND');
  if (product.depositPercent === null) throw new AppError('HARVEST_NOT_ANNOUNCED');
  return product;
}

type Harvested = {
  product: Awaited<ReturnType<typeof lockAnnounced>>;
  /** The quantity that nobody has ordered. */
  quantity: number;
  now: Date;
};

export async function bookHarvest(
  tx: Database,
  farmerId: number,
  { product, quantity, now }: Harvested,
) {
  const { id: productId, unit, crop } = product;
  const harvestDate = dayInNairobi(now);
  await updateProduct(tx, {
    farmerId,
    productId,
    change: {
      depositPercent: null,
      harvestDate,
      quantity,
      ...confirmedColumns({ crop, harvestDate }, now),
      updatedAt: now,
    },
  });
  const change = quantity - product.quantity;
  if (change !== 0)
    await insertStockMovements(tx, [{ productId, change, unit, reason: 'counted', movedAt: now }]);
}
