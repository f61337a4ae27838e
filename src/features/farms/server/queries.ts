import { and, desc, eq, isNull, ne, type SQLWrapper, sql } from 'drizzle-orm';
import { type PgUpdateSetSource, QueryBuilder } from 'drizzle-orm/pg-core';
import { isAccount, people } from '#accounts/server/people-queries.ts';
import { EARTH_RADIUS_METRES } from '#rules/geo.ts';
import { firstRow, lockName, pick } from '#server/database.ts';
import { COVERAGE_RADIUS_MAX_METRES, SIGNED_UP_SHOWN } from '../rules/farm.ts';
import { farms as farmTable } from './tables.ts';

const farmers = people('farmer');

export async function insertFarm(db: Database, farm: typeof farmTable.$inferInsert) {
  await db.insert(farmTable).values(farm);
}

export const findFarmerProfile = (db: Database, userId: number) =>
  firstRow(
    db
      .select({
        ...pick(farmers, 'id firstName lastName email phoneNumber emailVerifiedAt'),
        farmName: farmTable.name,
        ...pick(
          farmTable,
          'farmType farmSize about county pinCounty subcounty addressDescription latitude longitude',
          'coverageRadiusMetres gpsAccuracyMetres isGpsDoubtful isPositionProvisional visitedAt',
          'deliveryFeeCents minimumOrderCents payoutsHeldUntil',
        ),
      })
      .from(farmers)
      .innerJoin(farmTable, eq(farmTable.userId, farmers.id))
      .where(eq(farmers.id, userId)),
  );

/** Newest first. By users_signed_up_by_index. */
export async function listFarmersSignedUpBy(db: Database, agentId: number) {
  return db
    .select({
      farmerId: farmers.id,
      ...pick(farmers, 'firstName lastName phoneVerifiedAt'),
      farmName: farmTable.name,
      signedUpAt: farmers.createdAt,
    })
    .from(farmers)
    .innerJoin(farmTable, eq(farmTable.userId, farmers.id))
    .where(eq(farmers.signedUpBy, agentId))
    .orderBy(desc(farmers.createdAt), desc(farmers.id))
    .limit(SIGNED_UP_SHOWN);
}

/** Null also for a suspended farmer. */
export const findFarm = (db: Database, farmId: number) =>
  firstRow(
    db
      .select({
        farmId: farmTable.userId,
        farmName: farmTable.name,
        ...pick(farmTable, 'farmType farmSize about coverageRadiusMetres'),
        farmerFirstName: farmers.firstName,
        county: farmTable.pinCounty,
        latitude: sql<number>`round(${farmTable.latitude}::numeric, 2)::float8`,
        longitude: sql<number>`round(${farmTable.longitude}::numeric, 2)::float8`,
        ...pick(farmTable, 'gpsAccuracyMetres isGpsDoubtful isPositionProvisional'),
        farmVisitedAt: farmTable.visitedAt,
        farmVisitedBy: farmTable.visitedBy,
        deliveryFeeCents: farmTable.deliveryFeeCents,
        minimumOrderCents: farmTable.minimumOrderCents,
      })
      .from(farmTable)
      .innerJoin(farmers, eq(farmers.id, farmTable.userId))
      .where(and(eq(farmTable.userId, farmId), isNull(farmers.suspendedAt))),
  );

type FarmChange = Omit<PgUpdateSetSource<typeof farmTable>, 'userId'>;

export async function updateFarm(db: Database, userId: number, change: FarmChange) {
  await db.update(farmTable).set(change).where(eq(farmTable.userId, userId));
}

export const findFarmPosition = (db: Database, farmerId: number) =>
  firstRow(
    db
      .select({ latitude: farmTable.latitude, longitude: farmTable.longitude })
      .from(farmTable)
      .where(eq(farmTable.userId, farmerId)),
  );

export async function findFarmCounty(db: Database, farmerId: number) {
  const [row] = await db
    .select({ county: farmTable.pinCounty })
    .from(farmTable)
    .where(eq(farmTable.userId, farmerId));
  return row?.county ?? '';
}

export async function lockFarm(db: Database, farmerId: number) {
  await db
    .select({ id: farmTable.userId })
    .from(farmTable)
    .where(eq(farmTable.userId, farmerId))
    .for('no key update');
}

/** Null if it was never measured. By primary key. */
export async function lockLastFix(db: Database, userId: number) {
  const [row] = await db
    .select({
      latitude: farmTable.gpsLatitude,
      longitude: farmTable.gpsLongitude,
      accuracy: farmTable.gpsAccuracyMetres,
      takenAt: farmTable.gpsTakenAt,
    })
    .from(farmTable)
    .where(eq(farmTable.userId, userId))
    .for('no key update');
  if (
    !row ||
    row.latitude === null ||
    row.longitude === null ||
    row.accuracy === null ||
    row.takenAt === null
  )
    return null;
  return {
    latitude: row.latitude,
    longitude: row.longitude,
    accuracy: row.accuracy,
    takenAt: row.takenAt.toISOString(),
  };
}

/** An advisory lock, so that concurrent farms with the same fix see each other. */
export async function lockFix(db: Database, { latitude, longitude }: Position) {
  await lockName(db, `gps fix ${latitude} ${longitude}`);
}

const isOfFix = ({ latitude, longitude }: Position) =>
  and(eq(farmTable.gpsLatitude, latitude), eq(farmTable.gpsLongitude, longitude));

export async function countOtherFarmsOfFix(db: Database, userId: number, fix: Position) {
  return db.$count(farmTable, and(isOfFix(fix), ne(farmTable.userId, userId)));
}

/** Returns the farmers whose badge was not in doubt before. */
export async function markFixDoubtful(db: Database, fix: Position) {
  const rows = await db
    .update(farmTable)
    .set({ isGpsDoubtful: true })
    .where(and(isOfFix(fix), eq(farmTable.isGpsDoubtful, false)))
    .returning({ userId: farmTable.userId });
  return rows.map(({ userId }) => userId);
}

export const lockVisit = (db: Database, account: string | number) =>
  firstRow(
    db
      .select(pick(farmTable, 'userId visitedAt visitedBy latitude longitude'))
      .from(farmTable)
      .innerJoin(farmers, eq(farmers.id, farmTable.userId))
      .where(isAccount(farmers, account))
      .for('no key update', { of: farmTable }),
  );

export const farms = new QueryBuilder()
  .select({
    userId: farmTable.userId,
    name: farmTable.name,
    foldedName: sql<string>`fold_text(${farmTable.name})`.as('folded_name'),
    ...pick(
      farmTable,
      'farmType farmSize county subcounty addressDescription latitude longitude pinCounty sphere',
      'coverageRadiusMetres gpsAccuracyMetres isGpsDoubtful isPositionProvisional visitedAt',
      'visitedBy deliveryFeeCents minimumOrderCents payoutsHeldUntil',
    ),
  })
  .from(farmTable)
  .as('farms');

const EARTH_DIAMETER_METRES = 2 * EARTH_RADIUS_METRES;
const LONGEST_DELIVERY_CHORD = 2 * Math.sin(COVERAGE_RADIUS_MAX_METRES / EARTH_DIAMETER_METRES);
const figure = (value: number) => sql.raw(`${value}::float8`);

/** The length in metres of the arc over a chord of the unit sphere. */
export const metresOf = (chord: SQLWrapper) =>
  sql<number>`(${figure(EARTH_DIAMETER_METRES)} * asin(least(1, ${chord} / 2)))`;

type Place = { latitude: SQLWrapper; longitude: SQLWrapper };

const onSphere = ({ latitude, longitude }: Place) => {
  const [lat, lon] = [sql`radians(${latitude})`, sql`radians(${longitude})`];
  return sql`cube(array[cos(${lat}) * cos(${lon}), cos(${lat}) * sin(${lon}), sin(${lat})])`;
};

/** Orders by nearness to a place. By farms_sphere. */
export const chordTo = (place: Place) => sql`(${farms.sphere} <-> ${onSphere(place)})`;

export function deliversTo(at: Place) {
  const place = onSphere(at);
  const metres = metresOf(sql`(${farms.sphere} <-> ${place})`);
  return sql`(${farms.sphere} <@ cube_enlarge(${place}, ${figure(LONGEST_DELIVERY_CHORD)}, 3)
    and ${metres} <= ${farms.coverageRadiusMetres})`;
}
