import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  numeric,
  pgEnum,
  pgTable,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import { orders, paymentMethod } from '#orders/server/orders/tables.ts';
import { products, productUnit } from '#products/server/tables.ts';
import { moment, personal } from '#server/tables.ts';
import { lotStatuses, shareStatuses } from '../rules/lot.ts';

export const lotStatus = pgEnum('lot_status', lotStatuses);
export const lotShareStatus = pgEnum('lot_share_status', shareStatuses);
const id = () => integer().primaryKey().generatedAlwaysAsIdentity();
const amount = (name: string) => numeric(name, { precision: 12, scale: 2, mode: 'number' });
const personId = (name: string) =>
  integer(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
const ofLot = () =>
  integer('lot_id')
    .notNull()
    .references(() => lots.id, { onDelete: 'cascade' });

/**
 * Everything that changes a lot or its shares locks its row. Locking order: buyer, lot, product.
 */
export const lots = pgTable(
  'lots',
  {
    id: id(),
    buyerId: personId('buyer_id'),
    status: lotStatus().notNull().default('open'),
    crop: text().notNull(),
    unit: productUnit().notNull(),
    /** Per unit; null for any. */
    netWeightKg: numeric('net_weight_kg', { precision: 9, scale: 3, mode: 'number' }),
    quantity: amount('quantity').notNull(),
    /** The buyer takes no less. */
    leastQuantity: amount('least_quantity').notNull(),
    smallestShare: amount('smallest_share').notNull(),
    priceCents: integer('price_cents').notNull(),
    quality: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    place: text().notNull(),
    closesAt: moment('closes_at').notNull(),
    isExtended: boolean('is_extended').notNull().default(false),
    closedAt: moment('closed_at'),
    takenAt: moment('taken_at'),
    paymentMethod: paymentMethod('payment_method'),
    /** Asked for one order after the other; null if none is asked for. */
    payingPhone: text('paying_phone'),
    repeatsWeekly: boolean('repeats_weekly').notNull(),
    /** The lot of the week before. */
    previousId: integer('previous_id').references((): AnyPgColumn => lots.id, {
      onDelete: 'set null',
    }),
    /** When the farms of the week before were told. */
    firstToldAt: moment('first_told_at'),
    toldAt: moment('told_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('lots_quantity_positive', sql`quantity > 0`),
    check('lots_least_quantity', sql`least_quantity between 0 and quantity`),
    check('lots_smallest_share', sql`smallest_share > 0 and smallest_share <= quantity`),
    check('lots_price_positive', sql`price_cents > 0`),
    index('lots_buyer').on(table.buyerId, table.id),
    index('lots_open').on(table.closesAt, table.id).where(sql`status = 'open'`),
    index('lots_closed').on(table.id).where(sql`status = 'closed'`),
    index('lots_taken').on(table.day, table.id).where(sql`status = 'taken'`),
    index('lots_created').on(table.createdAt),
    // Several processes repeat a lot once.
    unique('lots_repeated_once').on(table.previousId),
  ],
);

personal(lots, {
  of: 'buyerId',
  exported: `id status crop unit netWeightKg quantity leastQuantity smallestShare priceCents quality
    day place closesAt closedAt takenAt paymentMethod payingPhone repeatsWeekly createdAt`,
  technical: 'isExtended previousId firstToldAt toldAt',
});

export const lotPoints = pgTable(
  'lot_points',
  {
    id: id(),
    lotId: ofLot(),
    name: text().notNull(),
    /**
     * WGS84 degrees, rounded to about a kilometre: a point may be a home, and distances from
     * several farms would reveal it.
     */
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    fromHour: smallint('from_hour').notNull(),
    untilHour: smallint('until_hour').notNull(),
  },
  (table) => [index('lot_points_lot').on(table.lotId, table.id)],
);

personal(lotPoints, {
  of: { lotId: lots },
  exported: 'lotId name latitude longitude fromHour untilHour',
  technical: 'id',
});

/**
 * One for each farm, whatever the channel. While it is `given`, it reserves the product's stock.
 */
export const lotShares = pgTable(
  'lot_shares',
  {
    id: id(),
    lotId: ofLot(),
    farmerId: personId('farmer_id'),
    pointId: integer('point_id')
      .notNull()
      .references(() => lotPoints.id, { onDelete: 'cascade' }),
    productId: integer('product_id').references(() => products.id, { onDelete: 'set null' }),
    quantity: amount('quantity').notNull(),
    unit: productUnit().notNull(),
    status: lotShareStatus().notNull(),
    orderId: integer('order_id').references(() => orders.id),
    /** Since when it waits in line. */
    waitingSince: moment('waiting_since'),
    askedUntil: moment('asked_until'),
    enteredBy: integer('entered_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    unique('lot_shares_farm').on(table.lotId, table.farmerId),
    check('lot_shares_quantity_positive', sql`quantity > 0`),
    check('lot_shares_ordered', sql`status <> 'ordered' or order_id is not null`),
    index('lot_shares_farmer').on(table.farmerId, table.id),
    index('lot_shares_product').on(table.productId).where(sql`status = 'given'`),
    index('lot_shares_point').on(table.pointId),
    index('lot_shares_order').on(table.orderId),
    index('lot_shares_entered_by').on(table.enteredBy),
    index('lot_shares_asked').on(table.askedUntil).where(sql`status = 'asked'`),
  ],
);

personal(lotShares, {
  of: 'farmerId',
  exported: 'lotId quantity unit status orderId createdAt changedAt',
  others: 'enteredBy',
  technical: 'id pointId productId waitingSince askedUntil',
});

/** A changed offer is another row, so that the buyer agrees to what was shown. */
export const lotRides = pgTable(
  'lot_rides',
  {
    id: id(),
    lotId: ofLot(),
    carrierId: personId('carrier_id'),
    pointIds: integer('point_ids').array().notNull(),
    priceCents: integer('price_cents').notNull(),
    orderId: integer('order_id').references(() => orders.id),
  },
  (table) => [
    unique('lot_rides_carrier').on(table.lotId, table.carrierId),
    index('lot_rides_by_carrier').on(table.carrierId, table.id),
    index('lot_rides_order').on(table.orderId),
  ],
);

personal(lotRides, {
  of: 'carrierId',
  exported: 'lotId priceCents orderId',
  technical: 'id pointIds',
});
