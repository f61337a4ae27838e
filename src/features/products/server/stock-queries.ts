import { and, asc, eq, sql } from 'drizzle-orm';
import { dayInNairobi } from '#rules/day.ts';
import { keepStatement, pick } from '#server/database.ts';
import { violatesCheck } from '#server/db/deadlines.ts';
import { changesForWebhooks } from '#webhooks/server/queries.ts';
import type { Unit } from '../rules/product.ts';
import { isOffered } from './queries.ts';
import { products, stockMovements } from './tables.ts';

/** The unit of the order, which may differ from the product's. */
export type StockLine = { productId: number; quantity: number; unit: Unit };

/** In id order, so that two checkouts cannot deadlock. */
export async function lockProducts(db: Database, productIds: number[]) {
  return productIds.length === 0
    ? []
    : lockProductsStatement(db, { productIds, most: productIds.length });
}

const lockProductsStatement = keepStatement((db) =>
  db
    .select(pick(products, 'id quantity unit'))
    .from(products)
    .where(sql`${products.id} = any(${sql.placeholder('productIds')}::int[])`)
    .orderBy(asc(products.id))
    .limit(sql.placeholder('most'))
    .for('no key update'),
);

const wantedRows = sql`unnest(${sql.placeholder('ids')}::int[], ${sql.placeholder('amounts')}::float8[], ${sql.placeholder('units')}::text[])
  as wanted (id, amount, unit)`;

const isWanted = and(
  eq(products.id, sql`wanted.id`),
  eq(sql`${products.unit}::text`, sql`wanted.unit`),
);

const placeholdersOf = (lines: StockLine[]) => ({
  ids: lines.map(({ productId }) => productId),
  amounts: lines.map(({ quantity }) => quantity),
  units: lines.map(({ unit }) => unit),
});

type AcceptedLine = StockLine & {
  priceCents: Cents;
  netWeightKg: number | null;
  /** In per cent, if the harvest is only announced. */
  depositPercent: number | null;
};

const acceptedRows = sql`unnest(${sql.placeholder('ids')}::int[], ${sql.placeholder('amounts')}::float8[], ${sql.placeholder('units')}::text[],
  ${sql.placeholder('prices')}::int[], ${sql.placeholder('weights')}::float8[], ${sql.placeholder('deposits')}::int[])
  as wanted (id, amount, unit, price_cents, net_weight_kg, deposit_percent)`;

/**
 * Takes stock of products that are still offered as accepted and have enough, and records it.
 * Otherwise the check on the quantity fails (isStockRefused).
 *
 * Several products are first locked in id order by a statement of their own. One that locks and
 * updates would see the rows as they were before it waited (docs/decisions/0101).
 */
export async function takeAcceptedStock(
  db: Database,
  { lines, now }: { lines: AcceptedLine[]; now: Date },
) {
  if (lines.length === 0) return;
  const { ids, amounts, units } = placeholdersOf(lines);
  const prices = lines.map(({ priceCents }) => priceCents);
  const weights = lines.map(({ netWeightKg }) => netWeightKg);
  const deposits = lines.map(({ depositPercent }) => depositPercent);
  await Promise.all([
    ids.length > 1 && lockProducts(db, ids),
    takeAcceptedStatement(db, {
      ...{ ids, amounts, units, prices, weights, deposits },
      today: dayInNairobi(now),
      now,
    }),
  ]);
}

/** The quantity would have been below zero. */
export const isStockRefused = (error: unknown) =>
  violatesCheck(error, 'products_quantity_not_negative');

const takeAcceptedStatement = keepStatement((db) => {
  const isAsAccepted = and(
    isOffered(sql`${sql.placeholder('today')}`),
    sql`${products.unit}::text = wanted.unit`,
    sql`${products.priceCents} = wanted.price_cents`,
    sql`${products.netWeightKg} is not distinct from wanted.net_weight_kg::numeric(9,3)`,
    // A harvest may have been declared or announced in between.
    sql`${products.depositPercent} is not distinct from wanted.deposit_percent`,
  );
  const now = sql`${sql.placeholder('now')}::timestamptz`;
  const taken = db.$with('taken', {}).as(sql`
    update ${products} set quantity = case when ${isAsAccepted} then ${products.quantity} - wanted.amount::numeric else -1 end
      from ${acceptedRows} where ${products.id} = wanted.id
    returning ${products.id}, ${products.farmerId}, ${products.unit}, wanted.amount`);
  const moved = db.$with('moved', {}).as(sql`
    insert into ${stockMovements} (product_id, change, unit, reason, moved_at)
      select id, -amount, unit, 'reserved', ${now} from taken`);
  const recorded = db.$with('recorded', {}).as(
    changesForWebhooks(sql`select farmer_id as user_id, 'product/' || id as subject from taken`, {
      type: sql`'product.stock'`,
      now,
    }),
  );
  return db.with(taken, moved, recorded).select({ done: sql`1` }).from(sql`(values (1)) as once`);
});

/** If it returns fewer than given, the caller must roll back. */
export async function reserveStock(db: Database, lines: StockLine[]) {
  const reserved = await reserveStockStatement(db, placeholdersOf(lines));
  return reserved.length;
}

const reserveStockStatement = keepStatement((db) =>
  db
    .update(products)
    .set({ quantity: sql`${products.quantity} - wanted.amount::numeric` })
    .from(wantedRows)
    .where(and(isWanted, sql`${products.quantity} >= wanted.amount::numeric`))
    .returning({ id: products.id }),
);

/**
 * Also for deleted and hidden offers, so that their books balance. Only in the product's own unit.
 */
export async function returnStock(db: Database, lines: StockLine[]) {
  await returnStockStatement(db, placeholdersOf(lines));
}

const returnStockStatement = keepStatement((db) =>
  db
    .update(products)
    .set({ quantity: sql`${products.quantity} + wanted.amount::numeric` })
    .from(wantedRows)
    .where(isWanted),
);

type NewMovement = typeof stockMovements.$inferInsert;

/**
 * Records changes of stock, and for the farmers' webhooks that their stock has changed. Every
 * change of a quantity comes here, while its product is locked, or is in takeAcceptedStock.
 */
export async function insertStockMovements(db: Database, movements: NewMovement[]) {
  if (movements.length > 0)
    await insertMovementsStatement(db, {
      movements: JSON.stringify(
        movements.map(({ productId: product_id, movedAt: moved_at, change, unit, reason }) => ({
          ...{ product_id, change, unit, reason, moved_at },
        })),
      ),
    });
}

const insertMovementsStatement = keepStatement((db) => {
  const moved = db.$with('moved', {}).as(sql`
    insert into ${stockMovements} (product_id, change, unit, reason, moved_at)
      select product_id, change, unit, reason, moved_at
      from jsonb_populate_recordset(null::${stockMovements}, ${sql.placeholder('movements')}::jsonb)
    returning product_id, change, moved_at`);
  const changed = sql`
    select distinct farmer_id as user_id, 'product/' || ${products.id} as subject, moved_at
      from moved join ${products} on ${products.id} = moved.product_id where change <> 0`;
  const recorded = db
    .$with('recorded', {})
    .as(changesForWebhooks(changed, { type: sql`'product.stock'`, now: sql`changed.moved_at` }));
  return db.with(moved, recorded).select({ done: sql`1` }).from(sql`(values (1)) as once`);
});
