import { QueryBuilder } from 'drizzle-orm/pg-core';
import { farms as table } from './tables.ts';

/** The columns of farms that other features may join. PostgreSQL plans it like the table itself. */
export const farms = new QueryBuilder()
  .select({
    userId: table.userId,
    name: table.name,
    farmType: table.farmType,
    farmSize: table.farmSize,
    county: table.county,
    subcounty: table.subcounty,
    addressDescription: table.addressDescription,
    latitude: table.latitude,
    longitude: table.longitude,
    pinCounty: table.pinCounty,
    sphere: table.sphere,
    coverageRadiusMetres: table.coverageRadiusMetres,
    gpsAccuracyMetres: table.gpsAccuracyMetres,
    isGpsDoubtful: table.isGpsDoubtful,
    visitedAt: table.visitedAt,
    deliveryFeeCents: table.deliveryFeeCents,
    minimumOrderCents: table.minimumOrderCents,
    payoutsHeldUntil: table.payoutsHeldUntil,
  })
  .from(table)
  .as('farms');
