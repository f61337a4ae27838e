import {
  and,
  asc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/queries.ts';
import {
  acceptedStatuses,
  reservingStatuses,
  returnedStatuses,
} from '#orders/rules/order-facts.ts';
import { isFarmersDoing, orderLineRelation, orderRelation } from '#orders/server/queries.ts';
import { products } from '#products/server/queries.ts';
import {
  fillingStatuses,
  LOT_SHARES_MAX,
  LOTS_LISTED_MAX,
  type ShareStatus,
} from '../rules/lot.ts';
import { recordLot } from './queries.ts';
import { lotPoints, lotRides, lotShares } from './tables.ts';

const farmers = people('farmer');

const selectShares = (db: Database) =>
  db
    .select({ ...getTableColumns(lotShares), point: getTableColumns(lotPoints) })
    .from(lotShares)
    .innerJoin(lotPoints, eq(lotPoints.id, lotShares.pointId));

export type ShareRow = Awaited<ReturnType<typeof selectShares>>[number];

const isOrdered = (lotId: number) =>
  and(eq(lotShares.lotId, lotId), eq(lotShares.status, 'ordered'));

/** By lot_shares_farm. Without the share of one farm, to see what it may give. */
export async function sumGiven(tx: Database, { lotId, but = 0 }: { lotId: number; but?: number }) {
  const [row] = await tx
    .select({ sum: sql<number>`coalesce(sum(${lotShares.quantity}), 0)::float8`.mapWith(Number) })
    .from(lotShares)
    .where(
      and(
        eq(lotShares.lotId, lotId),
        ne(lotShares.farmerId, but),
        inArray(lotShares.status, [...fillingStatuses]),
      ),
    );
  return row?.sum ?? 0;
}

type Wanted = { lotId?: number; farmerIds?: number[]; statuses?: readonly ShareStatus[] };

/** In the order of their products, so that two endings cannot deadlock. One of both is named. */
export const listShares = (db: Database, { lotId, farmerIds, statuses }: Wanted) =>
  selectShares(db)
    .where(
      and(
        lotId === undefined ? undefined : eq(lotShares.lotId, lotId),
        farmerIds && inArray(lotShares.farmerId, farmerIds),
        statuses && inArray(lotShares.status, [...statuses]),
      ),
    )
    .orderBy(asc(lotShares.productId), asc(lotShares.id))
    .limit(LOT_SHARES_MAX);

export async function findShare(db: Database, lotId: number, farmerId: number) {
  const [row] = await listShares(db, { lotId, farmerIds: [farmerId] });
  return row ?? null;
}

type NewShare = Omit<typeof lotShares.$inferInsert, 'id' | 'createdAt' | 'changedAt'>;

/** Of one lot, each with the same columns. Those of its earlier life are reset. */
export async function upsertShares(tx: Database, shares: NewShare[], now: Date) {
  const [first] = shares;
  if (!first) return;
  const unset = { productId: null, orderId: null, waitingSince: null, askedUntil: null };
  const { lotId, farmerId: _, ...changed } = { ...unset, ...first, changedAt: now };
  // A cast, because `Object.keys` forgets the names.
  const names = Object.keys(changed) as (keyof typeof changed)[];
  const excluded = (name: keyof typeof changed) =>
    sql`excluded.${sql.identifier(lotShares[name].name)}`;
  await tx
    .insert(lotShares)
    .values(shares.map((share) => ({ ...unset, ...share, createdAt: now, changedAt: now })))
    .onConflictDoUpdate({
      target: [lotShares.lotId, lotShares.farmerId],
      set: Object.fromEntries(names.map((name) => [name, excluded(name)])),
    });
  const farmerIds = shares.map(({ farmerId }) => farmerId);
  await recordLot(tx, { lotId, farmerIds }, now);
}

type Move = { id: number; from: ShareStatus; change: Partial<NewShare> };

/** Returns false if another process was faster. */
export async function moveShare(tx: Database, { id, from, change }: Move, now: Date) {
  const [moved] = await tx
    .update(lotShares)
    .set({ ...change, changedAt: now })
    .where(and(eq(lotShares.id, id), eq(lotShares.status, from)))
    .returning({ lotId: lotShares.lotId, farmerId: lotShares.farmerId });
  if (moved) await recordLot(tx, { lotId: moved.lotId, farmerIds: [moved.farmerId] }, now);
  return moved !== undefined;
}

/** Without the clerk, who may ask again if the lot opens again. */
export const endProposed = (tx: Database, lotId: number, now: Date) =>
  tx
    .update(lotShares)
    .set({ status: 'over', enteredBy: null, changedAt: now })
    .where(and(eq(lotShares.lotId, lotId), eq(lotShares.status, 'proposed')));

/** By lot_shares_product. */
export async function isGivenToLot(db: Database, productId: number): Promise<boolean> {
  const isGiven = and(eq(lotShares.productId, productId), eq(lotShares.status, 'given'));
  return (await db.$count(lotShares, isGiven)) > 0;
}

/** Goods of suspended farms and hidden products cannot be ordered. */
export const listBlockedShares = (tx: Database, lotId: number): Promise<ShareRow[]> =>
  selectShares(tx)
    .leftJoin(products, eq(products.id, lotShares.productId))
    .innerJoin(farmers, eq(farmers.id, lotShares.farmerId))
    .where(
      and(
        eq(lotShares.lotId, lotId),
        eq(lotShares.status, 'given'),
        or(isNotNull(farmers.suspendedAt), isNull(products.id), isNotNull(products.hiddenAt)),
      ),
    )
    .orderBy(asc(lotShares.productId), asc(lotShares.id))
    .limit(LOT_SHARES_MAX);

type Named = { lotId: number; farmerIds?: number[]; without: ShareStatus[] };

/** In the order of the farms' names. By lot_shares_farm. */
export const listNamedShares = (db: Database, { lotId, farmerIds, without }: Named) =>
  db
    .select({
      id: lotShares.id,
      farmId: lotShares.farmerId,
      farmName: farms.name,
      county: farms.county,
      productId: lotShares.productId,
      pointId: lotShares.pointId,
      quantity: lotShares.quantity,
      status: lotShares.status,
      askedUntil: lotShares.askedUntil,
      orderId: lotShares.orderId,
      changedAt: lotShares.changedAt,
      orderStatus: orderRelation.status,
      paymentStatus: orderRelation.paymentStatus,
      weighing: orderRelation.weighing,
    })
    .from(lotShares)
    .leftJoin(orderRelation, eq(orderRelation.id, lotShares.orderId))
    .innerJoin(farms, eq(farms.userId, lotShares.farmerId))
    .where(
      and(
        eq(lotShares.lotId, lotId),
        notInArray(lotShares.status, without),
        farmerIds && inArray(lotShares.farmerId, farmerIds),
      ),
    )
    .orderBy(asc(farms.name), asc(lotShares.id))
    .limit(LOT_SHARES_MAX);

/**
 * Shares that a farm does not bring: it has rejected or cancelled the order, or has less. Orders
 * that the buyer or the clock ended are not asked for again.
 */
export async function listFallenShares(tx: Database, lotId: number) {
  const brings = sql<number>`coalesce((select sum(${orderLineRelation.quantity})
    from ${orderLineRelation} where ${orderLineRelation.orderId} = ${orderRelation.id}), 0)::float8`.mapWith(
    Number,
  );
  const isReturned = sql<boolean>`(${inArray(orderRelation.status, [...returnedStatuses])}
    and ${isFarmersDoing(orderRelation.id)})`;
  return tx
    .select({ id: lotShares.id, brings, isReturned })
    .from(lotShares)
    .innerJoin(orderRelation, eq(orderRelation.id, lotShares.orderId))
    .where(
      and(
        isOrdered(lotId),
        or(
          isReturned,
          and(
            inArray(orderRelation.status, reservingStatuses),
            sql`${brings} < ${lotShares.quantity}`,
          ),
        ),
      ),
    )
    .orderBy(asc(lotShares.id))
    .limit(LOT_SHARES_MAX);
}

/** Accepted orders of the lot, the refused ones last. */
export const listToPay = (db: Database, lotId: number) =>
  db
    .select({
      orderId: orderRelation.id,
      paymentStatus: orderRelation.paymentStatus,
      dueCents: sql`${orderRelation.totalCents} - ${orderRelation.creditCents}`.mapWith(Number),
      orderedAt: lotShares.changedAt,
    })
    .from(lotShares)
    .innerJoin(orderRelation, eq(orderRelation.id, lotShares.orderId))
    .where(and(isOrdered(lotId), inArray(orderRelation.status, acceptedStatuses)))
    .orderBy(sql`${orderRelation.paymentStatus} = 'failed'`, asc(orderRelation.id))
    .limit(LOT_SHARES_MAX);

/** Orders that a farm or a carrier has promised and that wait for its answer. */
export const listUnanswered = (db: Database, lotId: number) =>
  db
    .select({ orderId: orderRelation.id, farmerId: orderRelation.farmerId })
    .from(orderRelation)
    .where(
      and(
        eq(orderRelation.status, 'pending'),
        sql`${orderRelation.id} in (
          select ${lotShares.orderId} from ${lotShares} where ${isOrdered(lotId)}
          union all select ${lotRides.orderId} from ${lotRides} where ${lotRides.lotId} = ${lotId})`,
      ),
    )
    .orderBy(asc(orderRelation.id))
    .limit(LOT_SHARES_MAX);

const isRideReturned = sql`exists (select from ${orderRelation}
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
    .where(and(eq(lotRides.lotId, lotId), isNull(farmers.suspendedAt), not(isRideReturned)))
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
  await tx.delete(lotRides).where(and(own, or(isNull(lotRides.orderId), isRideReturned)));
}

/** Empty if the carrier's offer stays. */
export async function replaceRide(tx: Database, ride: typeof lotRides.$inferInsert) {
  await deleteRide(tx, ride.lotId, ride.carrierId);
  const { id } = lotRides;
  return tx.insert(lotRides).values(ride).onConflictDoNothing().returning({ id });
}

export const setRideOrder = (tx: Database, id: number, orderId: number | undefined) =>
  tx.update(lotRides).set({ orderId }).where(eq(lotRides.id, id));

type Ride = { lotId: number; rideId: number };

export async function isRideTaken(db: Database, { lotId, rideId }: Ride): Promise<boolean> {
  const own = and(eq(lotRides.id, rideId), eq(lotRides.lotId, lotId));
  return (await db.$count(lotRides, and(own, isNotNull(lotRides.orderId)))) > 0;
}
