import { findFarmPosition, lockFarm } from '#farms/server/queries.ts';
import { attachPhotos } from '#photos/server/attached-photos.ts';
import { centsOf } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { judgeTakenAt } from '#rules/fields.ts';
import { distanceMetres } from '#rules/geo.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { guessCrop } from '../rules/crop-input.ts';
import { pricePerKgCents } from '../rules/offer-card.ts';
import { announcedWeek, isWeekNear } from '../rules/pre-order.ts';
import {
  type CreateProduct,
  type EditProduct,
  type Unit,
  withoutUndefined,
} from '../rules/product.ts';
import {
  LISTING_ROUND_OF_ONE_FARM,
  LISTING_ROUND_SIZE,
  LISTING_WINDOW_SECONDS,
  PRODUCTS_PER_FARM_MAX,
} from '../rules/product-facts.ts';
import { type FarmerCall, getOwnProduct } from './list-own-products.ts';
import {
  areOthersOffering,
  countListedSince,
  countProductsOf,
  findNewestRound,
  insertProduct,
} from './own-product-queries.ts';
import { confirmedColumns } from './set-quantities.ts';
import { insertStockMovements } from './stock-queries.ts';

/** The first stock is a stock movement, so that the movements add up to the stock. */
export async function createProduct(
  call: FarmerCall & Pick<Call, 'priceRecords'>,
  input: CreateProduct,
) {
  const { db, user, clock, priceRecords } = call;
  const farmerId = user.id;
  const productId = await db.transaction(async (tx) => {
    const now = clock();
    await lockFarm(tx, farmerId);
    const count = await countProductsOf(tx, farmerId);
    if (count >= PRODUCTS_PER_FARM_MAX)
      throw new AppError('TOO_MANY_PRODUCTS', { inputs: { count } });
    const { price, crop, capturedAt, photoIds, ...named } = input;
    const described = {
      ...{ crop: null, harvestDate: null, depositPercent: null, netWeightKg: null },
      ...withoutUndefined(named),
      ...cropColumns(input),
      priceCents: centsOf(price),
    };
    const harvestDate = announcedDay(described, now);
    const columns = {
      ...described,
      ...weightColumns(described),
      ...(await captureColumns(tx, { farmerId, now }, capturedAt)),
      ...confirmedColumns({ ...described, harvestDate }, now),
      harvestDate,
    };
    const listingRound = await nextListingRound(tx, farmerId, now);
    const id = await insertProduct(tx, {
      ...columns,
      farmerId,
      listingRound,
      createdAt: now,
      updatedAt: now,
    });
    await insertStockMovements(tx, [
      {
        productId: id,
        change: input.quantity,
        unit: input.unit,
        reason: 'listed',
        movedAt: now,
      },
    ]);
    await priceRecords.recordAsked(tx, id, now);
    if (photoIds?.length) await attachPhotos(tx, { farmerId, productId: id, photoIds }, now);
    return id;
  });
  return getOwnProduct(db, { farmerId, productId }, call);
}

type Weighed = { unit: Unit; priceCents: number; netWeightKg: number | null };

export function weightColumns({ unit, priceCents, netWeightKg }: Weighed) {
  const weight = unit === 'kg' ? null : netWeightKg;
  return { netWeightKg: weight, pricePerKgCents: pricePerKgCents(priceCents, unit, weight) };
}

/** A position is evidence only at the time of its measurement. */
export async function captureColumns(
  db: Database,
  { farmerId, now }: { farmerId: number; now: Date },
  capture: CreateProduct['capturedAt'],
) {
  const farm = capture ? await findFarmPosition(db, farmerId) : null;
  if (!capture || !farm) return {};
  const { takenAt, isTakenAtDoubtful } = judgeTakenAt(capture.takenAt, now);
  if (isTakenAtDoubtful) return { ...noCapture, capturedPositionAt: takenAt };
  const { accuracy = null } = capture;
  return {
    capturedMetresFromFarm: distanceMetres(capture, farm),
    capturedAccuracyMetres: accuracy,
    capturedPositionAt: takenAt,
  };
}

/** The older photos' position says nothing about new ones. */
export const noCapture = {
  capturedMetresFromFarm: null,
  capturedAccuracyMetres: null,
  capturedPositionAt: null,
};

export function cropColumns(
  { crop, name }: Pick<EditProduct, 'crop' | 'name'>,
  nameBefore?: string,
) {
  if (crop !== undefined) return { crop, isCropDecided: true };
  if (name === undefined || name === nameBefore) return {};
  return { crop: guessCrop(name)?.id ?? null, isCropDecided: true };
}

/*
 * Sorts by newest so that farms take turns: a farm that lists six hundred products at once must not
 * fill the first pages (docs/decisions/0055). Products of a newer round come before those of an
 * older one. A round with a page's worth of offers is full. A farm's first three products of a week
 * join the newest round, its next three go two rounds back, the next three one further, and so on.
 * Without other farms nothing moves back.
 *
 * The round never changes, so pages of a list neither miss nor repeat a product. Deleted products
 * count too, so relisting gains nothing. The caller locks the farm, because two listings at the
 * same time would take the same turn. The market's rounds are not locked: at worst two are open at
 * once.
 */

async function nextListingRound(tx: Database, farmerId: number, now: Date) {
  const listed = await countListedSince(tx, farmerId, secondsAfter(now, -LISTING_WINDOW_SECONDS));
  const { round, size } = await findNewestRound(tx, LISTING_ROUND_SIZE);
  const newest = size < LISTING_ROUND_SIZE ? round : round + 1;
  const turn = Math.floor(listed / LISTING_ROUND_OF_ONE_FARM);
  if (turn === 0 || !(await areOthersOffering(tx, farmerId))) return newest;
  return newest - 1 - turn;
}

type Harvest = { harvestDate: Day | null; depositPercent: number | null };

/** The last day of an announced week. A product may keep a week that is no longer near. */
export function announcedDay(after: Harvest, now: Date, before?: Harvest): Day | null {
  const week = announcedWeek(after);
  if (!week && after.depositPercent === null) return after.harvestDate;
  const isUnchanged = week && before && announcedWeek(before)?.until === week.until;
  if (!week || (!isUnchanged && !isWeekNear(week.until, dayInNairobi(now))))
    throw new AppError('HARVEST_WEEK_NOT_NEAR', { field: 'harvestDate' });
  return week.until;
}
