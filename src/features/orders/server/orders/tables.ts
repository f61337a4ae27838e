import { sql } from 'drizzle-orm';
import {
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
} from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import {
  actors,
  dayParts,
  fulfilments,
  orderStatuses,
  paymentMethods,
  paymentStatuses,
} from '#orders/rules/order-facts.ts';
import { products, productUnit } from '#products/server/tables.ts';
import { moment, personal } from '#server/tables.ts';

export const orderStatus = pgEnum('order_status', orderStatuses);
export const orderPaymentStatus = pgEnum('order_payment_status', paymentStatuses);
export const paymentMethod = pgEnum('payment_method', paymentMethods);
export const fulfilment = pgEnum('fulfilment', fulfilments);
export const dayPart = pgEnum('day_part', dayParts);
export const orderActor = pgEnum('order_actor', actors);

/** Outlives both accounts, without the names, because sales stay in the books. */
export const orders = pgTable(
  'orders',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    buyerId: integer('buyer_id').references(() => users.id, { onDelete: 'set null' }),
    farmerId: integer('farmer_id').references(() => users.id, { onDelete: 'set null' }),
    status: orderStatus().notNull().default('pending'),
    paymentStatus: orderPaymentStatus('payment_status').notNull().default('pending'),
    paymentMethod: paymentMethod('payment_method').notNull().default('M-Pesa'),
    fulfilment: fulfilment().notNull(),
    /** Of a collection: the point, or null at the farm. */
    deliveryAddress: text('delivery_address'),
    /** WGS84 degrees; null for a collection. */
    dropOffLatitude: doublePrecision('drop_off_latitude'),
    dropOffLongitude: doublePrecision('drop_off_longitude'),
    /** From the farm's rounded position to the drop-off. */
    distanceMetres: doublePrecision('distance_metres'),
    deliveryDate: date('delivery_date', { mode: 'string' }),
    /** In Nairobi; null: any day, any time. */
    wishedDay: date('wished_day', { mode: 'string' }),
    wishedPart: dayPart('wished_part'),
    note: text(),
    subtotalCents: integer('subtotal_cents').notNull(),
    deliveryFeeCents: integer('delivery_fee_cents').notNull(),
    /** Rounded up to the shilling. */
    totalCents: integer('total_cents').notNull(),
    creditCents: integer('credit_cents').notNull().default(0),
    depositCents: integer('deposit_cents').notNull().default(0),
    depositPaidAt: moment('deposit_paid_at'),
    /** The end of the announced week; null once the goods are harvested. */
    harvestBy: moment('harvest_by'),
    handoverTries: smallint('handover_tries').notNull().default(0),
    remindersSent: smallint('reminders_sent').notNull().default(0),
    completedByClock: boolean('completed_by_clock').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    confirmedAt: moment('confirmed_at'),
    paidAt: moment('paid_at'),
    dispatchedAt: moment('dispatched_at'),
    completedAt: moment('completed_at'),
    /** A dispute reopens the order and leaves this unchanged. */
    endedAt: moment('ended_at'),
    /**
     * Null again after the operator's decision. While it is set the order reserves nothing, because
     * its stock was returned.
     */
    notCollectedAt: moment('not_collected_at'),
    /** For unproven buyers. Null again once the farmer confirms the order. */
    stockReleasedAt: moment('stock_released_at'),
    weighing: smallint().notNull().default(0),
    /** The weighing whose extra goods the buyer leaves. */
    weighingLeft: smallint('weighing_left'),
    shortenedAt: moment('shortened_at'),
    disputeAnswer: text('dispute_answer'),
    disputeAnsweredAt: moment('dispute_answered_at'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    check('orders_total_whole_shillings', sql`total_cents > 0 and total_cents % 100 = 0`),
    check('orders_deposit_not_negative', sql`deposit_cents >= 0`),
    check('orders_wished_part_of_a_day', sql`wished_part is null or wished_day is not null`),
    index('orders_buyer').on(table.buyerId, table.id),
    index('orders_completed').on(table.completedAt).where(sql`status = 'completed'`),
    index('orders_farmer').on(table.farmerId, table.id),
    index('orders_farmer_status').on(table.farmerId, table.status, table.id),
    index('orders_pending').on(table.createdAt).where(sql`status = 'pending'`),
    index('orders_confirmed').on(table.confirmedAt).where(sql`status = 'confirmed'`),
    index('orders_dispatched').on(table.dispatchedAt).where(sql`status = 'dispatched'`),
    index('orders_disputed').on(table.updatedAt).where(sql`status = 'disputed'`),
  ],
);

const seenByBoth = `id status paymentStatus paymentMethod fulfilment deliveryDate subtotalCents
  deliveryFeeCents totalCents creditCents depositCents depositPaidAt createdAt confirmedAt paidAt
  dispatchedAt completedAt disputeAnswer disputeAnsweredAt`;
export const IN_THE_BOOKS = 'Sales stay in the books, without the names.';

personal(orders, {
  of: 'buyerId farmerId',
  exported: {
    buyerId: `${seenByBoth} deliveryAddress dropOffLatitude dropOffLongitude note wishedDay
      wishedPart`,
    farmerId: seenByBoth,
  },
  technical: `harvestBy handoverTries remindersSent completedByClock endedAt notCollectedAt
    stockReleasedAt weighing weighingLeft shortenedAt updatedAt`,
  erased: {
    buyerId: 'deliveryAddress dropOffLatitude dropOffLongitude distanceMetres note',
    farmerId: 'disputeAnswer disputeAnsweredAt',
  },
  kept: IN_THE_BOOKS,
});

/**
 * Copied when the farmer confirms the order, so that later changes stay private. Deleting an
 * account clears its part.
 */
export const orderContacts = pgTable('order_contacts', {
  orderId: integer('order_id')
    .primaryKey()
    .references(() => orders.id),
  buyerPhoneNumber: text('buyer_phone_number'),
  farmerPhoneNumber: text('farmer_phone_number'),
  farmName: text('farm_name'),
  county: text(),
  subcounty: text(),
  addressDescription: text('address_description'),
  latitude: doublePrecision(),
  longitude: doublePrecision(),
});

personal(orderContacts, {
  of: { orderId: orders },
  erased: {
    buyerId: 'buyerPhoneNumber',
    farmerId: `farmerPhoneNumber farmName county subcounty addressDescription latitude longitude`,
  },
  kept: IN_THE_BOOKS,
});

export const orderLines = pgTable(
  'order_lines',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    productId: integer('product_id').references(() => products.id, { onDelete: 'set null' }),
    name: text().notNull(),
    unit: productUnit().notNull(),
    /** Per unit. */
    netWeightKg: numeric('net_weight_kg', { precision: 9, scale: 3, mode: 'number' }),
    /** The delivered quantity; 0 if the farmer turns out to have none. */
    quantity: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    /** At the handover in kg, if it differs from `quantity`, which follows on completion. */
    weighedQuantity: numeric('weighed_quantity', { precision: 12, scale: 2, mode: 'number' }),
    /** Null if the buyer gets exactly this. */
    orderedQuantity: numeric('ordered_quantity', { precision: 12, scale: 2, mode: 'number' }),
    priceCents: integer('price_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
  },
  (table) => [
    index().on(table.orderId, table.id),
    index().on(table.productId),
    check('order_lines_quantity_not_negative', sql`quantity >= 0`),
  ],
);

personal(orderLines, {
  of: { orderId: orders },
  exported: `orderId name unit netWeightKg quantity orderedQuantity weighedQuantity priceCents
    totalCents`,
  technical: 'id productId',
  kept: IN_THE_BOOKS,
});

export const orderEvents = pgTable(
  'order_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    actor: orderActor().notNull(),
    subject: text({ enum: ['status', 'paymentStatus', 'total'] }).notNull(),
    /** Null when the order was placed. */
    from: text('from_status'),
    to: text('to_status').notNull(),
    reason: text(),
    happenedAt: moment('happened_at').notNull(),
    /** When it was done on an offline phone. */
    takenAt: moment('taken_at'),
    isTakenAtDoubtful: boolean('is_taken_at_doubtful').notNull().default(false),
  },
  (table) => [index().on(table.orderId, table.id)],
);

/** personal-data.ts clears the reasons that a person gave. */
personal(orderEvents, {
  of: { orderId: orders },
  exported: 'orderId actor subject from to reason happenedAt takenAt',
  technical: 'id isTakenAtDoubtful',
  kept: IN_THE_BOOKS,
});

export const reviews = pgTable(
  'reviews',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    farmerId: integer('farmer_id').references(() => users.id, { onDelete: 'set null' }),
    rating: smallint().notNull(),
    text: text().notNull().default(''),
    answer: text(),
    /** One review per payer in 30 days counts. */
    isCounted: boolean('is_counted').notNull().default(true),
    createdAt: moment('created_at').notNull(),
    answeredAt: moment('answered_at'),
  },
  (table) => [
    index('reviews_farmer').on(table.farmerId, table.orderId),
    check('reviews_rating', sql`rating between 1 and 5`),
  ],
);

personal(reviews, {
  of: { orderId: orders },
  exported: 'orderId rating text answer createdAt answeredAt',
  technical: 'farmerId isCounted',
  erased: { buyerId: 'text', farmerId: 'answer answeredAt' },
  kept: "The stars are a part of the farm's rating.",
});

export const buyerRatings = pgTable(
  'buyer_ratings',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    buyerId: integer('buyer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    farmerId: integer('farmer_id').references(() => users.id, { onDelete: 'set null' }),
    rating: smallint().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('buyer_ratings_buyer').on(table.buyerId),
    index('buyer_ratings_farmer').on(table.farmerId),
    check('buyer_ratings_rating', sql`rating between 1 and 5`),
  ],
);

personal(buyerRatings, {
  of: { orderId: orders },
  exported: 'orderId rating createdAt',
  technical: 'buyerId farmerId',
  kept: "Until the buyer's account is deleted, because it is about the buyer.",
});
