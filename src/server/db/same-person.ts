import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from './schema/accounts.ts';
import { paymentAttempts } from './schema/payments.ts';

/*
 * When the two sides of an order count as one person. It stays in db/ because the farms' profiles read it too (farm-standing.ts), and farms
 * may not use trade.
 */

const [one, other] = [alias(users, 'one'), alias(users, 'other')];

/**
 * Whether two accounts have a phone number or a national ID in common. Then they count as one person, who can neither order from nor
 * rate their own farm. False where one of the accounts is gone; an account whose number was released has an empty one. By primary key.
 */
export const sharesIdentity = (userId: AnyColumn | SQL, otherId: AnyColumn | SQL) =>
  sql<boolean>`exists (
    select from ${users} one, ${users} other where ${one.id} = ${userId} and ${other.id} = ${otherId}
      and ((${one.phoneNumber} = ${other.phoneNumber} and ${one.phoneNumber} <> '') or ${one.nationalId} = ${other.nationalId}))`;

/**
 * Whether an order was paid from the phone number in its farmer's profile: then the payer was the farmer, whatever the buyer's account
 * says. False once the buyer's account is deleted, and the number with it. By payment_attempts_phone.
 */
export const isPaidFromFarmsPhone = (orderId: AnyColumn | SQL, farmerId: AnyColumn | SQL | number) =>
  sql<boolean>`${orderId} in (
    select ${paymentAttempts.orderId} from ${paymentAttempts}, ${users}
    where ${users.id} = ${farmerId} and ${paymentAttempts.phoneNumber} = ${users.phoneNumber} and ${paymentAttempts.status} = 'paid')`;
