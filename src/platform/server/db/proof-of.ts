/*
 * How far a person is proven. An account costs only a mailbox, so limits that count accounts
 * protect nothing by themselves. Reservations, SMS caused for others, price statistics and
 * reputation therefore depend on proof: nobody has SIMs or visited farms by the hundred.
 *
 * Everything is derived from other tables, so a refund, a moved farm or a changed phone number
 * withdraws the proof by itself. The file is in db/ because notifications need it too, and they may
 * not import trade.
 */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/tables/users.ts';
import { farms } from '#features/farms/server/tables.ts';
import { orders } from '#features/orders/server/tables/orders.ts';
import { paymentAttempts, payments } from '#features/orders/server/tables/payments.ts';
import type { Database } from './database.ts';

/** The least first. */
export type Proof = 'nothing' | 'phoneVerified' | 'hasPaid' | 'farmVisited';

type Id = AnyColumn | SQL;

const isPhoneVerified = (userId: Id) => sql<boolean>`exists (
  select from ${users} proven where proven.id = ${userId} and proven.phone_verified_at is not null)`;

const isFarmVisited = (userId: Id) => sql<boolean>`exists (
  select from ${farms} visited where visited.user_id = ${userId} and visited.visited_at is not null)`;

/**
 * Whether money that was not returned came from a phone number that proves this person alone:
 * nobody else has paid from it or has verified it. By orders_buyer, payments_order,
 * payment_attempts_phone and users_verified_phone.
 */
const hasPaid = (userId: Id) => sql<boolean>`exists (
  select from ${orders} bought
    join ${payments} came on came.order_id = bought.id and came.state = 'received'
    join ${paymentAttempts} paid on paid.id = came.attempt_id and paid.phone_number is not null
  where bought.buyer_id = ${userId}
    and not exists (
      select from ${paymentAttempts} other_paid join ${orders} other on other.id = other_paid.order_id
      where other_paid.phone_number = paid.phone_number and other_paid.status = 'paid' and other.buyer_id <> ${userId})
    and not exists (
      select from ${users} owner where owner.phone_number = paid.phone_number and owner.phone_verified_at is not null
        and owner.id <> ${userId}))`;

/**
 * Whether anything is proven of a person; false where the account is gone. The dearest question
 * comes last.
 */
export const isProven = (userId: Id) =>
  sql<boolean>`(${isPhoneVerified(userId)} or ${isFarmVisited(userId)} or ${hasPaid(userId)})`;

/**
 * Names the payer of an order: the phone number that the money came from, else the buyer's account.
 * All accounts that are gone are one. By payment_attempts_order.
 */
export const payerOf = (orderId: Id, buyerId: Id) => sql<string>`coalesce(
  (select payer.phone_number from ${paymentAttempts} payer where payer.order_id = ${orderId} and payer.status = 'paid' order by payer.id limit 1),
  ${buyerId}::text, '')`;

/** The most that is proven of a person. */
export async function proofOf(db: Database, userId: number): Promise<Proof> {
  const id = sql`${userId}::int`;
  const proof = sql<Proof>`case when ${isFarmVisited(id)} then 'farmVisited' when ${hasPaid(id)} then 'hasPaid'
    when ${isPhoneVerified(id)} then 'phoneVerified' else 'nothing' end`;
  const [row] = await db.select({ proof }).from(sql`(values (1)) as once`);
  return row?.proof ?? 'nothing';
}

// When the two sides of an order count as one person.

const [one, other] = [alias(users, 'one'), alias(users, 'other')];

/**
 * Whether two accounts have a phone number or a national ID in common. Then they count as one
 * person, who can neither order from nor rate their own farm. False where one of the accounts is
 * gone; an account whose number was released has an empty one. By primary key.
 */
export const sharesIdentity = (userId: AnyColumn | SQL, otherId: AnyColumn | SQL) =>
  sql<boolean>`exists (
    select from ${users} one, ${users} other where ${one.id} = ${userId} and ${other.id} = ${otherId}
      and ((${one.phoneNumber} = ${other.phoneNumber} and ${one.phoneNumber} <> '') or ${one.nationalId} = ${other.nationalId}))`;

/**
 * Whether an order was paid from the phone number in its farmer's profile: then the payer was the
 * farmer, whatever the buyer's account says. False once the buyer's account is deleted, and the
 * number with it. By payment_attempts_phone.
 */
export const isPaidFromFarmsPhone = (
  orderId: AnyColumn | SQL,
  farmerId: AnyColumn | SQL | number,
) =>
  sql<boolean>`${orderId} in (
    select ${paymentAttempts.orderId} from ${paymentAttempts}, ${users}
    where ${users.id} = ${farmerId} and ${paymentAttempts.phoneNumber} = ${users.phoneNumber} and ${paymentAttempts.status} = 'paid')`;
