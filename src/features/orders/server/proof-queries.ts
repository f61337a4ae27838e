/*
 * How well a user's identity is proven (docs/decisions/0123). An account costs only a mailbox, but
 * nobody has SIMs or visited farms by the hundred. Everything is derived from other tables, so a
 * refund, a moved farm or a changed phone number withdraws the proof.
 */

import { type AnyColumn, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm';
import { people, sharesIdentity } from '#accounts/server/people-queries.ts';
import type { FarmStanding } from '#farms/server/own-farm.ts';
import { farms } from '#farms/server/queries.ts';
import { storedBytes } from '#photos/server/media-queries.ts';
import { centsOf } from '#rules/amounts.ts';
import {
  CASH_HISTORY_FARMS,
  CASH_SALES_OF_BUYER_PER_MONTH,
  CASH_SALES_OF_FARM_PER_MONTH,
  HISTORY_ORDERS_MAX,
  RESERVED_BY_NEW_MIN_KES,
  UNPROVEN_CASH_SALES_OF_FARM,
} from '../rules/limits.ts';
import { orders, reviews } from './orders/tables.ts';
import { paymentAttempts, payments } from './payments/tables.ts';
import { farmStandings } from './settlement/tables.ts';

declare global {
  interface Services {
    isProven: typeof isUserProven;
    readFarmStanding: typeof readFarmStanding;
  }
}

type Proof = 'nothing' | 'phoneVerified' | 'hasPaid' | 'farmVisited';

/** Not a column of farms: isFarmVisited would read its own farm. */
type Id = AnyColumn | SQL;

const [proven, owner, payee] = [people('proven'), people('owner'), people('payee')];

const isPhoneVerified = (userId: Id) => sql<boolean>`exists (
  select from ${proven} where ${proven.id} = ${userId} and ${proven.phoneVerifiedAt} is not null)`;

const isFarmVisited = (userId: Id) => sql<boolean>`exists (
  select from ${farms} where ${farms.userId} = ${userId} and ${farms.visitedAt} is not null)`;

/**
 * Without a refund, from a phone number that nobody else has paid from or verified. By
 * orders_buyer, payments_order, payment_attempts_phone and users_verified_phone.
 */
const hasPaid = (userId: Id) => sql<boolean>`exists (
  select from ${orders} bought
    join ${payments} came on came.order_id = bought.id and came.state = 'received'
      and came.returned_cents < came.amount_cents
    join ${paymentAttempts} paid on paid.id = came.attempt_id and paid.phone_number is not null
  where bought.buyer_id = ${userId}
    and not exists (
      select from ${paymentAttempts} other_paid join ${orders} other on other.id = other_paid.order_id
      where other_paid.phone_number = paid.phone_number and other_paid.status = 'paid' and other.buyer_id <> ${userId})
    and not exists (
      select from ${owner} where ${owner.phoneNumber} = paid.phone_number and ${owner.phoneVerifiedAt} is not null
        and ${owner.id} <> ${userId}))`;

/** The most expensive check is last. */
export const isProven = (userId: Id) =>
  sql<boolean>`(${isPhoneVerified(userId)} or ${isFarmVisited(userId)} or ${hasPaid(userId)})`;

export async function sumBytesOfUnproven(db: Database) {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(bytes), 0)::float8`.mapWith(Number) })
    .from(
      sql`(select owner_id, sum(bytes) as bytes from ${storedBytes} stored group by owner_id) owned`,
    )
    .where(sql`not ${isProven(sql`owned.owner_id`)}`);
  return row?.bytes ?? 0;
}

/** The phone number that paid, otherwise the buyer's account. All deleted accounts count as one. */
export const payerOf = (orderId: Id, buyerId: Id) => sql<string>`coalesce(
  (select payer.phone_number from ${paymentAttempts} payer where payer.order_id = ${orderId} and payer.status = 'paid' order by payer.id limit 1),
  ${buyerId}::text, '')`;

export async function proofOf(db: Database, userId: number) {
  const id = sql`${userId}::int`;
  const proof = sql<Proof>`case when ${isFarmVisited(id)} then 'farmVisited' when ${hasPaid(id)} then 'hasPaid'
    when ${isPhoneVerified(id)} then 'phoneVerified' else 'nothing' end`;
  const [row] = await db.select({ proof }).from(sql`(values (1)) as once`);
  return row?.proof ?? 'nothing';
}

/**
 * Cash counts only from several farms, because two orders of a friend's farm cost nothing. By
 * orders_buyer.
 */
export const completedOrders = (buyerId: SQL) => sql<number>`(
  select case when count(distinct farmer_id) filter (where is_cash) >= ${CASH_HISTORY_FARMS}
      and sum(total_cents) filter (where is_cash) >= ${centsOf(RESERVED_BY_NEW_MIN_KES)}
    then count(*) else count(*) filter (where not is_cash) end::int
  from (
    select ${orders.farmerId} as farmer_id, ${orders.totalCents} as total_cents,
      ${orders.paymentMethod} = 'Cash on delivery' as is_cash
    from ${orders}
    where ${orders.buyerId} = ${buyerId} and ${orders.status} = 'completed' and ${orders.paymentStatus} = 'paid'
    order by ${orders.id} desc limit ${HISTORY_ORDERS_MAX}
  ) as paid)`;

export const isUserProven = async (db: Database, userId: number) =>
  (await proofOf(db, userId)) !== 'nothing';

/** The payer was then the farmer, whatever the buyer's account says. By payment_attempts_phone. */
export const isPaidFromFarmsPhone = (orderId: Id, farmerId: Id | number) =>
  sql<boolean>`${orderId} in (
    select ${paymentAttempts.orderId} from ${paymentAttempts}, ${payee}
    where ${payee.id} = ${farmerId} and ${paymentAttempts.phoneNumber} = ${payee.phoneNumber} and ${paymentAttempts.status} = 'paid')`;

/**
 * A farm's sales and ratings (docs/decisions/0056). Only paid orders count, and never those between
 * accounts that share a phone number or national ID, or from the farmer's own phone. Buyers are
 * counted by the paying number. Nobody can check cash, so only a few cash orders count per month,
 * and three ever from buyers without proof. One rating per payer counts in 30 days
 * (reviews.is_counted). Rows (order_id, payer, total_cents, is_proven). By orders_farmer_status.
 */
const countedSales = (farmerId: number) => sql`(
  select order_id, payer, total_cents, is_proven from (
    select *, row_number() over (partition by is_cash, month order by order_id) as nth_of_farm from (
      select ${orders.id} as order_id, ${payerOf(orders.id, orders.buyerId)} as payer, ${orders.totalCents} as total_cents, is_cash, month, is_proven,
        row_number() over (partition by is_cash, month, ${orders.buyerId} order by ${orders.id}) as nth_of_buyer,
        row_number() over (partition by is_proven order by ${orders.id}) as nth_of_unproven
      from ${orders}, lateral (select ${orders.paymentMethod} = 'Cash on delivery' as is_cash,
        ${orders.paymentMethod} <> 'Cash on delivery' or ${isProven(orders.buyerId)} as is_proven,
        date_trunc('month', ${orders.completedAt} at time zone 'Africa/Nairobi') as month) as facts
      where ${orders.farmerId} = ${farmerId} and ${orders.status} = 'completed' and ${orders.paymentStatus} = 'paid'
        and not ${sharesIdentity(orders.buyerId, orders.farmerId)}
        and not (${isPaidFromFarmsPhone(orders.id, farmerId)})
    ) as paid
    where not is_cash or nth_of_buyer <= ${CASH_SALES_OF_BUYER_PER_MONTH}
      and (is_proven or nth_of_unproven <= ${UNPROVEN_CASH_SALES_OF_FARM})
  ) as of_buyers
  where not is_cash or nth_of_farm <= ${CASH_SALES_OF_FARM_PER_MONTH}
)`;

export async function readFarmStanding(db: Database, farmerId: number) {
  const [stored] = await db
    .select(storedStanding)
    .from(farmStandings)
    .where(eq(farmStandings.farmerId, farmerId));
  if (stored) return stored;
  const standing = await countStanding(db, farmerId);
  if (standing.salesCount >= STANDING_STORED_FROM_SALES)
    await storeStanding(db, farmerId, standing);
  return standing;
}

const { farmerId: _, countedAt: __, ...storedStanding } = getTableColumns(farmStandings);

/** Below, counting takes a few milliseconds. */
const STANDING_STORED_FROM_SALES = 1000;
const COUNTED_AT_ONCE = 20;

async function storeStanding(db: Database, farmerId: number, standing: FarmStanding) {
  const set = { ...standing, countedAt: sql`now()` };
  await db
    .insert(farmStandings)
    .values({ farmerId, ...set })
    .onConflictDoUpdate({ target: farmStandings.farmerId, set });
}

export async function countStandingsAgain(db: Database) {
  const old = await db
    .select({ farmerId: farmStandings.farmerId })
    .from(farmStandings)
    .where(lt(farmStandings.countedAt, sql`now() - interval '1 hour'`))
    .orderBy(farmStandings.countedAt)
    .limit(COUNTED_AT_ONCE);
  for (const { farmerId } of old)
    await storeStanding(db, farmerId, await countStanding(db, farmerId));
}

async function countStanding(db: Database, farmerId: number) {
  const buyers = sql`distinct sale.payer`;
  const isRated = sql`${reviews.orderId} is not null`;
  const [standing] = await db
    .select({
      reputationScore: sql<number>`coalesce(round(avg(${reviews.rating}) filter (where ${isRated}), 1), 0)::float8`,
      ratingCount: sql<number>`(count(*) filter (where ${isRated}))::int`,
      ratingBuyerCount: sql<number>`(count(${buyers}) filter (where ${isRated}))::int`,
      provenBuyerCount: sql<number>`(count(${buyers}) filter (where ${isRated} and sale.is_proven))::int`,
      salesCents: sql<number>`coalesce(sum(sale.total_cents), 0)::float8`,
      salesCount: sql<number>`count(*)::int`,
      salesBuyerCount: sql<number>`count(${buyers})::int`,
    })
    .from(sql`${countedSales(farmerId)} as sale`)
    .leftJoin(reviews, sql`${reviews.orderId} = sale.order_id and ${reviews.isCounted}`);
  if (!standing) throw new Error('What a farm has earned could not be counted');
  return standing;
}
