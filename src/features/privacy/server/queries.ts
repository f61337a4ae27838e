import { asc, eq } from 'drizzle-orm';
import { knownDevices, sessions } from '#features/accounts/server/tables/sessions.ts';
import { buyers, users } from '#features/accounts/server/tables/users.ts';
import { farms } from '#features/farms/server/tables.ts';
import { photos, products, stockMovements } from '#features/products/server/tables.ts';
import type { Database } from '#platform/server/db/database.ts';

/**
 * More rows of one kind than any one person has; a list without a bound could be made to fill the
 * memory.
 */
export const ROWS_MAX = 50_000;

/** Some rows of a list, by its own order. */
export type Rows = { limit: number; offset: number };
export const ALL_ROWS: Rows = { limit: ROWS_MAX, offset: 0 };

/** Every row about one person, by subject. */
export async function readPerson(db: Database, userId: number) {
  const { farm, ...rest } = await readSingleRows(db, userId);
  return {
    ...rest,
    farm: farm && {
      ...farm,
      products: await readProducts(db, userId),
      photos: await readPhotos(db, userId),
      stockMovements: await readMovements(db, userId),
    },
    sessions: await readSessions(db, userId),
    knownDevices: await readDevices(db, userId),
  };
}

/** The lists among them, which can be read in parts. */
export const farmLists = {
  products: readProducts,
  photos: readPhotos,
  stockMovements: readMovements,
};
export const personLists = { sessions: readSessions, knownDevices: readDevices };

/**
 * What there is once of a person. Hashes of secrets are left out: they are of no use to anyone but
 * a guesser.
 */
export async function readSingleRows(db: Database, userId: number) {
  const [account] = await db
    .select({
      id: users.id,
      email: users.email,
      role: users.role,
      firstName: users.firstName,
      lastName: users.lastName,
      phoneNumber: users.phoneNumber,
      phoneVerifiedAt: users.phoneVerifiedAt,
      signedUpBy: users.signedUpBy,
      nationalId: users.nationalId,
      language: users.language,
      emailVerifiedAt: users.emailVerifiedAt,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  const [buyer] = await db
    .select({
      businessName: buyers.businessName,
      businessType: buyers.businessType,
      deliveryAddress: buyers.deliveryAddress,
      city: buyers.city,
    })
    .from(buyers)
    .where(eq(buyers.userId, userId));
  return {
    account: account ?? null,
    buyer: buyer ?? null,
    farm: await readFarm(db, userId),
  };
}

async function readFarm(db: Database, userId: number) {
  const [farm] = await db
    .select({
      name: farms.name,
      farmType: farms.farmType,
      farmSize: farms.farmSize,
      county: farms.county,
      pinCounty: farms.pinCounty,
      subcounty: farms.subcounty,
      addressDescription: farms.addressDescription,
      latitude: farms.latitude,
      longitude: farms.longitude,
      coverageRadiusMetres: farms.coverageRadiusMetres,
      gpsLatitude: farms.gpsLatitude,
      gpsLongitude: farms.gpsLongitude,
      gpsAccuracyMetres: farms.gpsAccuracyMetres,
      gpsTakenAt: farms.gpsTakenAt,
      visitedAt: farms.visitedAt,
      deliveryFeeCents: farms.deliveryFeeCents,
      minimumOrderCents: farms.minimumOrderCents,
      payoutsHeldUntil: farms.payoutsHeldUntil,
    })
    .from(farms)
    .where(eq(farms.userId, userId));
  return farm ?? null;
}

async function readProducts(db: Database, farmerId: number, { limit, offset }: Rows = ALL_ROWS) {
  return db
    .select({
      id: products.id,
      name: products.name,
      category: products.category,
      crop: products.crop,
      description: products.description,
      quantity: products.quantity,
      unit: products.unit,
      priceCents: products.priceCents,
      netWeightKg: products.netWeightKg,
      isOrganic: products.isOrganic,
      harvestDate: products.harvestDate,
      expiryDate: products.expiryDate,
      status: products.status,
      capturedMetresFromFarm: products.capturedMetresFromFarm,
      capturedPositionAt: products.capturedPositionAt,
      createdAt: products.createdAt,
      updatedAt: products.updatedAt,
      deletedAt: products.deletedAt,
    })
    .from(products)
    .where(eq(products.farmerId, farmerId))
    .orderBy(asc(products.id))
    .limit(limit)
    .offset(offset);
}

async function readPhotos(db: Database, farmerId: number, { limit, offset }: Rows = ALL_ROWS) {
  return db
    .select({
      id: photos.id,
      contentHash: photos.contentHash,
      productId: photos.productId,
      state: photos.state,
      takenAt: photos.takenAt,
      createdAt: photos.createdAt,
    })
    .from(photos)
    .where(eq(photos.farmerId, farmerId))
    .orderBy(asc(photos.id))
    .limit(limit)
    .offset(offset);
}

async function readMovements(db: Database, farmerId: number, { limit, offset }: Rows = ALL_ROWS) {
  return db
    .select({
      productId: stockMovements.productId,
      change: stockMovements.change,
      unit: stockMovements.unit,
      reason: stockMovements.reason,
      movedAt: stockMovements.movedAt,
    })
    .from(stockMovements)
    .innerJoin(products, eq(products.id, stockMovements.productId))
    .where(eq(products.farmerId, farmerId))
    .orderBy(asc(stockMovements.id))
    .limit(limit)
    .offset(offset);
}

async function readSessions(db: Database, userId: number, { limit, offset }: Rows = ALL_ROWS) {
  return db
    .select({
      device: sessions.device,
      isRemembered: sessions.isRemembered,
      isByEmail: sessions.isByEmail,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      endsAt: sessions.endsAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.id))
    .limit(limit)
    .offset(offset);
}

async function readDevices(db: Database, userId: number, { limit, offset }: Rows = ALL_ROWS) {
  return db
    .select({ firstLoginAt: knownDevices.firstLoginAt, lastLoginAt: knownDevices.lastLoginAt })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(asc(knownDevices.firstLoginAt), asc(knownDevices.tokenHash))
    .limit(limit)
    .offset(offset);
}
