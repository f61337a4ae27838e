import { sql } from 'drizzle-orm';
import {
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import { dayPart, fulfilment, paymentMethod } from '#orders/server/orders/tables.ts';
import { products, productUnit } from '#products/server/tables.ts';
import { listOf, moment, personal } from '#server/tables.ts';
import {
  type DeliveryFees,
  missingChoices,
  type Note,
  type StoredChange,
  standingDayStatuses,
  weekdaysOf,
} from '../rules.ts';

export const whenMissing = pgEnum('when_missing', missingChoices);

export const standingOrders = pgTable(
  'standing_orders',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    buyerId: integer('buyer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A bit for each weekday: see rules.ts. */
    weekdayBits: smallint('weekday_bits').notNull(),
    /** The first of its days, in Nairobi, without a row in standing_order_days. */
    nextDay: date('next_day', { mode: 'string' }).notNull(),
    pausedAt: moment('paused_at'),
    fulfilment: fulfilment().notNull(),
    deliveryAddress: text('delivery_address'),
    /** WGS84 degrees. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    paymentMethod: paymentMethod('payment_method').notNull(),
    wishedPart: dayPart('wished_part'),
    note: text(),
    whenMissing: whenMissing('when_missing').notNull(),
    /**
     * The creator's hashed networks, whose budgets its orders count for. Null: stored by an earlier
     * version.
     */
    networks: text().array(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('standing_orders_some_weekday', sql`weekday_bits between 2 and 254`),
    index('standing_orders_buyer').on(table.buyerId, table.id),
    index('standing_orders_next').on(table.id).where(sql`paused_at is null`),
  ],
);

personal(standingOrders, {
  of: 'buyerId',
  exported: `id weekdayBits nextDay pausedAt fulfilment deliveryAddress latitude longitude
    paymentMethod wishedPart note whenMissing createdAt`,
  omitted: { 'Hashes for limits.': 'networks' },
});

/** Name, crop and unit at the time, for finding a similar product. */
export const standingOrderLines = pgTable(
  'standing_order_lines',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    standingOrderId: integer('standing_order_id')
      .notNull()
      .references(() => standingOrders.id, { onDelete: 'cascade' }),
    productId: integer('product_id').references(() => products.id, { onDelete: 'set null' }),
    name: text().notNull(),
    crop: text(),
    unit: productUnit().notNull(),
    netWeightKg: numeric('net_weight_kg', { precision: 9, scale: 3, mode: 'number' }),
    quantity: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    /** Per unit. */
    ceilingCents: integer('ceiling_cents').notNull(),
  },
  (table) => [
    check('standing_order_lines_quantity_positive', sql`quantity > 0`),
    check('standing_order_lines_ceiling_positive', sql`ceiling_cents > 0`),
    index().on(table.standingOrderId, table.id),
    index().on(table.productId),
  ],
);

personal(standingOrderLines, {
  of: { standingOrderId: standingOrders },
  exported: 'standingOrderId productId name unit netWeightKg quantity ceilingCents',
  technical: 'id crop',
});

export const standingDayStatus = pgEnum('standing_day_status', standingDayStatuses);

/** At most one row for each day, so the day is ordered at most once. */
export const standingOrderDays = pgTable(
  'standing_order_days',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    standingOrderId: integer('standing_order_id')
      .notNull()
      .references(() => standingOrders.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    status: standingDayStatus().notNull(),
    /** The differences from the lines on this day. */
    changes: jsonb().$type<StoredChange[]>().notNull().default([]),
    /**
     * In cents, by farm, as the buyer was told. Null if the buyer collects, or stored by an earlier
     * version.
     */
    deliveryFees: jsonb('delivery_fees').$type<DeliveryFees>(),
    /** Increases with each change, so that a second device does not overwrite an unseen one. */
    version: integer().notNull().default(0),
    orderIds: jsonb('order_ids').$type<number[]>().notNull().default([]),
    notes: jsonb().$type<Note[]>().notNull().default([]),
  },
  (table) => [
    unique('standing_order_days_once').on(table.standingOrderId, table.day),
    index('standing_order_days_proposed')
      .on(table.standingOrderId, table.day)
      .where(sql`status = 'proposed'`),
    index().on(table.day),
  ],
);

personal(standingOrderDays, {
  of: { standingOrderId: standingOrders },
  exported: 'standingOrderId day status changes deliveryFees orderIds notes',
  technical: 'id version',
});

const readOrders = listOf(standingOrders);

export const standingData: PersonalData = {
  lists: {
    async standingOrders(...read) {
      const rows = await readOrders(...read);
      return rows.map(({ weekdayBits, ...row }) => ({
        ...row,
        weekdays: weekdaysOf(Number(weekdayBits)),
      }));
    },
    standingOrderLines: listOf(standingOrderLines, { orderBy: 'standingOrderId id' }),
    standingOrderDays: listOf(standingOrderDays),
  },
};
