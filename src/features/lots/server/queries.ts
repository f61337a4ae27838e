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
  sql,
} from 'drizzle-orm';
import { people, sharesIdentity } from '#accounts/server/people-queries.ts';
import { chordTo, farms, metresOf } from '#farms/server/queries.ts';
import type { Category } from '#products/rules/product-facts.ts';
import { products } from '#products/server/queries.ts';
import type { Day } from '#rules/day.ts';
import { distanceMetres, type Position } from '#rules/geo.ts';
import type { Database } from '#server/db/database.ts';
import { changesForWebhooks } from '#webhooks/server/queries.ts';
import {
  fillingStatuses,
  LOT_REACH_METRES,
  LOT_TOLD_MAX,
  LOTS_LISTED_MAX,
  type LotStatus,
} from '../rules/lot.ts';
import { lotPoints, lotRides, lotShares, lots } from './tables.ts';

const farmers = people('farmer');

export type LotRow = typeof lots.$inferSelect;
export type PointRow = typeof lotPoints.$inferSelect;

// A statement of its own: in a query of one table, drizzle leaves out the tables of columns in an
// expression.
const sumOfShares = sql`select sum(${lotShares.quantity}) from ${lotShares}
  where ${lotShares.lotId} = ${lots.id} and ${inArray(lotShares.status, [...fillingStatuses])}`;
const given = sql<number>`coalesce((${sumOfShares}), 0)::float8`.mapWith(Number);

const lotColumns = getTableColumns(lots);
const shown = { ...lotColumns, given };

/** The last kilo goes to one farm, because every share waits here. */
export async function lockLot(tx: Database, id: number): Promise<LotRow | null> {
  const [row] = await tx.select(lotColumns).from(lots).where(eq(lots.id, id)).for('no key update');
  return row ?? null;
}

/** `given`: what fills it. */
export async function findLot(db: Database, id: number) {
  const [row] = await db.select(shown).from(lots).where(eq(lots.id, id));
  return row ?? null;
}

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
      or(inArray(lots.status, ['open', 'closed']), gt(lots.createdAt, since)),
    ),
  );

export const listPoints = (db: Database, lotIds: number[]): Promise<PointRow[]> =>
  db
    .select(getTableColumns(lotPoints))
    .from(lotPoints)
    .where(inArray(lotPoints.lotId, lotIds))
    .orderBy(asc(lotPoints.id))
    .limit(LOTS_LISTED_MAX * 5);

const degrees = (value: number) => sql`${value}::float8`;
/** In metres, from a farm. */
const nearest = (points: PointRow[]) =>
  sql<number>`least(${sql.join(
    points.map(({ latitude, longitude }) =>
      metresOf(chordTo({ latitude: degrees(latitude), longitude: degrees(longitude) })),
    ),
    sql`, `,
  )})`.mapWith(Number);

/** From each farm to each point, nearest first. */
export async function measurePoints(db: Database, farmerIds: number[], points: PointRow[]) {
  const rows = await db
    .select({ id: farms.userId, latitude: farms.latitude, longitude: farms.longitude })
    .from(farms)
    .where(inArray(farms.userId, farmerIds));
  const measured = (farm: Position) =>
    points
      .map(({ id, ...point }) => ({ id, metres: distanceMetres(farm, point) }))
      .sort((one, other) => one.metres - other.metres);
  return new Map(rows.map(({ id, ...farm }) => [id, measured(farm)]));
}

type Told = { lot: LotRow; points: PointRow[]; group: Category };

/**
 * Farms within reach that offer or have offered the crop, or another of its group; nearest first.
 * Without those of the week before, who were told earlier.
 */
export async function listFarmsToTell(db: Database, { lot, points, group }: Told) {
  const metres = nearest(points);
  const rows = await db
    .select({ id: farms.userId })
    .from(farms)
    .innerJoin(farmers, eq(farmers.id, farms.userId))
    .where(
      and(
        isNull(farmers.suspendedAt),
        sql`${metres} <= ${LOT_REACH_METRES}`,
        sql`exists (select from ${products} where ${products.farmerId} = ${farms.userId}
          and (${products.crop} = ${lot.crop} or ${products.category} = ${group}))`,
        sql`not ${sharesIdentity(sql`${lot.buyerId}::int`, farms.userId)}`,
        sql`${farms.userId} <> all (${previousFarms(lot.previousId)})`,
      ),
    )
    .orderBy(metres, asc(farms.userId))
    .limit(LOT_TOLD_MAX);
  return rows.map(({ id }) => id);
}

const previousFarms = (previousId: number | null) => sql`array(select ${lotShares.farmerId}
  from ${lotShares} where ${lotShares.lotId} = ${previousId}::int and ${lotShares.status} = 'ordered')`;

const isShown = (now: Date) => and(eq(lots.status, 'open'), gt(lots.closesAt, now));

/** The first to close first. By lots_open. */
export const listOpenLots = (
  db: Database,
  { crop, now }: { crop?: string | undefined; now: Date },
) =>
  db
    .select(shown)
    .from(lots)
    .where(and(isShown(now), crop ? eq(lots.crop, crop) : undefined))
    .orderBy(asc(lots.closesAt), asc(lots.id))
    .limit(LOTS_LISTED_MAX);

/** Also lots that the farm has a share of; nearest first. By lots_open and lot_shares_farmer. */
export async function listLotsNear(db: Database, farmerId: number, now: Date) {
  const metres = sql<number>`(select min(${metresOf(
    chordTo({ latitude: lotPoints.latitude, longitude: lotPoints.longitude }),
  )}) from ${lotPoints} where ${lotPoints.lotId} = ${lots.id})`.mapWith(Number);
  const own = sql`exists (select from ${lotShares} where ${lotShares.lotId} = ${lots.id}
    and ${lotShares.farmerId} = ${farmerId} and ${lotShares.status} <> 'over')`;
  return db
    .select({ ...shown, metres })
    .from(lots)
    .innerJoin(farms, eq(farms.userId, farmerId))
    .where(or(and(isShown(now), sql`${metres} <= ${LOT_REACH_METRES}`), own))
    .orderBy(metres, asc(lots.id))
    .limit(LOTS_LISTED_MAX);
}

/** Newest first. By lots_buyer. */
export const listLotsOf = (db: Database, buyerId: number) =>
  db
    .select(shown)
    .from(lots)
    .where(eq(lots.buyerId, buyerId))
    .orderBy(desc(lots.id))
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
        and(eq(lots.buyerId, userId), inArray(lots.status, ['open', 'closed', 'taken'])),
        and(
          eq(lotShares.farmerId, userId),
          inArray(lotShares.status, ['given', 'asked', 'waiting']),
        ),
      ),
    )
    .orderBy(asc(lots.id))
    .limit(1000);
  return rows.map(({ id }) => id);
}

/** By lots_created. */
export async function deleteLotsBefore(db: Database, before: Date) {
  const ended: LotStatus[] = ['taken', 'letGo', 'lapsed'];
  await db.delete(lots).where(and(inArray(lots.status, ended), lt(lots.createdAt, before)));
}
