import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from './schema/accounts.ts';

const [one, other] = [alias(users, 'one'), alias(users, 'other')];

/**
 * Whether two accounts have the phone number or the national ID in common: then they count as one person, who can neither order
 * from nor rate their own farm. False where one of the accounts is gone. By primary key.
 */
export const sharesIdentity = (userId: AnyColumn | SQL, otherId: AnyColumn | SQL) =>
  sql<boolean>`exists (
    select from ${users} one, ${users} other where ${one.id} = ${userId} and ${other.id} = ${otherId}
      and (${one.phoneNumber} = ${other.phoneNumber} or ${one.nationalId} = ${other.nationalId}))`;
