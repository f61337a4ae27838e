/* Farms offer shares of a lot and transport, and clerks propose shares to their members. */

import { isSuspended } from '#accounts/server/people-queries.ts';
import { listFarmersSignedUpBy } from '#farms/server/queries.ts';
import { PAYOUT_MIN_KES } from '#orders/rules/limits.ts';
import { holdStock } from '#orders/server/order-stock.ts';
import { observeSharePrice } from '#prices/server/observation-queries.ts';
import { findCrop } from '#products/rules/crops.ts';
import { unitText } from '#products/rules/product-texts.ts';
import { createProduct } from '#products/server/create-product.ts';
import { findOfferOf, hasGrown } from '#products/server/queries.ts';
import { centsOf, figureText, lineTotalCents, shillingsOf } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#rules/limits.ts';
import { AppError, expected } from '#server/app-error.ts';
import type { Budget, RateRule } from '#server/rate-limits.ts';
import {
  isLineOpen,
  isShareLarge,
  isTakingRides,
  isTakingShares,
  LOT_LINE_MAX,
  LOT_REACH_METRES,
  leftOf,
} from '../rules/lot.ts';
import type { GiveShare, OfferRide, ProposeShares } from '../rules/lot-input.ts';
import { cropText } from '../rules/notices.ts';
import {
  changeLot,
  closeLot,
  endShare,
  type Locked,
  moveLineUp,
  notifyAboutLot,
  type OfLot,
} from './move-lot.ts';
import { type LotRow, listDistances, recordLot } from './queries.ts';
import { getLotForFarm, listMemberShares } from './read-lots.ts';
import {
  deleteRide,
  findShare,
  listShares,
  replaceRide,
  type ShareRow,
  sumGiven,
  upsertShares,
} from './share-queries.ts';

type ShareCall = PersonCall<'clock' | 'limits'> & Parameters<typeof createProduct>[0];

/**
 * Gives a share, or changes the farm's share: a farm has one, so a repeated or a second request
 * sets it once more. It reserves stock as an accepted price offer does.
 */
export async function giveShare(call: ShareCall, input: GiveShare) {
  await changeLot(call, input, (locked) => give(call, locked, input));
  return getLotForFarm(call, input);
}

async function give(call: ShareCall, locked: Locked, { quantity, waits, ...chosen }: GiveShare) {
  const { tx, lot, now } = locked;
  const [lotId, farmerId] = [lot.id, call.user.id];
  if (await isSuspended(tx, farmerId)) throw new AppError('SUSPENDED');
  const own = await findShare(tx, lotId, farmerId);
  const left = leftOf(lot.quantity, await sumGiven(tx, { lotId, but: farmerId }));
  const isOpen = isTakingShares(lot, now) || isTurnOf(own, now);
  if (!isOpen && !(waits && isLineOpen({ ...lot, left }, now))) throw new AppError('LOT_CLOSED');
  const kept = own?.status === 'given' || own?.status === 'asked' ? own : null;
  const productId = chosen.productId ?? kept?.productId ?? undefined;
  const product = await chooseProduct({ ...call, db: tx }, lot, { productId, quantity });
  const choosePoint = await pointChooser(tx, { lotId, farmerIds: [farmerId] });
  const pointId = choosePoint(farmerId, chosen.pointId ?? kept?.pointId);
  const share = { lotId, farmerId, pointId, productId: product.id, quantity, unit: product.unit };
  const listLine = () => listShares(tx, { lotId, statuses: ['waiting'] });
  const mayWait = waits && quantity > left && !kept && (await listLine()).length < LOT_LINE_MAX;
  refuseQuantity(lot, { quantity, left: mayWait ? quantity : left }, call);
  if (mayWait) {
    const waitingSince = own?.status === 'waiting' ? own.waitingSince : now;
    return upsertShares(tx, [{ ...share, status: 'waiting', waitingSince }], now);
  }
  if (own?.status === 'given') await endShare(locked, own);
  await upsertShares(tx, [{ ...share, status: 'given' }], now);
  const { id, name, unit, netWeightKg } = product;
  const { buyerId, priceCents } = lot;
  if (!kept) await observeSharePrice(tx, { productId: id, priceCents }, now);
  // Last, because other transactions need the same product.
  const goods = { productId: id, name, unit, netWeightKg, quantity };
  await holdStock(tx, goods, { buyerId, today: dayInNairobi(now), now });
  if (kept && kept.quantity > quantity) await moveLineUp(locked);
  if (quantity === left && lot.status === 'open') await closeLot(locked);
}

/** A farm that has sold the crop or its group before has the goods listed for it. */
async function chooseProduct(
  call: ShareCall,
  lot: LotRow,
  { productId, quantity }: { productId: number | undefined; quantity: number },
) {
  const { db: tx, user, clock } = call;
  const { unit, netWeightKg } = lot;
  const offered = { crop: lot.crop, unit, netWeightKg, productId, today: dayInNairobi(clock()) };
  const product = await findOfferOf(tx, user.id, offered);
  if (product) return product;
  const crop = findCrop(lot.crop);
  if (crop && productId === undefined && (await hasGrown(tx, user.id, crop))) {
    const goods = { name: crop.english, crop: crop.id, category: crop.group, unit, netWeightKg };
    await createProduct(call, { ...goods, quantity, price: shillingsOf(lot.priceCents) });
    const listed = await findOfferOf(tx, user.id, offered);
    if (listed) return listed;
  }
  throw new AppError('SHARE_CROP_WRONG', {
    inputs: { crop: (on) => cropText(lot.crop, on), unit: (on) => unitText(2, lot.unit, on) },
  });
}

const isTurnOf = (own: ShareRow | null, now: Date) =>
  own?.status === 'asked' && own.askedUntil !== null && now < own.askedUntil;

function refuseQuantity(
  lot: LotRow,
  { quantity, left }: { quantity: number; left: number },
  { limits }: Pick<ShareCall, 'limits'>,
) {
  const said = (amount: number) => ({
    quantity: figureText(amount),
    unit: (on: { locale: 'en' | 'sw' }) => unitText(amount, lot.unit, on),
  });
  if (quantity > left) throw new AppError('LOT_LEFT', { inputs: said(left), facts: { left } });
  if (!isShareLarge(quantity, { ...lot, left }))
    throw new AppError('SHARE_TOO_SMALL', { inputs: said(lot.smallestShare) });
  const total = shillingsOf(lineTotalCents(lot.priceCents, quantity));
  // Its order could not be paid.
  if (total < PAYOUT_MIN_KES)
    throw new AppError('MPESA_ORDER_TOO_SMALL', { inputs: { limit: PAYOUT_MIN_KES } });
  if (total > limits.mpesaMaxKes) {
    const limit = limits.mpesaMaxKes.toLocaleString('en-KE');
    throw new AppError('MPESA_ORDER_TOO_LARGE', { inputs: { limit } });
  }
}

type Choice = { lotId: number; farmerIds: number[] };

/** The wanted point, or the nearest one. */
async function pointChooser(tx: Database, farms: Choice) {
  const distances = await listDistances(tx, farms);
  return (farmerId: number, wanted: number | undefined): number => {
    const point = distances.find(
      (one) => one.farmerId === farmerId && (wanted ?? one.pointId) === one.pointId,
    );
    if (!point) throw new AppError('LOT_POINT_UNKNOWN');
    return point.pointId;
  };
}

/** A given share stays once the lot has closed. Others can always be left. */
export async function takeShareBack(call: ShareCall, { lotId }: OfLot) {
  await changeLot(call, { lotId }, async (locked) => {
    const own = await findShare(locked.tx, lotId, call.user.id);
    if (!own || own.status === 'over') return;
    const isFirm = own.status === 'given' || own.status === 'ordered';
    if (isFirm && !isTakingShares(locked.lot, locked.now)) throw new AppError('LOT_CLOSED');
    await endShare(locked, own);
    await moveLineUp(locked);
  });
  return getLotForFarm(call, { lotId });
}

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
    if (!refusal) await notifyAboutLot(locked, 'ride', { to });
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

/** Each costs an SMS. */
export const lotProposal: RateRule = { name: 'lotProposal', points: 200, seconds: DAY_SECONDS };

/** All or none. A farmer is asked once for a quantity, also after a no. */
export async function proposeShares(call: Call<'user'>, input: ProposeShares) {
  await changeLot(call, input, (locked) => propose(call, locked, input));
  return listMemberShares(call, input);
}

async function propose(call: Call<'user'>, locked: Locked, { lotId, shares }: ProposeShares) {
  const { tx, lot, now } = locked;
  const clerk = call.user.id;
  const members = await listFarmersSignedUpBy(tx, clerk);
  const left = leftOf(lot.quantity, await sumGiven(tx, { lotId }));
  // If a member is listed twice, the last entry counts.
  const wanted = new Map(shares.map((share) => [share.farmerId, share]));
  const farmerIds = [...wanted.keys()];
  const before = await listShares(tx, { lotId, farmerIds });
  const choosePoint = await pointChooser(tx, { lotId, farmerIds });
  const proposed = [...wanted.values()].flatMap(({ farmerId, quantity, pointId }) => {
    const member = members.find((one) => one.farmerId === farmerId);
    if (!member?.phoneVerifiedAt) throw new AppError('FARM_NOT_FOUND');
    const own = before.find((one) => one.farmerId === farmerId);
    const isAsked = own?.enteredBy === clerk && own.quantity === quantity;
    if (isAsked && (own.status !== 'proposed' || pointId === own.pointId)) return [];
    if (own && own.status !== 'proposed' && own.status !== 'over')
      throw new AppError('SHARE_OF_MEMBER', { inputs: { name: member.firstName } });
    if (!isTakingShares(lot, now)) throw new AppError('LOT_CLOSED');
    refuseQuantity(lot, { quantity, left }, call);
    return [{ farmerId, quantity, pointId: choosePoint(farmerId, pointId), isAsked }];
  });
  const kept = { lotId, unit: lot.unit, status: 'proposed', enteredBy: clerk } as const;
  await upsertShares(
    tx,
    proposed.map(({ isAsked: _, ...share }) => ({ ...share, ...kept })),
    now,
  );
  const to = proposed.flatMap(({ isAsked, farmerId: userId, quantity }) =>
    isAsked ? [] : [{ userId, quantity }],
  );
  await call.rateLimits.consumeAll(
    tx,
    to.map(() => [lotProposal, String(clerk)]),
  );
  await notifyAboutLot(locked, 'proposed', { to });
}
