import { QueryBuilder } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/tables/users.ts';

/**
 * What other features may read of users, for joins. PostgreSQL plans it like the table itself.
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
