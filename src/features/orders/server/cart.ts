import { lockPerson } from '#accounts/server/people-queries.ts';
import { isVerifiedFarm } from '#farms/rules/farm.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import { announcedWeek } from '#products/rules/pre-order.ts';
import { lineTotalCents, roundedToHundredths, shillingsOf } from '#rules/amounts.ts';
import { givenPosition, type MaybePosition, METRES_PER_KILOMETRE } from '#rules/geo.ts';
import { AppError } from '#server/app-error.ts';
import { pick, retryTransaction } from '#server/database.ts';
import { retryConflict } from '#server/db/deadlines.ts';
import { CART_LINES_MAX } from '../rules/limits.ts';
import type { Fulfilment } from '../rules/order-facts.ts';
import { type CartLine, isBelowMinimumOrder } from '../rules/order-input.ts';
import { depositOf } from '../rules/settlement.ts';
import { priceFarmOrder } from './cart/checkout-parts.ts';
import {
  groupByOrder,
  harvestOf,
  listCartLines,
  type PricedCartLine,
  priceLine,
  priceVisitorLines,
  priceWantedLines,
  reachOf,
} from './cart/price-cart.ts';
import { deleteCartLines, listCartRows, putCartLines } from './cart/queries.ts';
import { markHeldOffersSeen } from './cart/reservation-queries.ts';
import { getBuyerOrder } from './list-orders.ts';

export {
  type BasketLine,
  type PricedCartLine,
  priceWantedLines,
  priceWork,
} from './cart/price-cart.ts';

type CartCall = PersonCall<'clock'>;

/**
 * Money in KES. Lines that are gone count in no sum. A line with an `offerId` has a fixed price and
 * quantity, and is removed only by ordering it or releasing the offer.
 */
export async function getCart(call: CartCall) {
  return readCart(await listCartLines(call.db, call.user.id, call));
}

export async function seeCart(call: CartCall) {
  const { db, user, clock } = call;
  const seen = { buyerId: user.id, now: clock() };
  const rows = await listCartRows(db, seen);
  const isNew = rows.some(({ offerId, seenAt }) => offerId !== null && seenAt === null);
  if (!isNew) return readCart(rows.map(priceLine));
  // Retried, because a checkout locks the same rows farm by farm.
  await retryConflict(() => markHeldOffersSeen(db, seen));
  return getCart(call);
}

export async function getVisitorCart(call: Call, { lines, ...position }: VisitorCart) {
  const place = givenPosition(position);
  const rows = await priceVisitorLines(call.db, sumByProduct(lines), call);
  return {
    ...readCart(rows),
    reaches: place
      ? groupByOrder(rows).flatMap(([farm]) => (farm ? [reachOf(farm, place)] : []))
      : [],
  };
}

type Read = NonNullable<Parameters<typeof markHeldOffersSeen>[1]['read']>;

export const markReadOffersSeen = (
  db: Database,
  { buyerId, ...read }: Read & { buyerId: number },
  { clock }: { clock: Clock },
) => markHeldOffersSeen(db, { buyerId, now: clock(), read });

type VisitorCart = { lines: CartLine[] } & MaybePosition;

function readCart(rows: PricedCartLine[]) {
  const farms = groupByOrder(rows).map(readFarm);
  return {
    lines: rows.map(readLine),
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

const sumOf = (lines: PricedCartLine[]) =>
  lines
    .filter(({ problem }) => problem !== 'gone')
    .reduce((sum, { totalCents }) => sum + totalCents, 0);

function readFarm(lines: PricedCartLine[]) {
  const [farm] = lines;
  if (!farm) throw new Error('A farm without lines is in no cart');
  const subtotalCents = sumOf(lines);
  return {
    ...pick(farm, 'farmId farmName county coverageRadiusMetres'),
    isFarmVerified: isVerifiedFarm(farm),
    ...readAnnounced(lines, farm),
    deliveryFee: shillingsOf(farm.deliveryFeeCents),
    minimumOrder: shillingsOf(farm.minimumOrderCents),
    subtotal: shillingsOf(subtotalCents),
    isBelowMinimum: isBelowMinimumOrder(subtotalCents, farm.minimumOrderCents),
    lines: lines.map(readLine),
  };
}

const readAnnounced = (lines: PricedCartLine[], farm: PricedCartLine) => ({
  deposit: shillingsOf(depositOf(lines)),
  harvestBy: announcedWeek(farm)?.until ?? null,
  harvestProductId: harvestOf(farm),
});

const readLine = (line: PricedCartLine) => ({
  ...pick(
    line,
    'productId farmId name category crop unit netWeightKg quantity acceptedUnit',
    'acceptedNetWeightKg depositPercent problem offerId heldUntil',
  ),
  swahiliName: swahiliNameOf(line),
  price: shillingsOf(line.priceCents),
  acceptedPrice: shillingsOf(line.acceptedPriceCents),
  total: shillingsOf(line.totalCents),
  available: line.isOffered ? line.available : 0,
  photo: line.photos[0] ?? null,
});

type CartChange = { lines: CartLine[] };

export const putCart = (call: CartCall, { lines }: CartChange) =>
  changeLocked(call, { lines, replaces: 'all' });

/**
 * The larger quantity of a product counts, so sending the same lines twice changes nothing.
 * Products that are no longer offered are left out.
 */
export const addToCart = (call: CartCall, { lines }: CartChange) =>
  changeLocked(call, { lines, replaces: 'smaller' });

export const setCartLine = (call: CartCall, line: CartLine) =>
  changeLocked(call, { lines: [line], replaces: 'these' });

export async function removeFromCart(call: CartCall, { productId }: { productId: number }) {
  await deleteCartLines(call.db, { buyerId: call.user.id, productIds: [productId] });
  return getCart(call);
}

type Change = CartChange & Pick<Parameters<typeof putCartLines>[1], 'replaces'>;

/** Changes of a cart run one at a time. Statements that are sent together take one round trip. */
const changeLocked = (
  { db, user: { id: buyerId }, clock }: CartCall,
  { lines, replaces }: Change,
) =>
  retryTransaction(db, async (tx) => {
    const wanted = sumByProduct(lines);
    const [, offered, rows] = await Promise.all([
      lockCart(tx, buyerId),
      putCartLines(tx, { buyerId, lines: wanted, replaces, now: clock() }),
      listCartLines(tx, buyerId, { clock }),
    ]);
    if (replaces !== 'smaller' && offered < wanted.length) throw new AppError('PRODUCT_NOT_FOUND');
    if (rows.filter(({ offerId }) => offerId === null).length > CART_LINES_MAX)
      throw new AppError('CART_FULL');
    return readCart(rows);
  });

export function sumByProduct(lines: CartLine[]): CartLine[] {
  const sums = new Map<number, number>();
  for (const { productId, quantity } of lines)
    sums.set(productId, (sums.get(productId) ?? 0) + quantity);
  return [...sums].map(([productId, quantity]) => ({
    productId,
    quantity: roundedToHundredths(quantity),
  }));
}

export async function lockCart(tx: Database, buyerId: number) {
  if (!(await lockPerson(tx, buyerId))) throw new AppError('NOT_LOGGED_IN');
}

export const basketTotalCents = (lines: PricedCartLine[], fulfilment: Fulfilment): Cents =>
  groupByOrder(lines).reduce(
    (sum, farmLines) => sum + priceFarmOrder(farmLines, fulfilment).totalCents,
    0,
  );

type Quoted = MaybePosition & { basket?: CartLine[] | undefined };

/** Money in KES, totals rounded up to the shilling; distances in km with one decimal. */
export async function quoteOrder(call: Call<'buyer'>, { basket, ...position }: Quoted) {
  const place = givenPosition(position) ?? null;
  const buyerId = call.user.id;
  const lines = await (basket
    ? priceWantedLines(call.db, { buyerId, lines: basket }, call)
    : listCartLines(call.db, buyerId, call));
  const orders = groupByOrder(lines.filter(({ problem }) => problem !== 'gone'));
  return {
    farms: orders.flatMap((farmLines) => {
      const [farm] = farmLines;
      if (!farm) return [];
      const delivered = priceFarmOrder(farmLines, 'delivery');
      return {
        ...reachOf(farm, place),
        farmName: farm.farmName,
        county: farm.county,
        ...readAnnounced(farmLines, farm),
        subtotal: shillingsOf(delivered.subtotalCents),
        deliveryFee: shillingsOf(farm.deliveryFeeCents),
        minimumOrder: shillingsOf(farm.minimumOrderCents),
        // A farm delivers all of its orders of a checkout or none.
        isBelowMinimum: orders.some((one) => isTooSmall(one, farm.farmId)),
        coverageKm: farm.coverageRadiusMetres / METRES_PER_KILOMETRE,
        deliveredTotal: shillingsOf(delivered.totalCents),
        collectedTotal: shillingsOf(priceFarmOrder(farmLines, 'collection').totalCents),
      };
    }),
  };
}

const isTooSmall = (lines: PricedCartLine[], farmId: number) => {
  const [farm] = lines;
  if (farm?.farmId !== farmId) return false;
  const { subtotalCents } = priceFarmOrder(lines, 'delivery');
  return isBelowMinimumOrder(subtotalCents, farm.minimumOrderCents);
};

export async function getOrderAgain(call: Call<'buyer'>, own: { orderId: number }) {
  const { db, user } = call;
  const order = await getBuyerOrder(call, own);
  const ordered = mergeLines(order.lines);
  const lines: CartLine[] = ordered.flatMap(({ productId, quantity }) =>
    productId === null ? [] : [{ productId, quantity }],
  );
  const priced = await priceWantedLines(db, { buyerId: user.id, lines }, call);
  const cart = readCart(priced.flatMap(asFarAsThere));
  return { id: order.id, status: order.status, cart, ordered };
}

type OrderLine = Awaited<ReturnType<typeof getBuyerOrder>>['lines'][number];

/** A product that was ordered twice, once at an agreed price, is one line. */
function mergeLines(lines: OrderLine[]) {
  const merged = new Map<number | string, OrderLine & { got: number }>();
  for (const line of lines) {
    const key = line.productId ?? `line ${line.id}`;
    const before = merged.get(key);
    const quantity = (before?.quantity ?? 0) + (line.orderedQuantity ?? line.quantity);
    const got = (before?.got ?? 0) + line.quantity;
    merged.set(key, {
      ...line,
      quantity: roundedToHundredths(quantity),
      got: roundedToHundredths(got),
    });
  }
  return [...merged.values()];
}

function asFarAsThere(line: PricedCartLine): PricedCartLine[] {
  if (line.problem === 'gone' || line.problem === 'ownFarm') return [];
  const quantity = Math.min(line.quantity, line.available);
  const totalCents = lineTotalCents(line.priceCents, quantity);
  return [{ ...line, quantity, totalCents, problem: null }];
}
