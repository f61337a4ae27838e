import { asc, eq, isNotNull } from 'drizzle-orm';
import { people } from '#features/accounts/server/people-queries.ts';
import { farms } from '#features/farms/server/relation-queries.ts';
import { phoneLines } from '#features/notifications/server/relation-queries.ts';
import { OPERATOR_LIST_MAX } from '#features/orders/rules/limits.ts';
import { dueToFarmer } from '#features/orders/server/queries.ts';
import type { Database } from '#platform/server/db/database.ts';

const holders = people('holder');

/**
 * Accounts whose number was released to its new holder, longest first, with the money due to them.
 * By phone_lines_released.
 */
export async function listReleased(db: Database) {
  return db
    .select({
      userId: holders.id,
      firstName: holders.firstName,
      lastName: holders.lastName,
      farm: farms.name,
      email: holders.email,
      releasedNumber: phoneLines.releasedNumber,
      since: phoneLines.numberChangedAt,
      dueCents: dueToFarmer(holders.id),
    })
    .from(phoneLines)
    .innerJoin(holders, eq(holders.id, phoneLines.userId))
    .leftJoin(farms, eq(farms.userId, holders.id))
    .where(isNotNull(phoneLines.releasedNumber))
    .orderBy(asc(phoneLines.numberChangedAt), asc(phoneLines.userId))
    .limit(OPERATOR_LIST_MAX);
}

export const countReleased = (db: Database) =>
  db.$count(phoneLines, isNotNull(phoneLines.releasedNumber));
