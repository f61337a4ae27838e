import { and, asc, eq, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/queries.ts';
import { returnedStatuses } from '#orders/rules/order-facts.ts';
import { orderRelation } from '#orders/server/queries.ts';
import type { Database } from '#server/db/database.ts';
import { LOTS_LISTED_MAX } from '../rules/lot.ts';
import { lotRides } from './tables.ts';

const farmers = people('farmer');

const isReturned = sql`exists (select from ${orderRelation}
  where ${orderRelation.id} = ${lotRides.orderId} and ${inArray(orderRelation.status, [...returnedStatuses])})`;

/** Without those of suspended farmers, or whose order was cancelled. By lot_rides_carrier. */
export const listRides = (db: Database, lotId: number) =>
  db
    .select({
      id: lotRides.id,
      farmId: lotRides.carrierId,
      farmName: farms.name,
      county: farms.county,
      latitude: farms.latitude,
      longitude: farms.longitude,
      pointIds: lotRides.pointIds,
      priceCents: lotRides.priceCents,
      orderId: lotRides.orderId,
    })
    .from(lotRides)
    .innerJoin(farms, eq(farms.userId, lotRides.carrierId))
    .innerJoin(farmers, eq(farmers.id, lotRides.carrierId))
    .where(and(eq(lotRides.lotId, lotId), isNull(farmers.suspendedAt), not(isReturned)))
    .orderBy(asc(lotRides.priceCents), asc(lotRides.id))
    .limit(LOTS_LISTED_MAX);

/** Also those of suspended carriers, and cancelled ones. By lot_rides_carrier. */
export async function listRideOrders(db: Database, lotId: number) {
  const rows = await db
    .select({ orderId: lotRides.orderId })
    .from(lotRides)
    .where(eq(lotRides.lotId, lotId))
    .orderBy(asc(lotRides.id))
    .limit(LOTS_LISTED_MAX);
  return rows.flatMap(({ orderId }) => orderId ?? []);
}

/** An offer that the buyer has agreed to stays until its order is cancelled. */
export async function deleteRide(tx: Database, lotId: number, carrierId: number) {
  const own = and(eq(lotRides.lotId, lotId), eq(lotRides.carrierId, carrierId));
  await tx.delete(lotRides).where(and(own, or(isNull(lotRides.orderId), isReturned)));
}

/** Empty if the carrier's offer stays. */
export async function replaceRide(tx: Database, ride: typeof lotRides.$inferInsert) {
  await deleteRide(tx, ride.lotId, ride.carrierId);
  const { id } = lotRides;
  return tx.insert(lotRides).values(ride).onConflictDoNothing().returning({ id });
}

export const setRideOrder = (tx: Database, id: number, orderId: number | undefined) =>
  tx.update(lotRides).set({ orderId }).where(eq(lotRides.id, id));

type OfLot = { lotId: number; rideId: number };

export async function isRideTaken(db: Database, { lotId, rideId }: OfLot): Promise<boolean> {
  const taken = and(
    eq(lotRides.id, rideId),
    eq(lotRides.lotId, lotId),
    isNotNull(lotRides.orderId),
  );
  return (await db.$count(lotRides, taken)) > 0;
}
