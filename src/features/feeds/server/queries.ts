import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { farms } from '#farms/server/queries.ts';
import { mainPhotoOf } from '#photos/server/media-queries.ts';
import { isOffered, products } from '#products/server/queries.ts';
import { pick } from '#server/database.ts';
import { FEED_PAGE_SIZE } from '../rules.ts';

type PageOfFeed = { today: Day; afterId: number; farmId: number | null };
export type FeedRow = Awaited<ReturnType<typeof listFeedRows>>[number];

/**
 * The next products that are offered and have a photo, by id. By products_offered_newest, or
 * products_offered_farmer for one farm.
 */
export async function listFeedRows(db: Database, { today, afterId, farmId }: PageOfFeed) {
  const photo = mainPhotoOf(products.id);
  return db
    .select({
      ...pick(
        products,
        'id name description category crop quantity unit priceCents netWeightKg expiryDate',
      ),
      farmName: farms.name,
      county: farms.pinCounty,
      contentHash: photo.contentHash,
    })
    .from(products)
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .innerJoinLateral(photo, sql`true`)
    .where(
      and(
        isOffered(sql`${today}`),
        products.isInStock,
        // Feeds list only stock that exists, so no pre-orders.
        isNull(products.depositPercent),
        gt(products.id, afterId),
        farmId === null ? undefined : eq(products.farmerId, farmId),
      ),
    )
    .orderBy(asc(products.id))
    .limit(FEED_PAGE_SIZE);
}
