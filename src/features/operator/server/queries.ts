import { asc, desc, eq, isNotNull, lt } from 'drizzle-orm';
import { people } from '#features/accounts/server/people-queries.ts';
import { farms } from '#features/farms/server/relation-queries.ts';
import { phoneLines } from '#features/notifications/server/relation-queries.ts';
import { operatorActions } from '#features/operator/server/tables.ts';
import { OPERATOR_LIST_MAX } from '#features/orders/rules/limits.ts';
import { dueToFarmer } from '#features/orders/server/queries.ts';
import type { Database } from '#platform/server/db/database.ts';

export async function insertAction(db: Database, action: typeof operatorActions.$inferInsert) {
  await db.insert(operatorActions).values(action);
}

const isBefore = (id: number | null) => (id === null ? undefined : lt(operatorActions.id, id));

/** The last actions, or the last before an entry, newest first. */
export async function listActions(db: Database, beforeId: number | null) {
  return db
    .select({
      id: operatorActions.id,
      operator: operatorActions.operator,
      action: operatorActions.action,
      details: operatorActions.details,
      happenedAt: operatorActions.happenedAt,
    })
    .from(operatorActions)
    .where(isBefore(beforeId))
    .orderBy(desc(operatorActions.id))
    .limit(OPERATOR_LIST_MAX);
}

/** The number of entries in the log, or of those before an entry. */
export const countActions = (db: Database, beforeId: number | null) =>
  db.$count(operatorActions, isBefore(beforeId));

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
