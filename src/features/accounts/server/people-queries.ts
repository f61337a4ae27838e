import { type AnyColumn, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { searchTextOf, users } from '#features/accounts/server/tables/users.ts';
import { type Database, keepStatement } from '#platform/server/db/database.ts';

/**
 * The columns of users that other features may join. PostgreSQL plans it like the table itself.
 * @param name its name in the statement, which may contain several
 */
export const people = <Name extends string>(name: Name) =>
  new QueryBuilder()
    .select({
      id: users.id,
      role: users.role,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      phoneNumber: users.phoneNumber,
      phoneVerifiedAt: users.phoneVerifiedAt,
      emailVerifiedAt: users.emailVerifiedAt,
      language: users.language,
      nationalId: users.nationalId,
      signedUpBy: users.signedUpBy,
      suspendedAt: users.suspendedAt,
      createdAt: users.createdAt,
      searchText: searchTextOf(users).as('search_text'),
    })
    .from(users)
    .as(name);

const [one, other] = [people('one'), people('other')];

/**
 * Whether two accounts share a phone number or a national ID. Then they count as one person, who
 * can neither order from nor rate their own farm. False if one of the accounts is deleted; an
 * account whose number was released has an empty one.
 */
export const sharesIdentity = (userId: AnyColumn | SQL, otherId: AnyColumn | SQL) =>
  sql<boolean>`exists (
    select from ${one}, ${other} where ${one.id} = ${userId} and ${other.id} = ${otherId}
      and ((${one.phoneNumber} = ${other.phoneNumber} and ${one.phoneNumber} <> '') or ${one.nationalId} = ${other.nationalId}))`;

/** Locks a user until the transaction ends; null if there is none. */
export async function lockPerson(db: Database, userId: number) {
  const [row] = await lockStatement(db, { userId });
  return row ?? null;
}

const lockStatement = keepStatement((db) =>
  db
    .select({ suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .for('no key update'),
);

/**
 * Keeps these users' accounts until the transaction ends, and returns their ids, without those that
 * are just being deleted.
 */
export async function holdPeople(tx: Database, userIds: number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, userIds))
    .orderBy(asc(users.id))
    .limit(userIds.length)
    .for('key share', { skipLocked: true });
  return new Set(rows.map(({ id }) => id));
}

/** True as well if there is no such user. */
export async function isSuspended(db: Database, userId: number): Promise<boolean> {
  const [row] = await db
    .select({ suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.id, userId));
  return row?.suspendedAt !== null;
}
