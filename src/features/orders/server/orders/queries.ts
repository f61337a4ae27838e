import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/queries.ts';
import { orderSubject } from '#orders/rules/order.ts';
import type { ClockRule, OrderStatus, PaymentStatus } from '#orders/rules/order-facts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { secondsAfter } from '#server/clock.ts';
import { keepStatement, pick } from '#server/database.ts';
import { changesForWebhooks } from '#webhooks/server/queries.ts';
import { orderContacts, orderEvents, orderLines, orders } from './tables.ts';

const farmers = people('farmer');

export type OrderRow = typeof orders.$inferSelect & {
  isFarmerSuspended: boolean;
  isDecided: boolean;
};

// For `exists`, PostgreSQL may read the whole table once, which grows with the market.
const isAny = (found: SQL) => sql<boolean>`coalesce((${found} limit 1), false)`;

// Statements of their own: in a query of one table, drizzle leaves out the tables of columns in an
// expression.
const suspensions = sql`select true from ${farmers} where ${farmers.id} = ${orders.farmerId}
  and ${farmers.suspendedAt} is not null`;
const decisions = sql`select true from ${orderEvents} where ${orderEvents.orderId} = ${orders.id}
  and ${orderEvents.actor} = 'operator' and ${orderEvents.subject} = 'status'`;

export const orderColumns = {
  ...pick(
    orders,
    'id buyerId farmerId status paymentStatus paymentMethod fulfilment deliveryAddress',
    'dropOffLatitude dropOffLongitude distanceMetres deliveryDate wishedDay wishedPart note',
    'subtotalCents deliveryFeeCents totalCents creditCents depositCents depositPaidAt harvestBy',
    'handoverTries remindersSent completedByClock createdAt confirmedAt paidAt dispatchedAt',
    'completedAt endedAt notCollectedAt stockReleasedAt weighing weighingLeft shortenedAt',
    'disputeAnswer disputeAnsweredAt updatedAt',
  ),
  isFarmerSuspended: isAny(suspensions),
  isDecided: isAny(decisions),
};

export async function insertOrderEvents(db: Database, rows: (typeof orderEvents.$inferInsert)[]) {
  await db.insert(orderEvents).values(rows).execute();
}

type NewLine = Pick<
  typeof orderLines.$inferSelect,
  'productId' | 'name' | 'unit' | 'netWeightKg' | 'quantity' | 'priceCents' | 'totalCents'
>;
type NewOrder = Record<keyof typeof newOrder, unknown> &
  Omit<typeof orders.$inferInsert, 'id'> & { lines: NewLine[] };

/** With their lines and first events. Returns the ids in the order of the values. */
export async function insertOrders(db: Database, values: NewOrder[]) {
  const inserted = await Promise.all(
    values.map(({ harvestBy = null, lines, ...value }) =>
      insertOrderStatement(db, {
        ...value,
        // A column's own encoder takes no null from a placeholder.
        harvestBy: harvestBy?.toISOString() ?? null,
        lines: JSON.stringify(lines),
      }),
    ),
  );
  return inserted.flatMap((rows) => rows.map(({ id }) => id));
}

const newOrder = {
  buyerId: sql.placeholder('buyerId'),
  farmerId: sql.placeholder('farmerId'),
  paymentMethod: sql.placeholder('paymentMethod'),
  fulfilment: sql.placeholder('fulfilment'),
  deliveryAddress: sql.placeholder('deliveryAddress'),
  dropOffLatitude: sql.placeholder('dropOffLatitude'),
  dropOffLongitude: sql.placeholder('dropOffLongitude'),
  distanceMetres: sql.placeholder('distanceMetres'),
  subtotalCents: sql.placeholder('subtotalCents'),
  deliveryFeeCents: sql.placeholder('deliveryFeeCents'),
  totalCents: sql.placeholder('totalCents'),
  depositCents: sql.placeholder('depositCents'),
  harvestBy: sql`${sql.placeholder('harvestBy')}::timestamptz`,
  wishedDay: sql.placeholder('wishedDay'),
  wishedPart: sql.placeholder('wishedPart'),
  note: sql.placeholder('note'),
  createdAt: sql.placeholder('createdAt'),
  updatedAt: sql.placeholder('updatedAt'),
};

const insertOrderStatement = keepStatement((db) => {
  const placed = db
    .$with('placed')
    .as(db.insert(orders).values(newOrder).returning({ id: orders.id }));
  const contained = db.$with('contained', {}).as(sql`
    insert into ${orderLines} (order_id, product_id, name, unit, net_weight_kg, quantity, price_cents, total_cents)
    select placed.id, "productId", name, unit, "netWeightKg", quantity, "priceCents", "totalCents"
      from placed, rows from (jsonb_to_recordset(${sql.placeholder('lines')}::jsonb)
        as ("productId" int, name text, unit product_unit, "netWeightKg" numeric, quantity numeric, "priceCents" int, "totalCents" int))
        with ordinality order by ordinality`);
  const begun = db.$with('begun', {}).as(sql`
    insert into ${orderEvents} (order_id, actor, subject, to_status, happened_at)
    select id, 'buyer', 'status', 'pending', ${sql.placeholder('createdAt')}::timestamptz from placed`);
  return db.with(placed, contained, begun).select({ id: placed.id }).from(placed);
});

export async function lockOrder(db: Database, orderId: number) {
  const [row] = await db
    .select(orderColumns)
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('no key update');
  return row ?? null;
}

type OrderChange = Partial<Omit<typeof orders.$inferInsert, 'id'>>;

export async function updateOrderStatus(
  db: Database,
  { orderId, from, change }: { orderId: number; from: OrderStatus; change: OrderChange },
) {
  const moved = await db
    .update(orders)
    .set(change)
    .where(and(eq(orders.id, orderId), eq(orders.status, from)))
    .returning({ id: orders.id });
  return moved.length > 0;
}

export async function updatePaymentStatus(
  db: Database,
  { orderId, from, change }: { orderId: number; from: PaymentStatus; change: OrderChange },
) {
  const moved = await db
    .update(orders)
    .set(change)
    .where(and(eq(orders.id, orderId), eq(orders.paymentStatus, from)))
    .returning({ id: orders.id });
  return moved.length > 0;
}

export async function updateOrder(db: Database, orderId: number, change: OrderChange) {
  await db.update(orders).set(change).where(eq(orders.id, orderId));
}

type Changed = { orderId: number; userIds: (number | null)[] };

/**
 * Called for every change of what an order shows. Tells open pages and webhooks after the commit.
 */
export async function notifyOrderChanged(
  db: Database,
  changes: Changed[],
  { now, isPlaced = false }: { now: Date; isPlaced?: boolean },
) {
  const told = changes.flatMap(({ orderId, userIds }) =>
    [...new Set(userIds)].flatMap((userId) =>
      userId === null ? [] : [{ user_id: userId, subject: orderSubject(orderId) }],
    ),
  );
  const type = isPlaced ? 'order.placed' : 'order.changed';
  await notifyStatement(db, {
    changes: JSON.stringify(changes),
    told: JSON.stringify(told),
    type,
    now,
  });
}

type Parties = { id: number; buyerId: number | null; farmerId: number | null };

export const notifyParties = (db: Database, { id, buyerId, farmerId }: Parties, now: Date) =>
  notifyOrderChanged(db, [{ orderId: id, userIds: [buyerId, farmerId] }], { now });

const notifyStatement = keepStatement((db) => {
  const told = sql`select user_id, subject from jsonb_to_recordset(${sql.placeholder('told')}::jsonb)
    as told(user_id int, subject text)`;
  const recorded = db.$with('recorded', {}).as(
    changesForWebhooks(told, {
      type: sql`${sql.placeholder('type')}::text`,
      now: sql`${sql.placeholder('now')}::timestamptz`,
    }),
  );
  return db
    .with(recorded)
    .select({ sent: sql`pg_notify('order_changes', ${sql.placeholder('changes')})` })
    .from(sql`(values (1)) as once`);
});

const DUE_AT_ONCE = 100;

type DueList = {
  now: Date;
  /** Includes orders that become due within this time. */
  secondsBefore?: number;
  remindersBelow?: number;
};

/** By orders_pending, orders_confirmed or orders_dispatched. */
function isDue(rule: ClockRule, { now, secondsBefore = 0, remindersBelow }: DueList) {
  const startedBefore = secondsAfter(now, secondsBefore - rule.seconds);
  return and(
    eq(orders.status, rule.from),
    rule.paymentMethod && eq(orders.paymentMethod, rule.paymentMethod),
    rule.paymentStatuses && inArray(orders.paymentStatus, [...rule.paymentStatuses]),
    rule.isDepositPaid === undefined
      ? undefined
      : (rule.isDepositPaid ? isNotNull : isNull)(orders.depositPaidAt),
    lte(orders[rule.since], startedBefore),
    rule.waitsForDeliveryDate
      ? or(isNull(orders.deliveryDate), lt(orders.deliveryDate, dayInNairobi(startedBefore)))
      : undefined,
    remindersBelow === undefined ? undefined : lt(orders.remindersSent, remindersBelow),
  );
}

type DueRule = { rule: ClockRule; list: DueList };

/** In one statement, because mostly nothing is due. */
export async function findDueRules(db: Database, rules: DueRule[]) {
  const found = rules.map(({ rule, list }, at) => [
    String(at),
    sql<boolean>`exists (select from ${orders} where ${isDue(rule, list)})`,
  ]);
  const [row] = await db
    .select(Object.fromEntries(found) as Record<string, SQL<boolean>>)
    .from(sql`(values (1)) as once`);
  return rules.filter((_, at) => row?.[String(at)]);
}

export async function listDueOrders(db: Database, { rule, list }: DueRule) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(isDue(rule, list))
    .orderBy(asc(orders[rule.since]), asc(orders.id))
    .limit(DUE_AT_ONCE);
}

const buyers = people('buyer');

export async function insertContacts(db: Database, orderId: number) {
  const present = db
    .select({
      orderId: orders.id,
      buyerPhoneNumber: sql`nullif(${buyers.phoneNumber}, '')`
        .mapWith(buyers.phoneNumber)
        .as('buyer_phone_number'),
      farmerPhoneNumber: sql`nullif(${farmers.phoneNumber}, '')`
        .mapWith(farmers.phoneNumber)
        .as('farmer_phone_number'),
      farmName: farms.name,
      ...pick(farms, 'county subcounty addressDescription latitude longitude'),
    })
    .from(orders)
    .leftJoin(buyers, eq(buyers.id, orders.buyerId))
    .leftJoin(farmers, eq(farmers.id, orders.farmerId))
    .leftJoin(farms, eq(farms.userId, orders.farmerId))
    .where(eq(orders.id, orderId));
  await db.insert(orderContacts).select(present).onConflictDoNothing();
}
