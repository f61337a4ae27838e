import { eq, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/tables/users.ts';
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
      signedUpBy: users.signedUpBy,
      suspendedAt: users.suspendedAt,
      createdAt: users.createdAt,
    })
    .from(users)
    .as(name);

/** Locks a user until the transaction ends; null if there is none. By primary key. */
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

/** True as well if there is no such user. By primary key. */
export async function isSuspended(db: Database, userId: number): Promise<boolean> {
  const [row] = await db
    .select({ suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.id, userId));
  return row?.suspendedAt !== null;
}
