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
import { farms } from '#features/farms/server/tables.ts';
import {
  buyerCategories,
  buyerCategoryNames,
  categories,
} from '#features/products/rules/categories.ts';
import { units } from '#features/products/rules/product.ts';
import { moment } from '#platform/server/db/tables/columns.ts';

export const productCategory = pgEnum('product_category', categories);
export const productUnit = pgEnum('product_unit', units);
/**
 * Nothing has ever written `sold`; it stays in the database's type because PostgreSQL cannot drop a
 * value of an enum.
 */
export const stockReason = pgEnum('stock_reason', [
  'listed',
  'counted',
  'reserved',
  'returned',
  'sold',
]);
type StockReason = Exclude<(typeof stockReason.enumValues)[number], 'sold'>;

/** The table of products/rules/product.ts as SQL; a test asserts that both agree. */
const buyerCategoryOf = sql.raw(
  `case category ${Object.entries(buyerCategories)
    .flatMap(([name, members]) => members.map((member) => `when '${member}' then '${name}'`))
    .join(' ')} end`,
);

const quantityColumn = (name: string) => numeric(name, { precision: 12, scale: 2, mode: 'number' });

/** A farmer's offer. `quantity` is what can still be ordered: an order takes its part at once. */
export const products = pgTable(
  'products',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    farmerId: integer('farmer_id')
      .notNull()
      .references(() => farms.userId, { onDelete: 'cascade' }),
    name: text().notNull(),
    category: productCategory().notNull(),
    /**
     * The id of a crop of products/rules/crops.ts; null for none of them. Without a table of crops,
     * whose list belongs to the version.
     */
    crop: text(),
    /**
     * Whether that was decided, by the name or by the farmer. False in rows that a version without
     * this column writes.
     */
    isCropDecided: boolean('is_crop_decided').notNull().default(false),
    description: text().notNull().default(''),
    quantity: quantityColumn('quantity').notNull(),
    /**
     * For the indexes of what is offered. With the quantity itself as their condition, every order
     * would have to write its products' rows into all of these indexes anew.
     */
    isInStock: boolean('is_in_stock').notNull().generatedAlwaysAs(sql`quantity > 0`),
    unit: productUnit().notNull(),
    priceCents: integer('price_cents').notNull(),
    netWeightKg: numeric('net_weight_kg', { precision: 9, scale: 3, mode: 'number' }),
    /** What sorting by price per kg goes by; null where the weight of a unit isn't known. */
    pricePerKgCents: integer('price_per_kg_cents'),
    isOrganic: boolean('is_organic').notNull().default(false),
    /** The farmer's own threshold for "low stock"; null: the specification's classes (§4). */
    lowStockBelow: quantityColumn('low_stock_below'),
    /** Days of the calendar in Nairobi. */
    harvestDate: date('harvest_date', { mode: 'string' }),
    expiryDate: date('expiry_date', { mode: 'string' }),
    status: text().notNull().default('available'),
    /**
     * How far from the farm's pin the photos were taken, and how exactly that is known; null where
     * the camera wasn't told.
     */
    capturedMetresFromFarm: doublePrecision('captured_metres_from_farm'),
    capturedAccuracyMetres: doublePrecision('captured_accuracy_metres'),
    /**
     * When that position was measured, as photos.taken_at. One whose time can't be right proves
     * nothing, and has no distance.
     */
    capturedPositionAt: moment('captured_position_at'),
    /** Hidden by the operator. */
    hiddenAt: moment('hidden_at'),
    deletedAt: moment('deleted_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /**
     * Where it stands among the newest, set once when it is listed: see products/listing-round.ts.
     */
    listingRound: integer('listing_round').notNull().default(0),
    /**
     * The buyers' filter that it falls under, stored so that each filter is one value of one index.
     */
    buyerCategory: text('buyer_category', { enum: buyerCategoryNames })
      .notNull()
      .generatedAlwaysAs(buyerCategoryOf),
    /**
     * What a search looks in, lower-cased by the database; one text, so that one index serves it.
     * Between name and description stands what no search can hold, so that nothing is found across
     * the two.
     */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(name || E'\\n' || description)`),
  },
  (table) => {
    // What is offered at all, apart from its expiry, which moves with the day.
    const isOffered = sql`deleted_at is null and hidden_at is null and status = 'available' and is_in_stock`;
    return [
      check('products_quantity_not_negative', sql`quantity >= 0`),
      check('products_price_positive', sql`price_cents > 0`),
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
      // A category may be all dear, or all cheap: picking it out of the whole order would pass
      // nearly everything by.
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
      index('products_crop_undecided').on(table.id).where(sql`not is_crop_decided`),
      index('products_search').using('gin', sql`search_text gin_trgm_ops`).where(isOffered),
    ];
  },
);

/**
 * Every change of a quantity with its reason: stock put in = on hand + reserved + sold can be added
 * up from here.
 */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Signed, in `unit`. */
    change: quantityColumn('change').notNull(),
    /** The product's unit at that time; null in rows that a version without this column writes. */
    unit: productUnit('unit'),
    reason: stockReason().$type<StockReason>().notNull(),
    movedAt: moment('moved_at').notNull(),
  },
  (table) => [index().on(table.productId, table.id)],
);

const photoStates = ['ready', 'waiting', 'unreadable'] as const;

/**
 * An uploaded photo. Its files are named by their content, so the same picture twice is stored
 * once; this row is one use of it.
 */
export const photos = pgTable(
  'photos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    farmerId: integer('farmer_id')
      .notNull()
      .references(() => farms.userId, { onDelete: 'cascade' }),
    /**
     * SHA-256 in hexadecimal, the name of its files: of the re-encoded picture, or of the original
     * where that had to wait.
     */
    contentHash: text('content_hash').notNull(),
    widthPixels: integer('width_pixels').notNull(),
    heightPixels: integer('height_pixels').notNull(),
    /** #rrggbb, what stands there while the picture loads. */
    colour: text().notNull(),
    /** Null while no product has it: then it is swept after a day. */
    productId: integer('product_id').references(() => products.id, { onDelete: 'set null' }),
    /** 0 is the main one. */
    place: smallint().notNull().default(0),
    /** Whether it is the farmer's own picture, in the header. */
    isProfile: boolean('is_profile').notNull().default(false),
    /** What its files take together; 0 for a photo stored before this was counted. */
    storedBytes: integer('stored_bytes').notNull().default(0),
    /**
     * Since when what had it has another photo, or none; null for a photo in use or not used yet.
     */
    replacedAt: moment('replaced_at'),
    /**
     * Buyers see it once it is ready. One that waits has its original in the store; one that is
     * unreadable has no files.
     */
    state: text({ enum: photoStates }).notNull().default('ready'),
    /** How often a process began to encode it and has not reported back; it may have died of it. */
    encodingsBegun: smallint('encodings_begun').notNull().default(0),
    /**
     * When the phone took it, by its clock as corrected by the server's; null where that wasn't
     * told.
     */
    takenAt: moment('taken_at'),
    /**
     * Whether that lies after its upload, or too long before it (rules/taken-at.ts): it is then
     * shown as doubtful.
     */
    isTakenAtDoubtful: boolean('is_taken_at_doubtful').notNull().default(false),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    check('photos_state', sql`state in ('ready', 'waiting', 'unreadable')`),
    index('photos_waiting').on(table.farmerId).where(sql`state = 'waiting'`),
    index().on(table.productId, table.place),
    index().on(table.farmerId),
    index('photos_unused').on(table.farmerId).where(sql`product_id is null and not is_profile`),
    index().on(table.contentHash),
    index('photos_unattached')
      .on(table.createdAt)
      .where(sql`product_id is null and not is_profile`),
  ],
);
