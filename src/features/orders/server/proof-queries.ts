/*
 * How well a user's identity is proven (docs/decisions/0123). An account costs only a mailbox, but
 * nobody has SIMs or visited farms by the hundred. Everything is derived from other tables, so a
 * refund, a moved farm or a changed phone number withdraws the proof.
 */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/relation-queries.ts';
import {
  CASH_HISTORY_FARMS,
  HISTORY_ORDERS_MAX,
  RESERVED_BY_NEW_MIN_KES,
} from '#orders/rules/limits.ts';
import type { BuyerHistory } from '#orders/rules/stock-share.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { paymentAttempts, payments } from '#orders/server/payments/tables.ts';
import { storedBytes } from '#photos/server/relation-queries.ts';
import { centsOf } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    isProven: typeof isUserProven;
  }
}

/** From least to most. */
export type Proof = 'nothing' | 'phoneVerified' | 'hasPaid' | 'farmVisited';

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

export async function sumBytesOfUnproven(db: Database): Promise<number> {
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

export async function proofOf(db: Database, userId: number): Promise<Proof> {
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
const completedOrders = (buyerId: SQL) => sql<number>`(
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

export async function readHistory(db: Database, buyerId: number): Promise<BuyerHistory> {
  const id = sql`${buyerId}::int`;
  const [row] = await db
    .select({ isProven: isProven(id), completedOrders: completedOrders(id) })
    .from(sql`(values (1)) as once`);
  return row ?? { isProven: false, completedOrders: 0 };
}

export const isUserProven = async (db: Database, userId: number): Promise<boolean> =>
  (await proofOf(db, userId)) !== 'nothing';

/** The payer was then the farmer, whatever the buyer's account says. By payment_attempts_phone. */
export const isPaidFromFarmsPhone = (orderId: Id, farmerId: Id | number) =>
  sql<boolean>`${orderId} in (
    select ${paymentAttempts.orderId} from ${paymentAttempts}, ${payee}
    where ${payee.id} = ${farmerId} and ${paymentAttempts.phoneNumber} = ${payee.phoneNumber} and ${paymentAttempts.status} = 'paid')`;
