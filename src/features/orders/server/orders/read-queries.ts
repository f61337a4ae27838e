import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { people } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/queries.ts';
import { type OrderStatus, orderGroups, orderStatuses } from '#orders/rules/order-facts.ts';
import { products } from '#products/server/queries.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { firstRow, isOnly, keepStatement, pick } from '#server/database.ts';
import { pushedSum } from '../payments/pushes/attempt-queries.ts';
import { paymentAttempts, payouts } from '../payments/tables.ts';
import { ALL_DAYS, farmSums } from '../settlement/tables.ts';
import { orderColumns } from './queries.ts';
import { orderContacts, orderEvents, orderLines, orders, reviews } from './tables.ts';

const buyers = people('buyer');
const farmers = people('farmer');

/** As of the confirmation; until then the current name. */
const farmNameThen = sql<string | null>`coalesce(${orderContacts.farmName}, ${farms.name})`;

const maySend = or(eq(orders.paymentMethod, 'Cash on delivery'), eq(orders.paymentStatus, 'paid'));
const mayAnswer = isNull(orders.harvestBy);

const ENDED = 2;

/** 0: waits for its farmer; 1: for somebody else. */
const turn = sql<number>`case
  when ${or(
    and(inArray(orders.status, [...orderGroups.new]), mayAnswer),
    and(inArray(orders.status, [...orderGroups.toSend]), maySend),
    and(eq(orders.status, 'disputed'), isNull(orders.disputeAnswer)),
  )} then 0
  when ${inArray(orders.status, [...orderGroups.done])} then ${sql.raw(String(ENDED))}
  else 1 end`;

const columns = {
  ...orderColumns,
  turn,
  buyerFirstName: buyers.firstName,
  buyerLastName: buyers.lastName,
  farmName: farmNameThen,
  county: farms.pinCounty,
  /** contactOf of read-orders.ts decides who may see it. */
  contact: {
    buyerPhone: orderContacts.buyerPhoneNumber,
    farmerPhone: orderContacts.farmerPhoneNumber,
    ...pick(orderContacts, 'county subcounty addressDescription latitude longitude'),
  },
  rating: reviews.rating,
  reviewText: reviews.text,
  reviewAnswer: reviews.answer,
  payoutStatus: payouts.status,
  payoutCents: payouts.amountCents,
  payoutReceipt: payouts.receipt,
};

export type OrderRead = Awaited<ReturnType<typeof selectOrders>>[number];

export type Owner = { buyerId: number } | { farmerId: number };

const ownerColumn = (owner: Owner) => ('buyerId' in owner ? orders.buyerId : orders.farmerId);
const isOwn = (owner: Owner) =>
  isOnly(ownerColumn(owner), 'buyerId' in owner ? owner.buyerId : owner.farmerId);

type OrderList = {
  owner: Owner;
  statuses?: readonly OrderStatus[] | undefined;
  ids?: readonly number[] | undefined;
  isByTurn?: boolean;
  after?: { id: number; turn: number | undefined } | undefined;
  limit: number;
};

/**
 * By orders_buyer, orders_farmer or orders_farmer_status. By turn, it sorts only the orders that
 * have not ended.
 */
export async function listOrders(
  db: Database,
  { owner, statuses = orderStatuses, ids, isByTurn = false, after, limit }: OrderList,
) {
  const newest = { owner, ids, after, limit };
  if (!isByTurn) return selectOrders(db, { ...newest, statuses });
  const ended = statuses.filter((status) => orderGroups.done.some((one) => one === status));
  const open = statuses.filter((status) => !ended.includes(status));
  const isPast = after?.turn === ENDED;
  const first = isPast ? [] : await selectOrders(db, { ...newest, statuses: open, isByTurn });
  const left = limit - first.length;
  if (left === 0) return first;
  const rest = { ...newest, statuses: ended, after: isPast ? after : undefined, limit: left };
  return [...first, ...(await selectOrders(db, rest))];
}

async function selectOrders(
  db: Database,
  { owner, statuses, ids, isByTurn = false, after, limit }: OrderList,
) {
  if (statuses?.length === 0) return [];
  return db
    .select(columns)
    .from(orders)
    .leftJoin(buyers, eq(buyers.id, orders.buyerId))
    .leftJoin(farms, eq(farms.userId, orders.farmerId))
    .leftJoin(orderContacts, eq(orderContacts.orderId, orders.id))
    .leftJoin(reviews, eq(reviews.orderId, orders.id))
    .leftJoin(payouts, and(eq(payouts.orderId, orders.id), isNull(payouts.paymentId)))
    .where(
      and(
        isOwn(owner),
        statuses && statuses.length < orderStatuses.length
          ? inArray(orders.status, [...statuses])
          : undefined,
        ids && inArray(orders.id, [...ids]),
        after && (isByTurn ? isLater(after) : lt(orders.id, after.id)),
      ),
    )
    .orderBy(...(isByTurn ? [asc(turn)] : [desc(ownerColumn(owner))]), desc(orders.id))
    .limit(limit);
}

const isLater = ({ id, turn: before }: { id: number; turn: number | undefined }) =>
  sql`(${turn}, -${orders.id}) > (${before}::int, ${-id}::int)`;

const among = (column: PgColumn) => sql`${column} = any(${sql.placeholder('orderIds')}::int[])`;

const LINES_PER_ORDER_MAX = 100;

export type OrderLineRead = Awaited<ReturnType<typeof listOrderLines>>[number];

export async function listOrderLines(db: Database, orderIds: number[]) {
  return orderLinesStatement(db, { orderIds, most: orderIds.length * LINES_PER_ORDER_MAX });
}

const orderLinesStatement = keepStatement((db) =>
  db
    .select({
      ...pick(
        orderLines,
        'id orderId productId name unit netWeightKg quantity orderedQuantity weighedQuantity',
        'priceCents totalCents',
      ),
      category: products.category,
      crop: products.crop,
      isHidden: isNotNull(products.hiddenAt).mapWith(Boolean),
      stock: products.quantity,
      stockUnit: products.unit,
    })
    .from(orderLines)
    .leftJoin(products, eq(products.id, orderLines.productId))
    .where(among(orderLines.orderId))
    .orderBy(asc(orderLines.orderId), asc(orderLines.id))
    .limit(sql.placeholder('most')),
);

const EVENTS_MAX = 500;

export async function listOrderEvents(db: Database, orderId: number) {
  return db
    .select({
      ...pick(orderEvents, 'actor subject from to reason takenAt isTakenAtDoubtful'),
      at: orderEvents.happenedAt,
    })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id))
    .limit(EVENTS_MAX);
}

export async function listReasons(db: Database, orderIds: number[]) {
  return reasonsStatement(db, { orderIds, most: orderIds.length });
}

const reasonsStatement = keepStatement((db) =>
  db
    .selectDistinctOn([orderEvents.orderId], {
      orderId: orderEvents.orderId,
      reason: orderEvents.reason,
    })
    .from(orderEvents)
    .where(
      and(
        among(orderEvents.orderId),
        eq(orderEvents.subject, 'status'),
        isNotNull(orderEvents.reason),
      ),
    )
    .orderBy(asc(orderEvents.orderId), desc(orderEvents.id))
    .limit(sql.placeholder('most')),
);

/** By payment_attempts_order. */
export async function listLatestAttempts(db: Database, orderIds: number[]) {
  return db
    .selectDistinctOn([paymentAttempts.orderId], {
      ...pick(
        paymentAttempts,
        'orderId id status resultCode resultText phoneNumber requestedAt pushAt',
      ),
      amount: sql`${pushedSum}`.mapWith(shillingsOf),
    })
    .from(paymentAttempts)
    .where(inArray(paymentAttempts.orderId, orderIds))
    .orderBy(asc(paymentAttempts.orderId), desc(paymentAttempts.id))
    .limit(orderIds.length);
}

export const findOrderContacts = (db: Database, orderId: number) =>
  firstRow(contactsStatement(db, { orderId }));

const contactsStatement = keepStatement((db) =>
  db
    .select({
      ...pick(
        orders,
        'buyerId farmerId status totalCents creditCents depositCents depositPaidAt subtotalCents',
        'deliveryFeeCents weighing weighingLeft paymentMethod paymentStatus fulfilment',
        'dispatchedAt deliveryDate notCollectedAt shortenedAt',
      ),
      buyerEmail: buyers.email,
      buyerLanguage: buyers.language,
      buyerFirstName: buyers.firstName,
      buyerLastName: buyers.lastName,
      farmerEmail: farmers.email,
      farmerLanguage: farmers.language,
      farmerFirstName: farmers.firstName,
      farmerLastName: farmers.lastName,
      farmName: farmNameThen,
    })
    .from(orders)
    .leftJoin(buyers, eq(buyers.id, orders.buyerId))
    .leftJoin(farmers, eq(farmers.id, orders.farmerId))
    .leftJoin(farms, eq(farms.userId, orders.farmerId))
    .leftJoin(orderContacts, eq(orderContacts.orderId, orders.id))
    .where(eq(orders.id, sql.placeholder('orderId'))),
);

/** By (farmer_id, status, id) and the key of farm_sums. */
export async function readOrderFigures(db: Database, farmerId: number) {
  const countOf = (statuses: readonly OrderStatus[], condition?: SQL) =>
    sql<number>`(select count(*)::int from ${orders} where ${and(
      eq(orders.farmerId, farmerId),
      inArray(orders.status, [...statuses]),
      condition,
    )})`;
  const [row] = await db
    .select({
      pendingOrders: countOf(orderGroups.new, mayAnswer),
      ordersToSend: countOf(orderGroups.toSend),
      ordersToDispatch: countOf(orderGroups.toSend, maySend),
      disputesToAnswer: countOf(['disputed'], isNull(orders.disputeAnswer)),
      ordersOnTheWay: countOf(orderGroups.onTheWay),
      completedOrders: sql<number>`(
        select coalesce(sum(${farmSums.count}), 0)::int from ${farmSums} where ${and(eq(farmSums.farmerId, farmerId), eq(farmSums.day, ALL_DAYS), eq(farmSums.kind, 'completed'))})`,
    })
    .from(sql`(select 1) as one`);
  if (!row) throw new Error('The orders could not be counted');
  return row;
}
