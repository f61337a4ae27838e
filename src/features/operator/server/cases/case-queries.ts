import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { people, phoneLines } from '#accounts/server/people-queries.ts';
import { chordTo, farms } from '#farms/server/queries.ts';
import { OPERATOR_LIST_MAX } from '#orders/rules/limits.ts';
import { dueToFarmer } from '#orders/server/queries.ts';
import { products } from '#products/server/queries.ts';
import { foldedWords } from '#rules/text/fold.ts';
import { pick } from '#server/database.ts';

const holders = people('holder');

const farmColumns = {
  ...pick(farms, 'userId subcounty addressDescription latitude longitude isGpsDoubtful'),
  farm: farms.name,
  ...pick(holders, 'firstName lastName email phoneNumber phoneVerifiedAt'),
  county: farms.pinCounty,
  isProvisional: farms.isPositionProvisional,
  since: holders.createdAt,
};

const farmsToVisit = (db: Database, which: SQL | undefined, order: SQL | undefined) =>
  db
    .select(farmColumns)
    .from(farms)
    .innerJoin(holders, eq(holders.id, farms.userId))
    .where(and(isNull(farms.visitedAt), isNull(holders.suspendedAt), which))
    .orderBy(...(order ? [order] : []), asc(holders.createdAt), asc(farms.userId))
    .limit(OPERATOR_LIST_MAX);

/** The nearest first, by farms_sphere, or those that joined first. */
export const listFarmsToVisit = (db: Database, from: Position | null) =>
  farmsToVisit(
    db,
    undefined,
    from
      ? chordTo({
          latitude: sql`${from.latitude}::float8`,
          longitude: sql`${from.longitude}::float8`,
        })
      : undefined,
  );

/** Their position was not measured, or its measurement is implausible. */
export const listUnplacedFarms = (db: Database) =>
  farmsToVisit(db, or(farms.isPositionProvisional, farms.isGpsDoubtful), undefined);

const accountColumns = {
  ...pick(
    holders,
    'id role firstName lastName email emailVerifiedAt phoneNumber phoneVerifiedAt suspendedAt',
    'createdAt',
  ),
  farmName: farms.name,
};

export async function findDeskAccount(db: Database, id: number) {
  const [row] = await db
    .select({
      ...accountColumns,
      county: farms.pinCounty,
      ...pick(farms, 'addressDescription visitedAt visitedBy payoutsHeldUntil'),
      isProvisional: farms.isPositionProvisional,
      hasPin: isNotNull(phoneLines.pinHash).mapWith(Boolean),
      simChangedAt: phoneLines.simChangedAt,
      releasedNumber: phoneLines.releasedNumber,
      dueCents: dueToFarmer(holders.id),
    })
    .from(holders)
    .leftJoin(farms, eq(farms.userId, holders.id))
    .leftJoin(phoneLines, eq(phoneLines.userId, holders.id))
    .where(eq(holders.id, id));
  return row ?? null;
}

const PRODUCTS_SHOWN = 200;

export const listDeskProducts = (db: Database, farmerId: number) =>
  db
    .select(pick(products, 'id name hiddenAt'))
    .from(products)
    .where(and(eq(products.farmerId, farmerId), isNull(products.deletedAt)))
    .orderBy(isNull(products.hiddenAt), desc(products.id))
    .limit(PRODUCTS_SHOWN);

const FOUND_MAX = 30;

const findAccounts = (db: Database, which: SQL | undefined) =>
  db
    .select(accountColumns)
    .from(holders)
    .leftJoin(farms, eq(farms.userId, holders.id))
    .where(which)
    .orderBy(asc(holders.firstName), asc(holders.lastName), asc(holders.id))
    .limit(FOUND_MAX);

const hasWords = (folded: SQLWrapper, words: readonly string[]) =>
  and(...words.map((word) => sql`${folded} like ${`%${word}%`}`));

const ofPerson = (db: Database, words: readonly string[]) =>
  db.select({ id: holders.id }).from(holders).where(hasWords(holders.foldedText, words));

/**
 * Finds unverified and released numbers too. By users_folded and phone_lines_released. A union,
 * because an OR over two tables would read all of both.
 */
export const searchByNumber = (db: Database, phoneNumber: string) =>
  findAccounts(
    db,
    inArray(
      holders.id,
      union(
        ofPerson(db, foldedWords(phoneNumber)),
        db
          .select({ id: phoneLines.userId })
          .from(phoneLines)
          .where(eq(phoneLines.releasedNumber, phoneNumber)),
      ),
    ),
  );

/** The words may come in any order. By users_folded and farms_folded. */
export function searchByName(db: Database, words: readonly string[]) {
  const ofFarm = db
    .select({ id: farms.userId })
    .from(farms)
    .where(hasWords(farms.foldedName, words));
  return findAccounts(db, inArray(holders.id, union(ofPerson(db, words), ofFarm)));
}

export async function findAccountId(db: Database, address: string) {
  const [row] = await db
    .select({ id: holders.id })
    .from(holders)
    .where(
      or(
        eq(holders.email, address),
        and(eq(holders.phoneNumber, address), isNotNull(holders.phoneVerifiedAt)),
      ),
    );
  return row?.id ?? null;
}

const { releasedNumber, numberChangedAt, simChangedAt } = phoneLines;
const numberHolders = people('holder');

/** Longest first, with the money due to them. `marked`: the column that marks the doubt. */
const listInDoubt = (
  db: Database,
  marked: typeof releasedNumber | typeof simChangedAt,
  since: typeof numberChangedAt | typeof simChangedAt,
) =>
  db
    .select({
      userId: numberHolders.id,
      firstName: numberHolders.firstName,
      lastName: numberHolders.lastName,
      farm: farms.name,
      releasedNumber,
      since,
      dueCents: dueToFarmer(numberHolders.id),
    })
    .from(phoneLines)
    .innerJoin(numberHolders, eq(numberHolders.id, phoneLines.userId))
    .leftJoin(farms, eq(farms.userId, numberHolders.id))
    .where(isNotNull(marked))
    .orderBy(asc(since), asc(phoneLines.userId))
    .limit(OPERATOR_LIST_MAX);

/** By phone_lines_released. */
export const listReleased = (db: Database) => listInDoubt(db, releasedNumber, numberChangedAt);

export const listReportedSims = (db: Database) => listInDoubt(db, simChangedAt, simChangedAt);
