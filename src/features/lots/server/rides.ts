import { priceWork } from '#orders/server/cart.ts';
import { countedNetworks } from '#orders/server/place-order.ts';
import { centsOf } from '#rules/amounts.ts';
import { HOUR_SECONDS } from '#rules/limits.ts';
import { AppError, expected } from '#server/app-error.ts';
import type { Budget, RateRule } from '#server/rate-limits.ts';
import type { Call } from '#server/trpc/context.ts';
import { m } from '#text';
import { isTakingRides, LOT_REACH_METRES } from '../rules/lot.ts';
import type { OfferRide } from '../rules/lot-input.ts';
import { changeLot, type Locked, type OfLot, requireLot, tell } from './move-lot.ts';
import { listDistances, listPoints, recordLot } from './queries.ts';
import { getLotForFarm, getOwnLot } from './read-lots.ts';
import { deleteRide, isRideTaken, listRides, replaceRide, setRideOrder } from './share-queries.ts';
import { confirmPromised, orderPromised } from './take-lot.ts';

/** The buyer reads of a carrier's offers for one lot once an hour. */
const rideNotice: RateRule = { name: 'rideNotice', points: 1, seconds: HOUR_SECONDS };

export async function offerRide(call: Call<'farmer'>, { lotId, price, ...wanted }: OfferRide) {
  const carrierId = call.user.id;
  await changeLot(call, { lotId }, async (locked) => {
    const { tx, lot, now } = locked;
    const distances = await listDistances(tx, { lotId, farmerIds: [carrierId] });
    const covered = distances.filter(({ pointId }) => wanted.pointIds.includes(pointId));
    const [nearest] = covered;
    if (!nearest) throw new AppError('LOT_POINT_UNKNOWN');
    if (nearest.metres > LOT_REACH_METRES) throw new AppError('LOT_TOO_FAR');
    const pointIds = covered.map(({ pointId }) => pointId).sort((one, other) => one - other);
    const ride = { lotId, carrierId, pointIds, priceCents: centsOf(price) };
    if (!isTakingRides(lot, now) || (await replaceRide(tx, ride)).length === 0)
      throw new AppError('LOT_STEP_NOT_ALLOWED');
    await recordLot(tx, { lotId, farmerIds: [] }, now);
    const budget: Budget = [rideNotice, String(lotId), String(carrierId)];
    const refusal = await call.rateLimits
      .consumeAll(tx, [budget])
      .catch(expected('TOO_MANY_ATTEMPTS'));
    const to = [{ userId: lot.buyerId, price }];
    if (!refusal) await tell(locked, 'ride', { to });
  });
  return getLotForFarm(call, { lotId });
}

export async function withdrawRide(call: Call<'farmer'>, { lotId }: OfLot) {
  await changeLot(call, { lotId }, async ({ tx, now }) => {
    await deleteRide(tx, lotId, call.user.id);
    await recordLot(tx, { lotId, farmerIds: [] }, now);
  });
  return getLotForFarm(call, { lotId });
}

/** Repeating it changes nothing. */
export async function takeRide(call: Call<'buyer'>, { lotId, rideId }: OfLot & { rideId: number }) {
  const { db, clock } = call;
  const buyerId = call.user.id;
  const lot = await requireLot(db, lotId, buyerId);
  const { paymentMethod } = lot;
  if (!paymentMethod) throw new AppError('LOT_STEP_NOT_ALLOWED');
  if (!(await isRideTaken(db, { lotId, rideId })))
    await orderPromised(
      { ...call, networks: countedNetworks(call.clientAddress, call) },
      { lotId, buyerId, paymentMethod, key: `lot ride ${rideId}` },
      {
        read: (tx) => readRide({ tx, lot, now: clock() }, rideId),
        async settle(tx, { orders: [order] }) {
          await setRideOrder(tx, rideId, order?.id);
          await recordLot(tx, { lotId, farmerIds: [] }, clock());
        },
      },
    );
  await confirmPromised(call, lotId);
  return getOwnLot(call, { lotId });
}

/** Empty if another request has ordered it. */
async function readRide({ tx, lot, now }: Locked, rideId: number) {
  const { id, buyerId, place, closesAt } = lot;
  await requireLot(tx, id);
  const ride = (await listRides(tx, id)).find((one) => one.id === rideId);
  if (ride && ride.orderId !== null) return [];
  if (!ride || !isTakingRides(lot, now)) throw new AppError('LOT_STEP_NOT_ALLOWED');
  const points = (await listPoints(tx, [id])).filter((point) => ride.pointIds.includes(point.id));
  const from = points.map(({ name }) => name).join(', ');
  // In one language, as the names of products.
  const name = m.lotRideName({ id, from, place }, { locale: 'en' });
  return priceWork(tx, { ...ride, buyerId, name, heldUntil: closesAt, collectionPoint: place });
}
