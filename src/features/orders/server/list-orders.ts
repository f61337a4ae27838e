import { farmTitle } from '#farms/rules/farm-texts.ts';
import type { NoticeReader } from '#notifications/rules/notice.ts';
import { markOpened, type SmsCall } from '#notifications/server/inbox.ts';
import { listPhotos } from '#photos/server/attached-photos.ts';
import { reverseInGazetteer } from '#places/server/find-places.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import { goodsText, unitText } from '#products/rules/product-texts.ts';
import { countProducts } from '#products/server/list-own-products.ts';
import { moneyText, roundedToHundredths, shillingsOf } from '#rules/amounts.ts';
import { wholeKilometres } from '#rules/geo.ts';
import { AppError } from '#server/app-error.ts';
import { decodeCursor, type ListOrder, pageOf } from '#server/cursor.ts';
import { m } from '#text';
import type { WebhookSource } from '#webhooks/server/manage-webhooks.ts';
import { ORDERS_PAGE_SIZE, ORDERS_UNDER_WAY_MAX, RECENT_ORDERS } from '../rules/limits.ts';
import { orderSubject, stepsOfFarmer } from '../rules/order.ts';
import { isOnTheWay, orderGroups, reservingStatuses } from '../rules/order-facts.ts';
import type { ListFarmOrders, ListOrders } from '../rules/order-input.ts';
import { isSoldByWeight } from '../rules/settlement.ts';
import { HANDOVER_TRIES_MAX, notCollectedFrom } from '../rules/transitions.ts';
import { countOffersToAnswer } from './cart/reservation-queries.ts';
import { readEarnings } from './farmer-payments.ts';
import { type BuyerRatings, readBuyerRatings } from './orders/disputes-and-ratings.ts';
import {
  type RelatedRows,
  readBuyerOrder,
  readLine,
  readRelatedRows,
  readShared,
} from './orders/read-orders.ts';
import {
  listOrderEvents,
  listOrders,
  type OrderLineRead,
  type OrderRead,
  type Owner,
  readOrderFigures,
} from './orders/read-queries.ts';
import { readFarmStanding } from './proof-queries.ts';

export { handoverCode } from './orders/read-orders.ts';

type ReadCall = PersonCall<'clock' | 'secret'>;

export async function listBuyerOrders(call: ReadCall, list: ListOrders) {
  const { rows, nextCursor } = await readPage(call.db, { buyerId: call.user.id }, list);
  return { orders: await readBuyerOrders(call, rows), nextCursor };
}

async function readBuyerOrders({ db, secret, clock }: ReadCall, rows: OrderRead[]) {
  const related = await readRelatedRows(db, rows);
  const productIds = [...related.lines.values()].flatMap((lines) =>
    lines.flatMap(({ productId }) => (productId === null ? [] : [productId])),
  );
  const photos = await listPhotos(db, [...new Set(productIds)]);
  return rows.map((row) => readBuyerOrder(row, { related, photos, secret, now: clock() }));
}

export async function listFarmerOrders(call: ReadCall, list: ListFarmOrders) {
  const { rows, nextCursor } = await readPage(call.db, { farmerId: call.user.id }, list);
  return { orders: await readFarmerOrders(call, rows), nextCursor };
}

export async function listOrdersUnderWay(call: ReadCall) {
  const rows = await listOrders(call.db, {
    owner: { farmerId: call.user.id },
    statuses: reservingStatuses,
    limit: ORDERS_UNDER_WAY_MAX,
  });
  return readFarmerOrders(call, rows);
}

async function readFarmerOrders({ db, secret, clock }: ReadCall, rows: OrderRead[]) {
  const ratings = await readBuyerRatings(db, rows);
  const reading = { related: await readRelatedRows(db, rows), ratings, secret, now: clock() };
  return rows.map((row) => readFarmerOrder(row, reading));
}

type OfOrder = { orderId: number };

export async function getBuyerOrder(call: ReadCall, { orderId }: OfOrder) {
  const owner = { buyerId: call.user.id };
  const rows = await listOrders(call.db, { owner, ids: [orderId], limit: 1 });
  const [order] = await readBuyerOrders(call, rows);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  return { ...order, events: await listOrderEvents(call.db, orderId) };
}

export async function getFarmerOrder(call: ReadCall, { orderId }: OfOrder) {
  const owner = { farmerId: call.user.id };
  const rows = await listOrders(call.db, { owner, ids: [orderId], limit: 1 });
  const [order] = await readFarmerOrders(call, rows);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  return { ...order, events: await listOrderEvents(call.db, orderId) };
}

/** Omits the handover code, because it completes the order and pays the farmer. */
export const orderSource: WebhookSource = {
  kind: 'order',
  async read(db, { id: orderId, userId }, services) {
    const call = { ...services, db, user: { id: userId } };
    const isOf = async (owner: Owner) =>
      (await listOrders(db, { owner, ids: [orderId], limit: 1 })).length > 0;
    if (await isOf({ farmerId: userId })) return { order: await getFarmerOrder(call, { orderId }) };
    if (await isOf({ buyerId: userId }))
      return { order: { ...(await getBuyerOrder(call, { orderId })), handoverCode: null } };
    return null;
  },
};

export async function openBuyerOrder(call: ReadCall, own: OfOrder) {
  const order = await getBuyerOrder(call, own);
  await markOpened(call.db, { userId: call.user.id, subject: orderSubject(own.orderId) }, call);
  return order;
}

export async function openFarmerOrder(call: ReadCall, own: OfOrder) {
  const order = await getFarmerOrder(call, own);
  await markOpened(call.db, { userId: call.user.id, subject: orderSubject(own.orderId) }, call);
  return order;
}

const newestFirst: ListOrder = { name: 'orders', values: ['integer'] };
const byTurn: ListOrder = { name: 'orders by turn', values: ['integer', 'integer'] };

async function readPage(
  db: Database,
  owner: Owner,
  { status, group, isByTurn = false, cursor, limit = ORDERS_PAGE_SIZE }: ListFarmOrders,
) {
  const list = isByTurn ? byTurn : newestFirst;
  const [id, turn] = cursor ? decodeCursor(cursor, list) : [];
  const rows = await listOrders(db, {
    owner,
    statuses: status ? [status] : group && orderGroups[group],
    isByTurn,
    after: id === undefined ? undefined : { id, turn },
    limit: limit + 1,
  });
  const valuesOf = (last: OrderRead) => (isByTurn ? [last.id, last.turn] : [last.id]);
  return pageOf(rows, { size: limit, list, valuesOf });
}

export async function getOverview(call: Call<'farmer'>) {
  const { db, user, clock } = call;
  const farmerId = user.id;
  const counts = await countProducts(db, farmerId, call);
  const figures = await readOrderFigures(db, farmerId);
  const { salesCents, ...standing } = await readFarmStanding(db, farmerId);
  const { orders } = await listFarmerOrders(call, {});
  return {
    ...counts,
    ...figures,
    offersToAnswer: await countOffersToAnswer(db, { farmerId, now: clock() }),
    ...standing,
    totalSales: shillingsOf(salesCents),
    earnings: await readEarnings(db, farmerId, call),
    recentOrders: orders.slice(0, RECENT_ORDERS),
  };
}

type Reading = { related: RelatedRows; ratings: BuyerRatings; secret: string; now: Date };

/**
 * The farmer's view of an order, in the specification's shape (§3). `amount` in KES, distance in
 * whole km.
 */
function readFarmerOrder(row: OrderRead, { related, ratings, secret, now }: Reading) {
  const { order, lines, contact, shared } = readShared(row, { related, secret, now });
  const deliveryArea = deliveryAreaOf(order);
  return {
    ...shared,
    buyerName:
      order.buyerFirstName === null ? null : `${order.buyerFirstName} ${order.buyerLastName}`,
    buyerPhone: contact?.buyerPhone ?? null,
    product: lines.map(({ name }) => name).join(', '),
    quantity: lines.map(quantityOf).join(', '),
    amount: shillingsOf(order.totalCents),
    date: order.createdAt,
    deliveryAddress: order.confirmedAt === null ? deliveryArea : (contact?.deliveryAddress ?? null),
    dropOff: contact?.dropOff ?? null,
    deliveryArea,
    distanceKm: order.distanceMetres === null ? null : wholeKilometres(order.distanceMetres),
    lines: lines.map((line) => ({
      ...readLine(line),
      swahiliName: swahiliNameOf(line),
      available: availableOf(order, line),
    })),
    handoverTriesLeft: HANDOVER_TRIES_MAX - order.handoverTries,
    notCollectedFrom: isOnTheWay(order.status) ? notCollectedFrom(order) : null,
    payout:
      order.payoutStatus === null || order.payoutCents === null
        ? null
        : {
            status: order.payoutStatus,
            amount: shillingsOf(order.payoutCents),
            receipt: order.payoutReceipt,
          },
    givenRating: ratings.given.get(order.id) ?? null,
    buyerRating: (order.buyerId !== null && ratings.standings.get(order.buyerId)) || null,
    steps: stepsOfFarmer(order, {
      hasWeights: lines.some(isSoldByWeight),
      isBuyerRated: ratings.given.has(order.id),
      now,
    }),
  };
}

/**
 * How much of a line there is by the farm's own count: the product's stock and what the order
 * reserves.
 */
function availableOf(
  { stockReleasedAt }: OrderRead,
  { quantity, unit, stock, stockUnit }: OrderLineRead,
): number {
  const inStock = stockUnit === unit ? (stock ?? 0) : 0;
  const reserved = stockReleasedAt === null ? quantity : 0;
  return Math.min(quantity, roundedToHundredths(inStock + reserved));
}

/** "20 bags", "1 bag": in English, like the stored units. */
const quantityOf = ({ quantity, unit }: OrderLineRead) =>
  `${quantity} ${unitText(quantity, unit, { locale: 'en' })}`;

function deliveryAreaOf({ dropOffLatitude: latitude, dropOffLongitude: longitude }: OrderRead) {
  if (latitude === null || longitude === null) return null;
  return reverseInGazetteer({ latitude, longitude })?.display_name ?? null;
}

/** "Jacaranda Gardens · 40 kg Tomatoes · KES 2,400" for each notice about an order. */
export async function describeOrders(
  facts: readonly { orderId: number }[],
  on: NoticeReader & SmsCall,
): Promise<(string | null)[]> {
  const owner = on.role === 'buyer' ? { buyerId: on.user.id } : { farmerId: on.user.id };
  const ids = facts.map(({ orderId }) => orderId);
  const rows = await listOrders(on.db, { owner, ids, limit: ids.length });
  const orders =
    on.role === 'buyer'
      ? (await readBuyerOrders(on, rows)).map(({ farmName, county, total, ...order }) => ({
          ...order,
          total,
          who: farmName !== null && county !== null ? farmTitle({ farmName, county }, on) : null,
        }))
      : (await readFarmerOrders(on, rows)).map(({ buyerName, amount, ...order }) => ({
          ...order,
          total: amount,
          who: buyerName,
        }));
  const texts = new Map(
    orders.map(({ id, who, lines, total }) => [
      id,
      [who ?? m.mailOrderSomeone({}, on), goodsText(lines, on), moneyText(total)].join(' · '),
    ]),
  );
  return ids.map((id) => texts.get(id) ?? null);
}
