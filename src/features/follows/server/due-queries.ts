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
import { deliversTo, farms } from '#farms/server/relation-queries.ts';
import { follows } from '#follows/server/tables.ts';
import type { Day } from '#platform/rules/day.ts';
import type { Database } from '#platform/server/db/database.ts';
import { isOffered, products } from '#products/server/relation-queries.ts';

/** Follows with `after` < id <= `until`, as of a day in Nairobi. */
export type Span = { after: number; until: number; today: Day };

const isInSpan = ({ after, until }: Span) => and(gt(follows.id, after), lte(follows.id, until));
const canBeBought = (today: Day) => and(isOffered(today), eq(products.isInStock, true));
/** At most one notice a day about the same thing. */
const isUntold = ({ today }: Span) => or(isNull(follows.toldOn), lt(follows.toldOn, today));

export async function findLastFollow(db: Database): Promise<number> {
  const [row] = await db.select({ last: max(follows.id) }).from(follows);
  return row?.last ?? 0;
}

/** One round at a time, in all processes. */
export async function lockRound(tx: Database) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('followers are told', 0))`);
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
      farmId: news.farmId,
      newest: news.productId,
      name: news.name,
      number: news.number,
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
      id: follows.id,
      userId: follows.userId,
      placeName: follows.placeName,
      farmId: farm.farmId,
    })
    .from(follows)
    .innerJoinLateral(farm, sql`true`)
    .where(and(isInSpan(span), isNotNull(follows.latitude)))
    .orderBy(follows.id);
}

type Told = { id: number; newest?: number }[];

/** Records the news before it is sent, and returns the rows that still exist. */
export async function markTold(tx: Database, told: Told, today: Day): Promise<Set<number>> {
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
export async function endPlaces(tx: Database, ids: number[]): Promise<Set<number>> {
  const ended = await tx
    .delete(follows)
    .where(inArray(follows.id, ids))
    .returning({ id: follows.id });
  return new Set(ended.map(({ id }) => id));
}
