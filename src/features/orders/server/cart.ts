import { isVerifiedFarm } from '#features/farms/rules/farm.ts';
import { type CartLine, isBelowMinimumOrder } from '#features/orders/rules/cart.ts';
import { CART_LINES_MAX } from '#features/orders/rules/limits.ts';
import type { PhotoSources } from '#features/photos/rules/photo.ts';
import { listPhotos } from '#features/photos/server/list-photos.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { roundedToHundredths } from '#platform/rules/decimal.ts';
import type { Position } from '#platform/rules/geo/geo.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/retry-transaction.ts';
import {
  groupByFarm,
  listCartLines,
  type PricedCartLine,
  priceVisitorLines,
} from './cart/list-cart-lines.ts';
import { listHeldOffers, markHeldOffersSeen } from './cart/offer-queries.ts';
import {
  deleteCartLines,
  listOfferedPrices,
  lockBuyer,
  upsertCartLines,
  upsertLargerLines,
} from './cart/queries.ts';
import { reachOf } from './orders/price-farm-order.ts';

/**
 * The buyer's cart: its lines, and the same by farm, because each farm's part becomes an order of
 * its own. Money in KES. A line's `problem` says why it can't be ordered as it stands; what is gone
 * counts in no sum. A line with an `offerId` was agreed on: its price and quantity stay, it is held
 * until `heldUntil`, and only ordering it or letting the offer go takes it out.
 */
export async function getCart(db: Database, buyerId: number, services: { clock: Clock }) {
  return readCart(db, await listCartLines(db, buyerId, services));
}

/**
 * The cart as getCart reads it, for whoever looks at it: what a farmer has accepted counts as seen
 * from now on.
 */
export async function seeCart(db: Database, buyerId: number, services: { clock: Clock }) {
  await noticeHeldLines(db, buyerId, services);
  return getCart(db, buyerId, services);
}

/**
 * What a visitor has gathered on a device, as getCart reads it, without an account. A product that
 * is named twice counts once, with the sum of its quantities; what is not offered is left out. With
 * the visitor's place it says of each farm whether it delivers there.
 */
export async function getVisitorCart(
  db: Database,
  { lines, place }: VisitorCart,
  services: { clock: Clock },
) {
  const rows = await priceVisitorLines(db, sumByProduct(lines), services);
  const cart = await readCart(db, rows);
  return {
    ...cart,
    reaches: place
      ? groupByFarm(rows).flatMap(([farm]) => (farm ? [reachOf(farm, place)] : []))
      : [],
  };
}

/** The buyer sees what a farmer has accepted: from now on there is the usual time to order it. */
async function noticeHeldLines(db: Database, buyerId: number, { clock }: { clock: Clock }) {
  const now = clock();
  const held = await listHeldOffers(db, { buyerId, now });
  if (held.every(({ seenAt }) => seenAt !== null)) return;
  // A checkout locks the same rows farm by farm.
  await retryTransaction(() => markHeldOffersSeen(db, { buyerId, now }));
}

type Read = { buyerId: number; conversationId: number; upTo: number };

/**
 * The buyer has read a conversation up to a message, and sees what was accepted there; not what was
 * elsewhere.
 */
export const noticeReadLines = (
  db: Database,
  { buyerId, ...read }: Read,
  { clock }: { clock: Clock },
): Promise<void> => markHeldOffersSeen(db, { buyerId, now: clock(), read });

type VisitorCart = { lines: CartLine[]; place?: Position | undefined };

async function readCart(db: Database, rows: PricedCartLine[]) {
  const photos = await listPhotos(
    db,
    rows.map(({ productId }) => productId),
  );
  const farms = groupByFarm(rows).map((farmLines) => readFarm(farmLines, photos));
  return {
    lines: rows.map((row) => readLine(row, photos)),
    farms,
    total: shillingsOf(sumOf(rows)),
    lineCount: rows.length,
    canOrder:
      rows.length > 0 &&
      rows.every(({ problem }) => problem === null) &&
      farms.every((farm) => !farm.isBelowMinimum),
  };
}

type Photos = Map<number, PhotoSources[]>;

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
    deliveryFee: shillingsOf(farm.deliveryFeeCents),
    minimumOrder: shillingsOf(farm.minimumOrderCents),
    subtotal: shillingsOf(subtotalCents),
    isBelowMinimum: isBelowMinimumOrder(subtotalCents, farm.minimumOrderCents),
    lines: lines.map((line) => readLine(line, photos)),
  };
}

const readLine = (line: PricedCartLine, photos: Photos) => ({
  productId: line.productId,
  farmId: line.farmId,
  name: line.name,
  category: line.category,
  crop: line.crop,
  unit: line.unit,
  netWeightKg: line.netWeightKg,
  quantity: line.quantity,
  price: shillingsOf(line.priceCents),
  acceptedPrice: shillingsOf(line.acceptedPriceCents),
  acceptedUnit: line.acceptedUnit,
  acceptedNetWeightKg: line.acceptedNetWeightKg,
  total: shillingsOf(line.totalCents),
  available: line.isOffered ? line.available : 0,
  problem: line.problem,
  offerId: line.offerId,
  heldUntil: line.heldUntil,
  photo: photos.get(line.productId)?.[0] ?? null,
});

type CartChange = { buyerId: number; lines: CartLine[] };

/**
 * Replaces the cart by these lines; today's prices are accepted with it. The quantities of a
 * product that is named twice are added up.
 * @returns the cart, as getCart reads it
 * @throws AppError PRODUCT_NOT_FOUND when one of the products is not offered; then nothing is
 * changed
 */
export const putCart = (db: Database, { buyerId, lines }: CartChange, services: { clock: Clock }) =>
  changeLocked(db, { buyerId, lines, services }, (tx, { priced, now }) => {
    if (priced.length < sumByProduct(lines).length) throw new AppError('PRODUCT_NOT_FOUND');
    return [deleteCartLines(tx, { buyerId }), upsertCartLines(tx, { buyerId, lines: priced, now })];
  });

/**
 * Adds lines to what is there, such as what a visitor gathered before logging in. Where a product
 * is there already the larger quantity counts, so that the same lines sent twice change nothing.
 * Products that are not offered any more are left out.
 * @returns the cart
 * @throws AppError CART_FULL
 */
export const addToCart = (
  db: Database,
  { buyerId, lines }: CartChange,
  services: { clock: Clock },
) =>
  changeLocked(db, { buyerId, lines, services }, (tx, { priced, now }) => [
    upsertLargerLines(tx, { buyerId, lines: priced, now }),
  ]);

/**
 * Sets how much of one product the cart holds, at today's price.
 * @returns the cart
 * @throws AppError PRODUCT_NOT_FOUND when it is not offered, CART_FULL
 */
export const setCartLine = (
  db: Database,
  { buyerId, ...line }: CartLine & { buyerId: number },
  services: { clock: Clock },
) =>
  changeLocked(db, { buyerId, lines: [line], services }, (tx, { priced, now }) => {
    if (priced.length === 0) throw new AppError('PRODUCT_NOT_FOUND');
    return [upsertCartLines(tx, { buyerId, lines: priced, now })];
  });

/** Takes a product out, if it is there. @returns the cart */
export async function removeFromCart(
  db: Database,
  { buyerId, productId }: { buyerId: number; productId: number },
  services: { clock: Clock },
) {
  await deleteCartLines(db, { buyerId, productIds: [productId] });
  return getCart(db, buyerId, services);
}

type Changing = CartChange & { services: { clock: Clock } };
type Priced = { priced: Awaited<ReturnType<typeof priceLines>>; now: Date };

/**
 * Changes of one cart happen one after the other. What is sent together takes one round trip: the
 * database runs it in that order. A product or an account that is erased at this moment fails the
 * change: then it runs again.
 * @param write sends what changes the cart, of which the lines that are offered get today's prices
 * @returns the cart after the change
 * @throws AppError CART_FULL
 */
const changeLocked = (
  db: Database,
  { buyerId, lines, services }: Changing,
  write: (tx: Database, priced: Priced) => Promise<void>[],
) =>
  retryTransaction(() =>
    db.transaction(async (tx) => {
      const now = services.clock();
      const [, priced] = await Promise.all([lockCart(tx, buyerId), priceLines(tx, lines, now)]);
      const writing = write(tx, { priced, now });
      const [rows] = await Promise.all([listCartLines(tx, buyerId, services), ...writing]);
      if (rows.filter(({ offerId }) => offerId === null).length > CART_LINES_MAX)
        throw new AppError('CART_FULL');
      return readCart(tx, rows);
    }),
  );

/** With today's prices, in id order; what isn't offered is left out. */
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

function sumByProduct(lines: CartLine[]): CartLine[] {
  const sums = new Map<number, number>();
  for (const { productId, quantity } of lines)
    sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  return [...sums].map(([productId, quantity]) => ({
    productId,
    quantity: roundedToHundredths(quantity),
  }));
}

/**
 * Locks a buyer's cart until the transaction ends, so that changes from several devices and a
 * checkout happen one after the other.
 * @throws AppError NOT_LOGGED_IN when the account was deleted meanwhile
 */
export async function lockCart(tx: Database, buyerId: number) {
  if (!(await lockBuyer(tx, buyerId))) throw new AppError('NOT_LOGGED_IN');
}
