import { asc, eq, isNotNull } from 'drizzle-orm';
import { people, phoneLines } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/relation-queries.ts';
import { OPERATOR_LIST_MAX } from '#orders/rules/limits.ts';
import { dueToFarmer } from '#orders/server/queries.ts';
import type { Database } from '#platform/server/db/database.ts';

const { releasedNumber, numberChangedAt, simChangedAt } = phoneLines;
const holders = people('holder');

/** Longest first, with the money due to them. `marked`: the column that marks the doubt. */
const listInDoubt = (
  db: Database,
  marked: typeof releasedNumber | typeof simChangedAt,
  since: typeof numberChangedAt | typeof simChangedAt,
) =>
  db
    .select({
      userId: holders.id,
      firstName: holders.firstName,
      lastName: holders.lastName,
      farm: farms.name,
      releasedNumber,
      since,
      dueCents: dueToFarmer(holders.id),
    })
    .from(phoneLines)
    .innerJoin(holders, eq(holders.id, phoneLines.userId))
    .leftJoin(farms, eq(farms.userId, holders.id))
    .where(isNotNull(marked))
    .orderBy(asc(since), asc(phoneLines.userId))
    .limit(OPERATOR_LIST_MAX);

/** By phone_lines_released. */
export const listReleased = (db: Database) => listInDoubt(db, releasedNumber, numberChangedAt);

export const listReportedSims = (db: Database) => listInDoubt(db, simChangedAt, simChangedAt);
