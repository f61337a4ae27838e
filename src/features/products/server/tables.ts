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
import { farms } from '#farms/server/tables.ts';
import { listOf, moment, personal } from '#server/tables.ts';
import { units } from '../rules/product.ts';
import {
  buyerCategories,
  buyerCategoryNames,
  categories,
  ofFlags,
} from '../rules/product-facts.ts';

export const productCategory = pgEnum('product_category', categories);
export const productUnit = pgEnum('product_unit', units);
/** `sold` has never been written. It stays because PostgreSQL cannot drop an enum value. */
export const stockReason = pgEnum('stock_reason', [
  'listed',
  'counted',
  'reserved',
  'returned',
  'sold',
]);
type StockReason = Exclude<(typeof stockReason.enumValues)[number], 'sold'>;

/** products/rules/product-facts.ts as SQL; a test asserts that both agree. */
const buyerCategoryOf = sql.raw(
  `case category ${Object.entries(buyerCategories)
    .flatMap(([name, members]) => members.map((member) => `when '${member}' then '${name}'`))
    .join(' ')} end`,
);

const quantityColumn = (name: string) => numeric(name, { precision: 12, scale: 2, mode: 'number' });

/** `quantity` is what can still be ordered; an order reserves its part at once. */
export const products = pgTable(
  'products',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    farmerId: integer('farmer_id')
      .notNull()
      .references(() => farms.userId, { onDelete: 'cascade' }),
    name: text().notNull(),
    category: productCategory().notNull(),
    /** Null for no crop. There is no table of crops, because the list is part of the code. */
    crop: text(),
    /** False in rows of a version without this column. */
    isCropDecided: boolean('is_crop_decided').notNull().default(false),
    description: text().notNull().default(''),
    quantity: quantityColumn('quantity').notNull(),
    /**
     * With the quantity as the condition of the indexes of offers, every order would rewrite its
     * rows in all of them.
     */
    isInStock: boolean('is_in_stock').notNull().generatedAlwaysAs(sql`quantity > 0`),
    unit: productUnit().notNull(),
    priceCents: integer('price_cents').notNull(),
    netWeightKg: numeric('net_weight_kg', { precision: 9, scale: 3, mode: 'number' }),
    pricePerKgCents: integer('price_per_kg_cents'),
    isOrganic: boolean('is_organic').notNull().default(false),
    /** Null for the specification's classes (§4). */
    lowStockBelow: quantityColumn('low_stock_below'),
    /** Calendar days in Nairobi. */
    harvestDate: date('harvest_date', { mode: 'string' }),
    expiryDate: date('expiry_date', { mode: 'string' }),
    /**
     * For an announced harvest, whose `harvestDate` is the Sunday of its week. Null for goods that
     * are there.
     */
    depositPercent: smallint('deposit_percent'),
    /** `expired`: the farmer has not confirmed it in time. */
    status: text({ enum: ['available', 'expired'] })
      .notNull()
      .default('available'),
    /** By a form or a count. */
    confirmedOn: date('confirmed_on', { mode: 'string' }),
    /** Null in rows of a version without this column, until the freshness clock sets it. */
    freshUntil: date('fresh_until', { mode: 'string' }),
    askedAt: moment('asked_at'),
    /** From the farm's pin to where the photos were taken; null if that is unknown. */
    capturedMetresFromFarm: doublePrecision('captured_metres_from_farm'),
    capturedAccuracyMetres: doublePrecision('captured_accuracy_metres'),
    /** A position with an implausible time has no distance. */
    capturedPositionAt: moment('captured_position_at'),
    hiddenAt: moment('hidden_at'),
    deletedAt: moment('deleted_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** Set once, when the product is listed (create-product.ts). */
    listingRound: integer('listing_round').notNull().default(0),
    /** Stored so that each filter is one value of one index. */
    buyerCategory: text('buyer_category', { enum: buyerCategoryNames })
      .notNull()
      .generatedAlwaysAs(buyerCategoryOf),
    /**
     * One text, so that one index serves a search. A space around every word lets a pattern mean
     * whole words. The line break keeps a match from spanning name and description.
     */
    foldedText: text('folded_text')
      .notNull()
      .generatedAlwaysAs(sql`' ' || fold_text(name) || E' \\n ' || fold_text(description) || ' '`),
    /** An earlier version may still use it during an upgrade. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(name || E'\\n' || description)`),
  },
  (table) => {
    // Without the expiry, which depends on the day.
    const isOffered = sql`deleted_at is null and hidden_at is null and status = 'available' and is_in_stock`;
    return [
      check('products_quantity_not_negative', sql`quantity >= 0`),
      check('products_price_positive', sql`price_cents > 0`),
      check(
        'products_deposit_percent',
        sql`deposit_percent is null or (deposit_percent between 10 and 50 and harvest_date is not null)`,
      ),
      index('products_farmer').on(table.farmerId, table.id).where(sql`deleted_at is null`),
      index('products_listed').on(table.farmerId, table.createdAt),
      index('products_offered_round').on(table.listingRound, table.id).where(isOffered),
      index('products_offered_category_round')
        .on(table.buyerCategory, table.listingRound, table.id)
        .where(isOffered),
      index('products_offered_newest').on(table.id).where(isOffered),
      index('products_offered_category').on(table.buyerCategory, table.id).where(isOffered),
      index('products_offered_price').on(table.priceCents, table.id).where(isOffered),
      index('products_offered_price_per_kg').on(table.pricePerKgCents, table.id).where(isOffered),
      // A category's products may all be expensive: filtering the whole order would skip nearly
      // every row.
      index('products_offered_category_price')
        .on(table.buyerCategory, table.priceCents, table.id)
        .where(isOffered),
      index('products_offered_category_price_per_kg')
        .on(table.buyerCategory, table.pricePerKgCents, table.id)
        .where(isOffered),
      index('products_offered_farmer').on(table.farmerId, table.id).where(isOffered),
      index('products_offered_crop_price')
        .on(table.crop, table.pricePerKgCents, table.id)
        .where(isOffered),
      index('products_fresh_until').on(table.freshUntil, table.id).where(isOffered),
      index('products_crop_undecided').on(table.id).where(sql`not is_crop_decided`),
      index('products_folded').using('gin', sql`folded_text gin_trgm_ops`).where(isOffered),
      index('products_search').using('gin', sql`search_text gin_trgm_ops`).where(isOffered),
    ];
  },
);

personal(products, {
  of: 'farmerId',
  exported: `id name category crop description quantity unit priceCents netWeightKg isOrganic
    harvestDate expiryDate depositPercent confirmedOn createdAt status freshUntil askedAt
    capturedMetresFromFarm capturedPositionAt updatedAt deletedAt`,
  omitted: { 'Decided by an operator.': 'hiddenAt' },
  technical: `isCropDecided isInStock pricePerKgCents lowStockBelow capturedAccuracyMetres
    listingRound buyerCategory foldedText searchText`,
});

export const describedColumns = {
  id: products.id,
  name: products.name,
  category: products.category,
  crop: products.crop,
  description: products.description,
  quantity: products.quantity,
  unit: products.unit,
  priceCents: products.priceCents,
  netWeightKg: products.netWeightKg,
  ...ofFlags((flag) => products[flag]),
  harvestDate: products.harvestDate,
  expiryDate: products.expiryDate,
  depositPercent: products.depositPercent,
  confirmedOn: products.confirmedOn,
  createdAt: products.createdAt,
};

/** With every change, stock put in = on hand + reserved + sold can be verified. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Signed, in `unit`. */
    change: quantityColumn('change').notNull(),
    /** Null in rows of a version without this column. */
    unit: productUnit('unit'),
    reason: stockReason().$type<StockReason>().notNull(),
    movedAt: moment('moved_at').notNull(),
  },
  (table) => [index().on(table.productId, table.id)],
);

personal(stockMovements, {
  of: { productId: products },
  exported: 'productId change unit reason movedAt',
  technical: 'id',
});

export const productData: PersonalData = {
  lists: {
    'farm.products': listOf(products),
    'farm.stockMovements': listOf(stockMovements),
  },
};
