import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { foldedWords } from '#rules/text/fold.ts';
import { firstRow, hasRows, pick } from '#server/database.ts';
import { type Category, LOW_STOCK_BELOW } from '../rules/product-facts.ts';
import { isOffered } from './queries.ts';
import { wordPatterns } from './read-search.ts';
import { describedColumns, products } from './tables.ts';

const farmers = people('farmer');

type OwnProduct = { farmerId: number; productId: number };

const isOwn = ({ farmerId, productId }: OwnProduct) =>
  and(eq(products.id, productId), eq(products.farmerId, farmerId), isNull(products.deletedAt));

const ownColumns = {
  ...describedColumns,
  pricePerKgCents: products.pricePerKgCents,
  storedStatus: products.status,
  ...pick(
    products,
    'askedAt hiddenAt lowStockBelow capturedMetresFromFarm capturedAccuracyMetres updatedAt',
  ),
};

export async function lockOwnProduct(db: Database, own: OwnProduct) {
  const { id, name, quantity, unit, priceCents, netWeightKg, pricePerKgCents, crop } = products;
  const { harvestDate, expiryDate, depositPercent } = products;
  const sold = { quantity, unit, priceCents, netWeightKg, pricePerKgCents };
  const [row] = await db
    .select({ id, name, ...sold, crop, harvestDate, expiryDate, depositPercent })
    .from(products)
    .where(isOwn(own))
    .for('update');
  return row ?? null;
}

export const findOwnProduct = (db: Database, own: OwnProduct) =>
  firstRow(db.select(ownColumns).from(products).where(isOwn(own)));

type OwnList = {
  farmerId: number;
  search?: string | undefined;
  categories?: readonly Category[] | undefined;
  beforeId: number | null;
  limit: number;
};

/** By (farmer_id, id); a search reads only this farmer's rows. */
export async function listOwnProducts(
  db: Database,
  { farmerId, search, categories, beforeId, limit }: OwnList,
) {
  return db
    .select(ownColumns)
    .from(products)
    .where(
      and(
        eq(products.farmerId, farmerId),
        isNull(products.deletedAt),
        search ? isFound(search) : undefined,
        categories && inArray(products.category, [...categories]),
        beforeId !== null ? lt(products.id, beforeId) : undefined,
      ),
    )
    .orderBy(desc(products.id))
    .limit(limit);
}

function isFound(search: string) {
  const words = foldedWords(search);
  if (words.length === 0) return sql`false`;
  const patterns = (word: string) => sql`${sql.param(wordPatterns(word))}::text[]`;
  return and(...words.map((word) => sql`${products.foldedText} like any(${patterns(word)})`));
}

export const countProductsOf = (db: Database, farmerId: number) =>
  db.$count(products, and(eq(products.farmerId, farmerId), isNull(products.deletedAt)));

/** Includes deleted products. By products_listed. */
export const countListedSince = (db: Database, farmerId: number, since: Date) =>
  db.$count(products, and(eq(products.farmerId, farmerId), gt(products.createdAt, since)));

// Word for word the condition of the partial index, because the planner would not use it otherwise.
export const isOnOffer = sql`deleted_at is null and hidden_at is null and status = 'available' and is_in_stock`;

/** By products_offered_round. */
export const areOthersOffering = (db: Database, farmerId: number) =>
  hasRows(
    db
      .select({ id: products.id })
      .from(products)
      .where(and(isOnOffer, ne(products.farmerId, farmerId)))
      .orderBy(desc(products.listingRound), desc(products.id))
      .limit(1),
  );

/** Counts up to `most`. By products_offered_round. */
export async function findNewestRound(db: Database, most: number) {
  const newest = await db
    .select({ round: products.listingRound })
    .from(products)
    .where(isOnOffer)
    .orderBy(desc(products.listingRound), desc(products.id))
    .limit(most);
  const [first] = newest;
  return {
    round: first?.round ?? 0,
    size: newest.filter(({ round }) => round === first?.round).length,
  };
}

type NewProduct = Omit<typeof products.$inferInsert, 'id'>;

export async function insertProduct(db: Database, product: NewProduct) {
  const [row] = await db.insert(products).values(product).returning({ id: products.id });
  if (!row) throw new Error('The product was not stored');
  return row.id;
}

export async function updateProduct(
  db: Database,
  { change, ...own }: OwnProduct & { change: Partial<NewProduct> },
) {
  await db.update(products).set(change).where(isOwn(own));
}

/** As in isAskedAbout of products/rules/product.ts. */
const isAsked = (today: Day) =>
  and(
    isNotNull(products.askedAt),
    gt(products.quantity, 0),
    isNull(products.hiddenAt),
    or(isNull(products.expiryDate), gte(products.expiryDate, today)),
  );

const isPast = (today: Day) =>
  and(
    gt(products.quantity, 0),
    isNull(products.hiddenAt),
    sql`not (${isOffered(today)}) and not (${isAsked(today)})`,
  );

const isLow = (today: Day) =>
  and(
    gt(products.quantity, 0),
    lt(products.quantity, sql`coalesce(${products.lowStockBelow}, ${LOW_STOCK_BELOW}::int)`),
    or(isOffered(today), isNotNull(products.hiddenAt)),
  );

export async function countOwnProducts(
  db: Database,
  { farmerId, today }: { farmerId: number; today: Day },
) {
  const [row] = await db
    .select({
      activeProducts: sql<number>`(count(*) filter (where ${isOffered(today)} and ${products.quantity} > 0))::int`,
      lowStock: sql<number>`(count(*) filter (where ${isLow(today)}))::int`,
      askedProducts: sql<number>`(count(*) filter (where ${isAsked(today)}))::int`,
      expiredProducts: sql<number>`(count(*) filter (where ${isPast(today)}))::int`,
    })
    .from(products)
    .where(and(eq(products.farmerId, farmerId), isNull(products.deletedAt)));
  return row ?? { activeProducts: 0, lowStock: 0, askedProducts: 0, expiredProducts: 0 };
}

/** Hidden products keep their earlier moment. */
export async function hideProductsOf(db: Database, farmerId: number, hiddenAt: Date) {
  await db
    .update(products)
    .set({ hiddenAt })
    .where(
      and(eq(products.farmerId, farmerId), isNull(products.deletedAt), isNull(products.hiddenAt)),
    );
}

/** `hiddenAt` distinguishes them from products that were hidden one by one. */
export async function unhideProductsOf(db: Database, farmerId: number, hiddenAt: Date) {
  await db
    .update(products)
    .set({ hiddenAt: null })
    .where(and(eq(products.farmerId, farmerId), eq(products.hiddenAt, hiddenAt)));
}

export const lockProduct = (db: Database, productId: number) =>
  firstRow(
    db
      .select({
        name: products.name,
        hiddenAt: products.hiddenAt,
        farmerSuspendedAt: farmers.suspendedAt,
      })
      .from(products)
      .innerJoin(farmers, eq(farmers.id, products.farmerId))
      .where(and(eq(products.id, productId), isNull(products.deletedAt)))
      .for('no key update', { of: products }),
  );

export async function updateHidden(db: Database, productId: number, hiddenAt: Date | null) {
  await db.update(products).set({ hiddenAt }).where(eq(products.id, productId));
}
