import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { people, sharesIdentity } from '#accounts/server/people-queries.ts';
import { chordTo, farms, metresOf } from '#farms/server/queries.ts';
import type { Category } from '#products/rules/product-facts.ts';
import { products } from '#products/server/queries.ts';
import { changesForWebhooks } from '#webhooks/server/queries.ts';
import {
  decidedStatuses,
  fillingStatuses,
  LOT_POINTS_MAX,
  LOT_REACH_METRES,
  LOT_TOLD_MAX,
  LOTS_LISTED_MAX,
  PROPOSED_MAX,
  undecidedStatuses,
  unorderedStatuses,
} from '../rules/lot.ts';
import { lotPoints, lotRides, lotShares, lots } from './tables.ts';

const farmers = people('farmer');

export type LotRow = typeof lots.$inferSelect;
export type PointRow = typeof lotPoints.$inferSelect;

/** The fields that next week's lot copies. */
export const termsOf = (lot: LotRow) => {
  const { crop, unit, netWeightKg, quantity, leastQuantity, smallestShare } = lot;
  const { quality, place, repeatsWeekly } = lot;
  const amounts = { netWeightKg, quantity, leastQuantity, smallestShare };
  return { crop, unit, ...amounts, quality, place, repeatsWeekly };
};

// A statement of its own: in a query of one table, drizzle leaves out the tables of columns in an
// expression.
const sumOfShares = sql`select sum(${lotShares.quantity}) from ${lotShares}
  where ${lotShares.lotId} = ${lots.id} and ${inArray(lotShares.status, [...fillingStatuses])}`;
const given = sql<number>`coalesce((${sumOfShares}), 0)::float8`.mapWith(Number);

const lotColumns = getTableColumns(lots);
/** `given`: what fills it. */
const shown = { ...lotColumns, given };

/** The last kilo goes to one farm, because every share waits here. */
export async function lockLot(tx: Database, id: number): Promise<LotRow | null> {
  const [row] = await tx.select(lotColumns).from(lots).where(eq(lots.id, id)).for('no key update');
  return row ?? null;
}

export async function findLot(db: Database, id: number) {
  const [row] = await selectLots(db, eq(lots.id, id));
  return row ?? null;
}

const selectLots = (db: Database, where: SQL | undefined, ...order: SQL[]) =>
  db
    .select(shown)
    .from(lots)
    .where(where)
    .orderBy(...order)
    .limit(LOTS_LISTED_MAX);

export async function insertLot(
  tx: Database,
  lot: typeof lots.$inferInsert,
  points: Omit<typeof lotPoints.$inferInsert, 'id' | 'lotId'>[],
): Promise<number | null> {
  const [row] = await tx
    .insert(lots)
    .values(lot)
    .onConflictDoNothing({ target: lots.previousId })
    .returning({ id: lots.id });
  if (!row) return null;
  await tx.insert(lotPoints).values(points.map((point) => ({ ...point, lotId: row.id })));
  await recordLot(tx, { lotId: row.id }, lot.createdAt);
  return row.id;
}

/** By lots_repeated_once. */
export const countRepeated = (tx: Database, lotId: number) =>
  tx.$count(lots, eq(lots.previousId, lotId));

/** The caller has locked the lot. */
export async function updateLot(
  tx: Database,
  id: number,
  change: Partial<Omit<typeof lots.$inferInsert, 'id'>>,
) {
  await tx.update(lots).set(change).where(eq(lots.id, id));
}

type Recorded = { lotId: number; farmerIds?: number[] };

/** For the webhooks of the buyer and of these farms, or of all with a share. */
export const recordLot = (tx: Database, { lotId, farmerIds }: Recorded, now: Date) => {
  const isTold = farmerIds
    ? inArray(lotShares.farmerId, farmerIds)
    : sql`${lotShares.status} <> 'over'`;
  return tx.execute(
    changesForWebhooks(
      sql`select user_id, 'lot/' || ${lotId}::int as subject from (
        select ${lots.buyerId} as user_id from ${lots} where ${lots.id} = ${lotId}
        union select ${lotShares.farmerId} from ${lotShares}
          where ${lotShares.lotId} = ${lotId} and ${isTold}) as told`,
      { type: sql`'lot.changed'`, now: sql`${now.toISOString()}::timestamptz` },
    ),
  );
};

/** Lots whose webhook events contain data of this person. */
export const lotsAbout = (db: Database, userId: number) =>
  db
    .select({ id: lots.id })
    .from(lots)
    .where(
      sql`${lots.buyerId} = ${userId} or ${lots.id} in (
        select ${lotShares.lotId} from ${lotShares} where ${lotShares.farmerId} = ${userId}
        union all select ${lotRides.lotId} from ${lotRides} where ${lotRides.carrierId} = ${userId})`,
    );

type Counted = { buyerId: number; since: Date };

/** Also lots that ended since then, because farms were told of each. By lots_buyer. */
export const countLots = (db: Database, { buyerId, since }: Counted) =>
  db.$count(
    lots,
    and(
      eq(lots.buyerId, buyerId),
      or(inArray(lots.status, undecidedStatuses), gt(lots.createdAt, since)),
    ),
  );

export const listPoints = (db: Database, lotIds: number[]): Promise<PointRow[]> =>
  db
    .select(getTableColumns(lotPoints))
    .from(lotPoints)
    .where(inArray(lotPoints.lotId, lotIds))
    .orderBy(asc(lotPoints.id))
    .limit(LOTS_LISTED_MAX * 5);

/** From the farm to the point of a query that joins both. */
const metres = metresOf(chordTo(lotPoints)).mapWith(Number);
const nearest = sql<number>`min(${metres})`.mapWith(Number);

/** From each farm to each point, the nearest first. */
export const listDistances = (
  db: Database,
  { lotId, farmerIds }: { lotId: number; farmerIds: number[] },
) =>
  db
    .select({ farmerId: farms.userId, pointId: lotPoints.id, metres })
    .from(farms)
    .innerJoin(lotPoints, eq(lotPoints.lotId, lotId))
    .where(inArray(farms.userId, farmerIds))
    .orderBy(metres, asc(lotPoints.id))
    .limit(PROPOSED_MAX * LOT_POINTS_MAX);

type Told = { lot: LotRow; group: Category; toldBefore: number[] };

/**
 * Farms within reach that offer or have offered the crop, or another of its group; nearest first.
 */
export async function listFarmsToTell(db: Database, { lot, group, toldBefore }: Told) {
  const rows = await db
    .select({ id: farms.userId })
    .from(farms)
    .innerJoin(farmers, eq(farmers.id, farms.userId))
    .innerJoin(lotPoints, eq(lotPoints.lotId, lot.id))
    .where(
      and(
        isNull(farmers.suspendedAt),
        lte(metres, LOT_REACH_METRES),
        sql`exists (select from ${products} where ${products.farmerId} = ${farms.userId}
          and (${products.crop} = ${lot.crop} or ${products.category} = ${group}))`,
        sql`not ${sharesIdentity(sql`${lot.buyerId}::int`, farms.userId)}`,
        sql`${farms.userId} <> all(${sql.param(toldBefore)}::int[])`,
      ),
    )
    .groupBy(farms.userId)
    .orderBy(nearest, asc(farms.userId))
    .limit(LOT_TOLD_MAX);
  return rows.map(({ id }) => id);
}

const isShown = (now: Date) => and(eq(lots.status, 'open'), gt(lots.closesAt, now));

/** The first to close first. By lots_open. */
export const listOpenLots = (
  db: Database,
  { crop, now }: { crop?: string | undefined; now: Date },
) =>
  selectLots(
    db,
    and(isShown(now), crop ? eq(lots.crop, crop) : undefined),
    ...[asc(lots.closesAt), asc(lots.id)],
  );

/** Newest first. By lots_buyer. */
export const listLotsOf = (db: Database, buyerId: number) =>
  selectLots(db, eq(lots.buyerId, buyerId), desc(lots.id));

/** Also lots that the farm has a share of; nearest first. By lots_open and lot_shares_farmer. */
export const listLotsNear = (db: Database, farmerId: number, now: Date) =>
  db
    .select({ ...shown, metres: nearest })
    .from(lots)
    .innerJoin(farms, eq(farms.userId, farmerId))
    .innerJoin(lotPoints, eq(lotPoints.lotId, lots.id))
    .where(
      or(
        and(isShown(now), lte(metres, LOT_REACH_METRES)),
        sql`exists (select from ${lotShares} where ${lotShares.lotId} = ${lots.id}
          and ${lotShares.farmerId} = ${farmerId} and ${lotShares.status} <> 'over')`,
      ),
    )
    .groupBy(lots.id)
    .orderBy(nearest, asc(lots.id))
    .limit(LOTS_LISTED_MAX);

const DUE_AT_ONCE = 200;

type Due = { now: Date; yesterday: Day; after: number };

/**
 * A suspended buyer's lots are due at once, and taken ones until the day after theirs, on which
 * what was not ordered ends. By lots_open, lots_closed and lots_taken.
 */
export function listDueLots(db: Database, { now, yesterday, after }: Due) {
  const isBuyerSuspended = sql`exists (select from ${farmers} where ${farmers.id} = ${lots.buyerId}
    and ${farmers.suspendedAt} is not null)`;
  const isTurnOver = sql`exists (select from ${lotShares} where ${lotShares.lotId} = ${lots.id}
    and ${lotShares.status} = 'asked' and ${lotShares.askedUntil} <= ${now.toISOString()}::timestamptz)`;
  return db
    .select({ id: lots.id })
    .from(lots)
    .where(
      and(
        gt(lots.id, after),
        or(
          and(
            eq(lots.status, 'open'),
            or(lte(lots.closesAt, now), isNull(lots.toldAt), isBuyerSuspended, isTurnOver),
          ),
          eq(lots.status, 'closed'),
          and(eq(lots.status, 'taken'), gte(lots.day, yesterday)),
        ),
      ),
    )
    .orderBy(asc(lots.id))
    .limit(DUE_AT_ONCE);
}

/**
 * Lots and shares that a deletion of the account must end first. By lots_buyer, lot_shares_farmer.
 */
export async function listUnderWay(tx: Database, userId: number): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ id: lots.id })
    .from(lots)
    .leftJoin(lotShares, eq(lotShares.lotId, lots.id))
    .where(
      or(
        and(eq(lots.buyerId, userId), inArray(lots.status, [...undecidedStatuses, 'taken'])),
        and(eq(lotShares.farmerId, userId), inArray(lotShares.status, [...unorderedStatuses])),
      ),
    )
    .orderBy(asc(lots.id))
    .limit(1000);
  return rows.map(({ id }) => id);
}

/** By lots_created. */
export async function deleteLotsBefore(db: Database, before: Date) {
  const isDecided = inArray(lots.status, decidedStatuses);
  await db.delete(lots).where(and(isDecided, lt(lots.createdAt, before)));
}

/**
 * Before the account of a buyer goes. PostgreSQL would clear `enteredBy` of the shares that the
 * buyer entered as a clerk, and then not find their lot.
 */
export const deleteLotsOf = (tx: Database, buyerId: number) =>
  tx.delete(lots).where(eq(lots.buyerId, buyerId));
