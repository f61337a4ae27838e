import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { farms } from '#farms/server/relation-queries.ts';
import type { Followed } from '#follows/rules/follow.ts';
import { FOLLOWS_MAX } from '#follows/rules/limits.ts';
import { follows } from '#follows/server/tables.ts';
import type { Day } from '#platform/rules/day.ts';
import type { Database } from '#platform/server/db/database.ts';
import { isOffered, products } from '#products/server/relation-queries.ts';

type Own = { userId: number; followed: Followed };

/** By follows_farm, follows_product or follows_place. */
function isOwn({ userId, followed }: Own): SQL | undefined {
  const mine = eq(follows.userId, userId);
  if (followed.kind === 'farm') return and(mine, eq(follows.farmId, followed.farmId));
  if (followed.kind === 'product') return and(mine, eq(follows.productId, followed.productId));
  const { latitude, longitude } = followed;
  return and(mine, eq(follows.latitude, latitude), eq(follows.longitude, longitude));
}

export async function isFollowed(db: Database, own: Own): Promise<boolean> {
  const rows = await db.select({ id: follows.id }).from(follows).where(isOwn(own)).limit(1);
  return rows.length > 0;
}

export const countFollows = (db: Database, userId: number) =>
  db.$count(follows, eq(follows.userId, userId));

type NewFollow = typeof follows.$inferInsert;

export async function insertFollow(tx: Database, follow: NewFollow): Promise<void> {
  await tx.insert(follows).values(follow).onConflictDoNothing();
}

export async function deleteFollow(db: Database, own: Own): Promise<void> {
  await db.delete(follows).where(isOwn(own));
}

const canBeBought = (today: Day) => and(isOffered(today), eq(products.isInStock, true));

export async function findAvailability(db: Database, productId: number, today: Day) {
  const [row] = await db
    .select({ isAvailable: sql<boolean>`${canBeBought(today)}` })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.deletedAt), isNull(products.hiddenAt)));
  return row ?? null;
}

/** Includes sold-out products; 0 if there are none. */
export async function findNewestProduct(db: Database, farmId: number): Promise<number> {
  const [row] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.farmerId, farmId), isNull(products.deletedAt)))
    .orderBy(desc(products.id))
    .limit(1);
  return row?.id ?? 0;
}

/**
 * Without deleted or hidden products and farms without an owner. By follows_farm, then by primary
 * keys.
 */
export async function listFollowRows(db: Database, userId: number, today: Day) {
  return db
    .select({
      id: follows.id,
      farmId: follows.farmId,
      productId: follows.productId,
      latitude: follows.latitude,
      longitude: follows.longitude,
      placeName: follows.placeName,
      product: {
        farmerId: products.farmerId,
        name: products.name,
        crop: products.crop,
        unit: products.unit,
        priceCents: products.priceCents,
        hiddenAt: products.hiddenAt,
        deletedAt: products.deletedAt,
      },
      isAvailable: sql<boolean>`${canBeBought(today)}`,
      farm: { name: farms.name, county: farms.pinCounty },
    })
    .from(follows)
    .leftJoin(products, eq(products.id, follows.productId))
    .leftJoin(farms, eq(farms.userId, sql`coalesce(${follows.farmId}, ${products.farmerId})`))
    .where(eq(follows.userId, userId))
    .orderBy(desc(follows.id))
    .limit(FOLLOWS_MAX);
}

/** By follows_places_created. */
export async function deletePlacesBefore(db: Database, before: Date): Promise<void> {
  await db.delete(follows).where(and(isNotNull(follows.latitude), lt(follows.createdAt, before)));
}
