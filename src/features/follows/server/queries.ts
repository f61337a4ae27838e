import {
  and,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  not,
  or,
  sql,
} from 'drizzle-orm';
import { deliversTo, farms } from '#farms/server/queries.ts';
import { isOffered, products } from '#products/server/queries.ts';
import { lockName, pick } from '#server/database.ts';
import { FOLLOWS_MAX, type Followed } from '../rules.ts';
import { follows } from './tables.ts';

type Own = { userId: number; followed: Followed };

/** By follows_farm, follows_product or follows_place. */
function isOwn({ userId, followed }: Own) {
  const mine = eq(follows.userId, userId);
  if (followed.kind === 'farm') return and(mine, eq(follows.farmId, followed.farmId));
  if (followed.kind === 'product') return and(mine, eq(follows.productId, followed.productId));
  const { latitude, longitude } = followed;
  return and(mine, eq(follows.latitude, latitude), eq(follows.longitude, longitude));
}

export async function isFollowed(db: Database, own: Own) {
  const rows = await db.select({ id: follows.id }).from(follows).where(isOwn(own)).limit(1);
  return rows.length > 0;
}

export const countFollows = (db: Database, userId: number) =>
  db.$count(follows, eq(follows.userId, userId));

type NewFollow = typeof follows.$inferInsert;

export async function insertFollow(tx: Database, follow: NewFollow) {
  await tx.insert(follows).values(follow).onConflictDoNothing();
}

export async function deleteFollow(db: Database, own: Own) {
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
export async function findNewestProduct(db: Database, farmId: number) {
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
      ...pick(follows, 'id farmId productId latitude longitude placeName'),
      product: pick(products, 'farmerId name crop unit priceCents hiddenAt deletedAt'),
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
export async function deletePlacesBefore(db: Database, before: Date) {
  await db.delete(follows).where(and(isNotNull(follows.latitude), lt(follows.createdAt, before)));
}

/** Follows with `after` < id <= `until`, as of a day in Nairobi. */
export type Span = { after: number; until: number; today: Day };

const isInSpan = ({ after, until }: Span) => and(gt(follows.id, after), lte(follows.id, until));

/** At most one notice a day about the same thing. */
const isUntold = ({ today }: Span) => or(isNull(follows.toldOn), lt(follows.toldOn, today));

export async function findLastFollow(db: Database) {
  const [row] = await db.select({ last: max(follows.id) }).from(follows);
  return row?.last ?? 0;
}

/** One round at a time, in all processes. */
export async function lockRound(tx: Database) {
  await lockName(tx, 'followers are told');
}

/** Deleted products keep their rows for the orders. */
export async function endDeleted(tx: Database, span: Span) {
  const deleted = tx
    .select({ found: sql`1` })
    .from(products)
    .where(and(eq(products.id, follows.productId), isNotNull(products.deletedAt)));
  await tx
    .delete(follows)
    .where(and(isInSpan(span), isNotNull(follows.productId), exists(deleted)));
}

/** Their return is news. */
export async function markAwaited(tx: Database, span: Span) {
  const available = tx
    .select({ found: sql`1` })
    .from(products)
    .where(and(eq(products.id, follows.productId), canBeBought(span.today)));
  await tx
    .update(follows)
    .set({ isAwaited: true })
    .where(
      and(
        isInSpan(span),
        isNotNull(follows.productId),
        eq(follows.isAwaited, false),
        not(exists(available)),
      ),
    );
}

/** By the products' primary key. */
export const findReturned = (tx: Database, span: Span) =>
  tx
    .select({ id: follows.id, userId: follows.userId, productId: products.id, name: products.name })
    .from(follows)
    .innerJoin(products, eq(products.id, follows.productId))
    .where(
      and(isInSpan(span), eq(follows.isAwaited, true), isUntold(span), canBeBought(span.today)),
    )
    .orderBy(follows.id);

/** The newest unseen product of a farm, and the number of them. By products_offered_farmer. */
export function findNewlyListed(tx: Database, span: Span) {
  const news = tx
    .select({
      farmId: products.farmerId,
      productId: products.id,
      name: products.name,
      number: sql<number>`(count(*) over ())::int`.as('number'),
    })
    .from(products)
    .where(
      and(
        eq(products.farmerId, follows.farmId),
        gt(products.id, follows.seenProductId),
        canBeBought(span.today),
      ),
    )
    .orderBy(desc(products.id))
    .limit(1)
    .as('news');
  return tx
    .select({
      id: follows.id,
      userId: follows.userId,
      ...pick(news, 'farmId name number'),
      newest: news.productId,
    })
    .from(follows)
    .innerJoinLateral(news, sql`true`)
    .where(and(isInSpan(span), isNotNull(follows.farmId), isUntold(span)))
    .orderBy(follows.id);
}

/** One farm for each place. By farms_sphere and products_offered_farmer. */
export function findReached(tx: Database, span: Span) {
  const sells = tx
    .select({ found: sql`1` })
    .from(products)
    .where(and(eq(products.farmerId, farms.userId), canBeBought(span.today)));
  const farm = tx
    .select({ farmId: farms.userId })
    .from(farms)
    .where(and(deliversTo(follows), exists(sells)))
    .orderBy(farms.userId)
    .limit(1)
    .as('farm');
  return tx
    .select({
      ...pick(follows, 'id userId placeName'),
      farmId: farm.farmId,
    })
    .from(follows)
    .innerJoinLateral(farm, sql`true`)
    .where(and(isInSpan(span), isNotNull(follows.latitude)))
    .orderBy(follows.id);
}

type Told = { id: number; newest?: number }[];

/** Records the news before it is sent, and returns the rows that still exist. */
export async function markTold(tx: Database, told: Told, today: Day) {
  const ids = sql.param(told.map(({ id }) => id));
  const newest = sql.param(told.map((row) => row.newest ?? null));
  const marked = await tx
    .update(follows)
    .set({
      toldOn: today,
      isAwaited: false,
      seenProductId: sql`coalesce(told.newest, ${follows.seenProductId})`,
    })
    .from(sql`unnest(${ids}::int[], ${newest}::int[]) as told (id, newest)`)
    .where(eq(follows.id, sql`told.id`))
    .returning({ id: follows.id });
  return new Set(marked.map(({ id }) => id));
}

/** Returns the places that still existed. */
export async function endPlaces(tx: Database, ids: number[]) {
  const ended = await tx
    .delete(follows)
    .where(inArray(follows.id, ids))
    .returning({ id: follows.id });
  return new Set(ended.map(({ id }) => id));
}
