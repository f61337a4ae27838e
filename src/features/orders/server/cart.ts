import { lockPerson } from '#accounts/server/people-queries.ts';
import { isVerifiedFarm } from '#farms/rules/farm.ts';
import { type CartLine, isBelowMinimumOrder } from '#orders/rules/cart.ts';
import { CART_LINES_MAX } from '#orders/rules/limits.ts';
import { reachOf } from '#orders/server/cart/price-farm-order.ts';
import type { PhotoRead } from '#photos/rules/photo.ts';
import { listPhotos } from '#photos/server/shown-photos.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { roundedToHundredths } from '#platform/rules/decimal.ts';
import { givenPosition, type MaybePosition } from '#platform/rules/geo.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/unavailable.ts';
import type { Call, PersonCall } from '#platform/server/trpc/context.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import { announcedWeek } from '#products/rules/pre-order.ts';
import { depositOf } from '../rules/settlement.ts';
import {
  groupByOrder,
  harvestOf,
  listCartLines,
  type PricedCartLine,
  priceVisitorLines,
} from './cart/list-cart-lines.ts';
import { listHeldOffers, markHeldOffersSeen } from './cart/offer-queries.ts';
import {
  deleteCartLines,
  listOfferedPrices,
  upsertCartLines,
  upsertLargerLines,
} from './cart/queries.ts';

type CartCall = PersonCall<'clock'>;

/**
 * Money in KES. Lines that are gone count in no sum. A line with an `offerId` has a fixed price and
 * quantity, and is removed only by ordering it or releasing the offer.
 */
export async function getCart(call: CartCall) {
  return readCart(call.db, await listCartLines(call.db, call.user.id, call));
}

export async function seeCart(call: CartCall) {
  await noticeHeldLines(call);
  return getCart(call);
}

/** Adds up a product that occurs twice, and leaves out products that are not offered. */
export async function getVisitorCart(call: Call, { lines, ...position }: VisitorCart) {
  const place = givenPosition(position);
  const rows = await priceVisitorLines(call.db, sumByProduct(lines), call);
  const cart = await readCart(call.db, rows);
  return {
    ...cart,
    reaches: place
      ? groupByOrder(rows).flatMap(([farm]) => (farm ? [reachOf(farm, place)] : []))
      : [],
  };
}

async function noticeHeldLines({ db, user, clock }: CartCall) {
  const buyerId = user.id;
  const now = clock();
  const held = await listHeldOffers(db, { buyerId, now });
  if (held.every(({ seenAt }) => seenAt !== null)) return;
  // Retried, because a checkout locks the same rows farm by farm.
  await retryTransaction(() => markHeldOffersSeen(db, { buyerId, now }));
}

type Read = NonNullable<Parameters<typeof markHeldOffersSeen>[1]['read']>;

export const noticeReadLines = (
  db: Database,
  { buyerId, ...read }: Read & { buyerId: number },
  { clock }: { clock: Clock },
): Promise<void> => markHeldOffersSeen(db, { buyerId, now: clock(), read });

type VisitorCart = { lines: CartLine[] } & MaybePosition;

export async function readCart(db: Database, rows: PricedCartLine[]) {
  const photos = await listPhotos(
    db,
    rows.map(({ productId }) => productId),
  );
  const farms = groupByOrder(rows).map((farmLines) => readFarm(farmLines, photos));
  return {
    lines: rows.map((row) => readLine(row, photos)),
    farms,
    total: shillingsOf(sumOf(rows)),
    lineCount: rows.length,
    canOrder:
      rows.length > 0 &&
      rows.every(({ problem }) => problem === null) &&
      farms.every((farm) => !farm.isBelowMinimum),
    nextCursor: null,
  };
}

type Photos = Map<number, PhotoRead[]>;

const sumOf = (lines: PricedCartLine[]) =>
  lines
    .filter(({ problem }) => problem !== 'gone')
    .reduce((sum, { totalCents }) => sum + totalCents, 0);

function readFarm(lines: PricedCartLine[], photos: Photos) {
  const [farm] = lines;
  if (!farm) throw new Error('A farm without lines is in no cart');
  const subtotalCents = sumOf(lines);
  return {
    farmId: farm.farmId,
    farmName: farm.farmName,
    county: farm.county,
    isFarmVerified: isVerifiedFarm(farm),
    coverageRadiusMetres: farm.coverageRadiusMetres,
    ...readAnnounced(lines, farm),
    deliveryFee: shillingsOf(farm.deliveryFeeCents),
    minimumOrder: shillingsOf(farm.minimumOrderCents),
    subtotal: shillingsOf(subtotalCents),
    isBelowMinimum: isBelowMinimumOrder(subtotalCents, farm.minimumOrderCents),
    lines: lines.map((line) => readLine(line, photos)),
  };
}

export const readAnnounced = (lines: PricedCartLine[], farm: PricedCartLine) => ({
  deposit: shillingsOf(depositOf(lines)),
  harvestBy: announcedWeek(farm)?.until ?? null,
  harvestProductId: harvestOf(farm),
});

const readLine = (line: PricedCartLine, photos: Photos) => ({
  productId: line.productId,
  farmId: line.farmId,
  name: line.name,
  category: line.category,
  crop: line.crop,
  swahiliName: swahiliNameOf(line),
  unit: line.unit,
  netWeightKg: line.netWeightKg,
  quantity: line.quantity,
  price: shillingsOf(line.priceCents),
  acceptedPrice: shillingsOf(line.acceptedPriceCents),
  acceptedUnit: line.acceptedUnit,
  acceptedNetWeightKg: line.acceptedNetWeightKg,
  total: shillingsOf(line.totalCents),
  depositPercent: line.depositPercent,
  available: line.isOffered ? line.available : 0,
  problem: line.problem,
  offerId: line.offerId,
  heldUntil: line.heldUntil,
  photo: photos.get(line.productId)?.[0] ?? null,
});

type CartChange = { lines: CartLine[] };

/** Accepts today's prices. If a product is not offered, nothing is changed. */
export const putCart = (call: CartCall, { lines }: CartChange) =>
  changeLocked(call, lines, (tx, { buyerId, priced, now }) => {
    if (priced.length < sumByProduct(lines).length) throw new AppError('PRODUCT_NOT_FOUND');
    return [deleteCartLines(tx, { buyerId }), upsertCartLines(tx, { buyerId, lines: priced, now })];
  });

/**
 * The larger quantity of a product counts, so sending the same lines twice changes nothing.
 * Products that are no longer offered are left out.
 */
export const addToCart = (call: CartCall, { lines }: CartChange) =>
  changeLocked(call, lines, (tx, { buyerId, priced, now }) => [
    upsertLargerLines(tx, { buyerId, lines: priced, now }),
  ]);

export const setCartLine = (call: CartCall, line: CartLine) =>
  changeLocked(call, [line], (tx, { buyerId, priced, now }) => {
    if (priced.length === 0) throw new AppError('PRODUCT_NOT_FOUND');
    return [upsertCartLines(tx, { buyerId, lines: priced, now })];
  });

export async function removeFromCart(call: CartCall, { productId }: { productId: number }) {
  await deleteCartLines(call.db, { buyerId: call.user.id, productIds: [productId] });
  return getCart(call);
}

type Priced = { buyerId: number; priced: Awaited<ReturnType<typeof priceLines>>; now: Date };

/** Changes of a cart run one at a time. Statements that are sent together take one round trip. */
const changeLocked = (
  { db, user: { id: buyerId }, clock }: CartCall,
  lines: CartLine[],
  write: (tx: Database, priced: Priced) => Promise<void>[],
) =>
  retryTransaction(() =>
    db.transaction(async (tx) => {
      const now = clock();
      const [, priced] = await Promise.all([lockCart(tx, buyerId), priceLines(tx, lines, now)]);
      const writing = write(tx, { buyerId, priced, now });
      const [rows] = await Promise.all([listCartLines(tx, buyerId, { clock }), ...writing]);
      if (rows.filter(({ offerId }) => offerId === null).length > CART_LINES_MAX)
        throw new AppError('CART_FULL');
      return readCart(tx, rows);
    }),
  );

async function priceLines(db: Database, lines: CartLine[], now: Date) {
  if (lines.length === 0) return [];
  const wanted = new Map(
    sumByProduct(lines).map(({ productId, quantity }) => [productId, quantity]),
  );
  const prices = await listOfferedPrices(db, {
    productIds: [...wanted.keys()],
    today: dayInNairobi(now),
  });
  return prices.map((price) => ({ ...price, quantity: wanted.get(price.productId) ?? 0 }));
}

export function sumByProduct(lines: CartLine[]): CartLine[] {
  const sums = new Map<number, number>();
  for (const { productId, quantity } of lines)
    sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  return [...sums].map(([productId, quantity]) => ({
    productId,
    quantity: roundedToHundredths(quantity),
  }));
}

/** Changes from several devices and a checkout run one at a time. */
export async function lockCart(tx: Database, buyerId: number) {
  if (!(await lockPerson(tx, buyerId))) throw new AppError('NOT_LOGGED_IN');
}
