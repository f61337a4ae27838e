import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { isAccount, people } from '#accounts/server/people-queries.ts';
import { SIGNED_UP_SHOWN } from '#farms/rules/limits.ts';
import type { GpsFix } from '#platform/rules/fields.ts';
import type { Position } from '#platform/rules/geo.ts';
import type { Database } from '#platform/server/db/database.ts';
import { farms } from './tables.ts';

const farmers = people('farmer');

export async function insertFarm(db: Database, farm: typeof farms.$inferInsert) {
  await db.insert(farms).values(farm);
}

export async function findFarmerProfile(db: Database, userId: number) {
  const [row] = await db
    .select({
      id: farmers.id,
      firstName: farmers.firstName,
      lastName: farmers.lastName,
      email: farmers.email,
      phoneNumber: farmers.phoneNumber,
      emailVerifiedAt: farmers.emailVerifiedAt,
      farmName: farms.name,
      farmType: farms.farmType,
      farmSize: farms.farmSize,
      about: farms.about,
      county: farms.county,
      pinCounty: farms.pinCounty,
      subcounty: farms.subcounty,
      addressDescription: farms.addressDescription,
      latitude: farms.latitude,
      longitude: farms.longitude,
      coverageRadiusMetres: farms.coverageRadiusMetres,
      gpsAccuracyMetres: farms.gpsAccuracyMetres,
      isGpsDoubtful: farms.isGpsDoubtful,
      isPositionProvisional: farms.isPositionProvisional,
      visitedAt: farms.visitedAt,
      deliveryFeeCents: farms.deliveryFeeCents,
      minimumOrderCents: farms.minimumOrderCents,
      payoutsHeldUntil: farms.payoutsHeldUntil,
    })
    .from(farmers)
    .innerJoin(farms, eq(farms.userId, farmers.id))
    .where(eq(farmers.id, userId));
  return row ?? null;
}

/** Newest first. By users_signed_up_by_index. */
export async function listFarmersSignedUpBy(db: Database, agentId: number) {
  return db
    .select({
      farmerId: farmers.id,
      firstName: farmers.firstName,
      lastName: farmers.lastName,
      phoneVerifiedAt: farmers.phoneVerifiedAt,
      farmName: farms.name,
      signedUpAt: farmers.createdAt,
    })
    .from(farmers)
    .innerJoin(farms, eq(farms.userId, farmers.id))
    .where(eq(farmers.signedUpBy, agentId))
    .orderBy(desc(farmers.createdAt), desc(farmers.id))
    .limit(SIGNED_UP_SHOWN);
}

/** Null also for a suspended farmer. */
export async function findFarm(db: Database, farmId: number) {
  const [row] = await db
    .select({
      farmId: farms.userId,
      farmName: farms.name,
      farmType: farms.farmType,
      farmSize: farms.farmSize,
      about: farms.about,
      coverageRadiusMetres: farms.coverageRadiusMetres,
      farmerFirstName: farmers.firstName,
      county: farms.pinCounty,
      latitude: sql<number>`round(${farms.latitude}::numeric, 2)::float8`,
      longitude: sql<number>`round(${farms.longitude}::numeric, 2)::float8`,
      gpsAccuracyMetres: farms.gpsAccuracyMetres,
      isGpsDoubtful: farms.isGpsDoubtful,
      isPositionProvisional: farms.isPositionProvisional,
      farmVisitedAt: farms.visitedAt,
      farmVisitedBy: farms.visitedBy,
      deliveryFeeCents: farms.deliveryFeeCents,
      minimumOrderCents: farms.minimumOrderCents,
    })
    .from(farms)
    .innerJoin(farmers, eq(farmers.id, farms.userId))
    .where(and(eq(farms.userId, farmId), isNull(farmers.suspendedAt)));
  return row ?? null;
}

type FarmChange = Omit<PgUpdateSetSource<typeof farms>, 'userId'>;

export async function updateFarm(db: Database, userId: number, change: FarmChange) {
  await db.update(farms).set(change).where(eq(farms.userId, userId));
}

export async function findFarmPosition(db: Database, farmerId: number) {
  const [row] = await db
    .select({ latitude: farms.latitude, longitude: farms.longitude })
    .from(farms)
    .where(eq(farms.userId, farmerId));
  return row ?? null;
}

export async function findFarmCounty(db: Database, farmerId: number): Promise<string> {
  const [row] = await db
    .select({ county: farms.pinCounty })
    .from(farms)
    .where(eq(farms.userId, farmerId));
  return row?.county ?? '';
}

export async function lockFarm(db: Database, farmerId: number) {
  await db
    .select({ id: farms.userId })
    .from(farms)
    .where(eq(farms.userId, farmerId))
    .for('no key update');
}

/** Null if it was never measured. By primary key. */
export async function lockLastFix(db: Database, userId: number): Promise<GpsFix | null> {
  const [row] = await db
    .select({
      latitude: farms.gpsLatitude,
      longitude: farms.gpsLongitude,
      accuracy: farms.gpsAccuracyMetres,
      takenAt: farms.gpsTakenAt,
    })
    .from(farms)
    .where(eq(farms.userId, userId))
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
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`gps fix ${latitude} ${longitude}`}, 0))`,
  );
}

const isOfFix = ({ latitude, longitude }: Position) =>
  and(eq(farms.gpsLatitude, latitude), eq(farms.gpsLongitude, longitude));

/** By farms_gps. */
export async function countOtherFarmsOfFix(
  db: Database,
  userId: number,
  fix: Position,
): Promise<number> {
  return db.$count(farms, and(isOfFix(fix), ne(farms.userId, userId)));
}

/** Returns the farmers whose badge was not in doubt before. */
export async function markFixDoubtful(db: Database, fix: Position): Promise<number[]> {
  const rows = await db
    .update(farms)
    .set({ isGpsDoubtful: true })
    .where(and(isOfFix(fix), eq(farms.isGpsDoubtful, false)))
    .returning({ userId: farms.userId });
  return rows.map(({ userId }) => userId);
}

/** By an email, a verified phone number or a farmer's id. */
export async function lockVisit(db: Database, account: string | number) {
  const [row] = await db
    .select({
      userId: farms.userId,
      visitedAt: farms.visitedAt,
      visitedBy: farms.visitedBy,
      latitude: farms.latitude,
      longitude: farms.longitude,
    })
    .from(farms)
    .innerJoin(farmers, eq(farmers.id, farms.userId))
    .where(isAccount(farmers, account))
    .for('no key update', { of: farms });
  return row ?? null;
}
