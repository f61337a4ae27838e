import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  not,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import { sharesIdentity } from '#accounts/server/people-queries.ts';
import { chordTo, deliversTo, farms } from '#farms/server/queries.ts';
import { isOffered, products } from '#products/server/queries.ts';
import { pick } from '#server/database.ts';
import {
  type DeliveryFees,
  STANDING_LINES_MAX,
  STANDING_ORDERS_MAX,
  type StandingLine,
} from '../rules.ts';
import { standingOrderDays, standingOrderLines, standingOrders } from './tables.ts';

export const orderColumns = pick(
  standingOrders,
  'id buyerId weekdayBits nextDay pausedAt fulfilment deliveryAddress latitude longitude',
  'paymentMethod wishedPart note whenMissing networks createdAt',
);
export type StandingOrderRow = Awaited<ReturnType<typeof listOwn>>[number];

/** Oldest first. By standing_orders_buyer. */
export async function listOwn(db: Database, buyerId: number) {
  return db
    .select(orderColumns)
    .from(standingOrders)
    .where(eq(standingOrders.buyerId, buyerId))
    .orderBy(asc(standingOrders.id))
    .limit(STANDING_ORDERS_MAX);
}

export const countOwn = (db: Database, buyerId: number) =>
  db.$count(standingOrders, eq(standingOrders.buyerId, buyerId));

export async function lockStandingOrder(tx: Database, id: number) {
  const [row] = await tx
    .select(orderColumns)
    .from(standingOrders)
    .where(eq(standingOrders.id, id))
    .for('no key update');
  return row ?? null;
}

export async function findStandingOrder(db: Database, id: number) {
  const [row] = await db.select(orderColumns).from(standingOrders).where(eq(standingOrders.id, id));
  return row ?? null;
}

export async function insertStandingOrder(
  tx: Database,
  order: typeof standingOrders.$inferInsert,
  lines: Omit<StandingLine, 'id'>[],
) {
  const [row] = await tx.insert(standingOrders).values(order).returning({ id: standingOrders.id });
  if (!row) throw new Error('The standing order was not stored');
  await tx
    .insert(standingOrderLines)
    .values(lines.map((line) => ({ ...line, standingOrderId: row.id })));
}

type StandingChange = { nextDay?: Day; pausedAt?: Date | null };

export async function updateStandingOrder(tx: Database, id: number, change: StandingChange) {
  await tx.update(standingOrders).set(change).where(eq(standingOrders.id, id));
}

type Own = { id: number; buyerId: number };

export async function deleteStandingOrder(db: Database, { id, buyerId }: Own) {
  await db
    .delete(standingOrders)
    .where(and(eq(standingOrders.id, id), eq(standingOrders.buyerId, buyerId)));
}

export async function listLines(db: Database, ids: number[]) {
  if (ids.length === 0) return [];
  return db
    .select(
      pick(
        standingOrderLines,
        'standingOrderId id productId name crop unit netWeightKg quantity ceilingCents',
      ),
    )
    .from(standingOrderLines)
    .where(inArray(standingOrderLines.standingOrderId, ids))
    .orderBy(asc(standingOrderLines.standingOrderId), asc(standingOrderLines.id))
    .limit(ids.length * STANDING_LINES_MAX);
}

const dayColumns = pick(
  standingOrderDays,
  'id standingOrderId day status changes deliveryFees version orderIds notes',
);
export type StandingDayRow = Awaited<ReturnType<typeof listLastDays>>[number];

/** Newest first. By standing_order_days_once. */
export async function listLastDays(db: Database, ids: number[]) {
  const lists = await Promise.all(
    ids.map((id) =>
      db
        .select(dayColumns)
        .from(standingOrderDays)
        .where(eq(standingOrderDays.standingOrderId, id))
        .orderBy(desc(standingOrderDays.day))
        .limit(2),
    ),
  );
  return lists.flat();
}

const selectDay = (db: Database, standingOrderId: number, day: Day) =>
  db
    .select(dayColumns)
    .from(standingOrderDays)
    .where(
      and(eq(standingOrderDays.standingOrderId, standingOrderId), eq(standingOrderDays.day, day)),
    );

export async function lockDay(tx: Database, standingOrderId: number, day: Day) {
  const [row] = await selectDay(tx, standingOrderId, day).for('update');
  return row ?? null;
}

export async function findDay(db: Database, standingOrderId: number, day: Day) {
  const [row] = await selectDay(db, standingOrderId, day);
  return row ?? null;
}

export async function insertDay(tx: Database, row: typeof standingOrderDays.$inferInsert) {
  const inserted = await tx
    .insert(standingOrderDays)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: standingOrderDays.id });
  return inserted.length > 0;
}

type DayChange = Partial<
  Pick<StandingDayRow, 'status' | 'changes' | 'deliveryFees' | 'version' | 'orderIds' | 'notes'>
>;

export async function updateProposed(db: Database, dayId: number, change: DayChange) {
  const updated = await db
    .update(standingOrderDays)
    .set(change)
    .where(and(eq(standingOrderDays.id, dayId), eq(standingOrderDays.status, 'proposed')))
    .returning({ id: standingOrderDays.id });
  return updated.length > 0;
}

export async function findProposed(db: Database, standingOrderId: number) {
  const [row] = await db
    .select(dayColumns)
    .from(standingOrderDays)
    .where(
      and(
        eq(standingOrderDays.standingOrderId, standingOrderId),
        eq(standingOrderDays.status, 'proposed'),
      ),
    )
    .orderBy(desc(standingOrderDays.day))
    .limit(1);
  return row ?? null;
}

export async function findUpcoming(db: Database, standingOrderId: number, from: Day) {
  const [row] = await db
    .select({ day: standingOrderDays.day })
    .from(standingOrderDays)
    .where(
      and(
        eq(standingOrderDays.standingOrderId, standingOrderId),
        gte(standingOrderDays.day, from),
        inArray(standingOrderDays.status, ['proposed', 'skipped']),
      ),
    )
    .orderBy(asc(standingOrderDays.day))
    .limit(1);
  return row ?? null;
}

export async function deleteDaysBefore(db: Database, before: Day) {
  await db.delete(standingOrderDays).where(lt(standingOrderDays.day, before));
}

const DUE_AT_ONCE = 100;

/** Oldest first. By standing_orders_next. */
export const listToPropose = (db: Database, { until, after }: { until: Day; after: number }) =>
  db
    .select({ id: standingOrders.id })
    .from(standingOrders)
    .where(
      and(
        isNull(standingOrders.pausedAt),
        sql`${standingOrders.nextDay} <= ${until}::date`,
        sql`${standingOrders.id} > ${after}::int`,
      ),
    )
    .orderBy(asc(standingOrders.id))
    .limit(DUE_AT_ONCE);

/** Oldest standing orders first. By standing_order_days_proposed. */
export const listToPlace = (db: Database, { until, after }: { until: Day; after: number }) =>
  db
    .select({
      ...pick(standingOrderDays, 'id day standingOrderId notes'),
      buyerId: standingOrders.buyerId,
    })
    .from(standingOrderDays)
    .innerJoin(standingOrders, eq(standingOrders.id, standingOrderDays.standingOrderId))
    .where(
      and(
        eq(standingOrderDays.status, 'proposed'),
        sql`${standingOrderDays.day} <= ${until}::date`,
        sql`${standingOrderDays.standingOrderId} > ${after}::int`,
      ),
    )
    .orderBy(asc(standingOrderDays.standingOrderId), asc(standingOrderDays.day))
    .limit(DUE_AT_ONCE);

type Searched = {
  line: StandingLine;
  buyerId: number;
  place: Position | null;
  isDelivered: boolean;
  /** A farm that is not listed must deliver for free. Null: any fee. */
  deliveryFees: DeliveryFees | null;
  /** Products that the basket has already. */
  taken: number[];
  today: Day;
};

const figure = (value: number) => sql`${value}::float8`;

/**
 * From the nearest farm, or without a place the cheapest: the same crop, unit and weight, for at
 * most the line's highest price, with enough in stock, and deliverable for this line alone. By
 * products_offered_crop_price.
 */
export async function findAlternative(
  db: Database,
  { line, buyerId, place, isDelivered, deliveryFees, taken, today }: Searched,
) {
  const { crop, unit, netWeightKg, quantity, ceilingCents } = line;
  if (crop === null) return null;
  const at = place && { latitude: figure(place.latitude), longitude: figure(place.longitude) };
  const isEnough = lte(farms.minimumOrderCents, sql`${products.priceCents} * ${quantity}::numeric`);
  const isKnownFee =
    deliveryFees &&
    sql`${farms.deliveryFeeCents} <= coalesce((${JSON.stringify(deliveryFees)}::jsonb ->> ${farms.userId}::text)::int, 0)`;
  const order: SQL[] = [asc(products.priceCents), asc(products.id)];
  const [found] = await db
    .select({ id: products.id })
    .from(products)
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .where(
      and(
        isOffered(today),
        isNull(products.depositPercent),
        eq(products.isInStock, true),
        eq(products.crop, crop),
        eq(products.unit, unit),
        sql`${products.netWeightKg} is not distinct from ${netWeightKg}::numeric(9,3)`,
        gte(products.quantity, quantity),
        lte(products.priceCents, ceilingCents),
        taken.length > 0 ? notInArray(products.id, taken) : undefined,
        not(sharesIdentity(sql`${buyerId}::int`, farms.userId)),
        isDelivered && at ? and(deliversTo(at), isEnough) : undefined,
        isKnownFee ?? undefined,
      ),
    )
    .orderBy(...(at ? [chordTo(at), ...order] : order))
    .limit(1);
  return found?.id ?? null;
}
