import { decodeCursor, type ListOrder, pageOf } from '#server/cursor.ts';
import type { Database } from '#server/db/connect.ts';
import { readFarmStanding } from '#server/db/farm-standing.ts';
import { REVIEWS_PAGE_SIZE } from '#shared/limits.ts';
import { listReviews } from './reviews/queries.ts';

const list: ListOrder = { name: 'reviews', values: ['integer'] };

/**
 * What buyers say of a farm, newest first, for anyone: `rating` 0 to 5 with one decimal (0: none yet) over the `count`
 * ratings that count, which `buyerCount` buyers gave; likewise how many sales to how many buyers. Of a buyer no more than the first name is shown; null once the account is gone.
 * @throws AppError INVALID_INPUT for a cursor of another list
 */
export async function listFarmReviews(db: Database, { farmId, cursor }: { farmId: number; cursor?: string | undefined }) {
  const [beforeOrderId = null] = cursor === undefined ? [] : decodeCursor(cursor, list);
  const rows = await listReviews(db, { farmerId: farmId, beforeOrderId, limit: REVIEWS_PAGE_SIZE + 1 });
  const page = pageOf(rows, { size: REVIEWS_PAGE_SIZE, list, valuesOf: ({ orderId }) => [orderId] });
  const { reputationScore, ratingCount, ratingBuyerCount, salesCount, salesBuyerCount } = await readFarmStanding(db, farmId);
  return {
    rating: reputationScore,
    count: ratingCount,
    buyerCount: ratingBuyerCount,
    salesCount,
    salesBuyerCount,
    reviews: page.rows.map(({ orderId: _, createdAt, ...review }) => ({ ...review, date: createdAt.toISOString() })),
    nextCursor: page.nextCursor,
  };
}
