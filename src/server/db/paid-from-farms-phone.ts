import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { users } from './schema/accounts.ts';
import { paymentAttempts } from './schema/payments.ts';

/**
 * Whether an order was paid from the phone number that stands in its farmer's profile: then it was no other person who paid, whatever
 * the buyer's account says. False once the buyer's account is gone, and the number with it. By payment_attempts_phone.
 */
export const isPaidFromFarmsPhone = (orderId: AnyColumn | SQL, farmerId: number) =>
  sql<boolean>`${orderId} in (
    select ${paymentAttempts.orderId} from ${paymentAttempts}, ${users}
    where ${users.id} = ${farmerId} and ${paymentAttempts.phoneNumber} = ${users.phoneNumber} and ${paymentAttempts.status} = 'paid')`;
