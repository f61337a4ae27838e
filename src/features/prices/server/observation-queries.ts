/*
 * Runs in the transaction that changes the prices. Products and orders, which are below prices,
 * call it as the service `priceRecords`. Skips products without a crop or a known weight.
 */

import { type AnyColumn, and, asc, eq, gte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { sharesIdentity } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/queries.ts';
import { isPaidFromFarmsPhone, isProven } from '#orders/server/proof-queries.ts';
import {
  orderLineRelation as orderLines,
  orderRelation as orders,
} from '#orders/server/queries.ts';
import { isOffered, products } from '#products/server/queries.ts';
import { dayInNairobi } from '#rules/day.ts';
import { priceObservations, referencePrices } from './tables.ts';

/** The column's maximum; no farm has more. */
const QUANTITY_KG_MAX = 999_999_999;
const quantityKg = ({ quantity, unit, netWeightKg }: Record<Measure, AnyColumn>) =>
  sql`least(${quantity} * case when ${unit} = 'kg' then 1 else ${netWeightKg} end, ${QUANTITY_KG_MAX}::numeric)`;
type Measure = 'quantity' | 'unit' | 'netWeightKg';

/** `which` is a condition on `products`. Without another price, their own. */
const observeAsked = async (
  tx: Database,
  which: SQL,
  now: Date,
  pricePerKg: SQLWrapper = products.pricePerKgCents,
) => {
  const day = dayInNairobi(now);
  await tx.execute(sql`
    insert into ${priceObservations} (kind, crop, county, day, price_per_kg_cents, quantity_kg, farm_id, product_id, is_proven, created_at)
    select 'asked', ${products.crop}, ${farms.pinCounty}, ${day}::date, ${pricePerKg}, ${quantityKg(products)},
      ${products.farmerId}, ${products.id}, ${isProven(products.farmerId)}, ${now.toISOString()}::timestamptz
    from ${products} join ${farms} on ${farms.userId} = ${products.farmerId}
    where ${which} and ${isOffered(day)} and ${products.isInStock} and ${products.crop} is not null
      and ${products.pricePerKgCents} > 0 and ${farms.pinCounty} <> ''
    order by ${products.id}`);
};

/** Called when a product is listed, and when its price per kg or its crop changes. */
export const observeAskedPrice = (tx: Database, productId: number, now: Date) =>
  observeAsked(tx, sql`${products.id} = ${productId}`, now);

type Share = { productId: number; priceCents: Cents };

/** A farm that gives a share of a lot asks the lot's price. `priceCents`: for one unit. */
export const observeSharePrice = (tx: Database, { productId, priceCents }: Share, now: Date) =>
  observeAsked(
    tx,
    sql`${products.id} = ${productId}`,
    now,
    sql`case when ${products.unit} = 'kg' then ${priceCents}::int else round(${priceCents}::int / ${products.netWeightKg})::int end`,
  );

type Ids = { after: number; until: number };

/**
 * The caller holds a lock, because two processes must not do it at once. By
 * price_observations_product, one product at a time: `offset 0` keeps the planner from joining
 * instead. Until the table is analyzed, the planner assumes that a new day has one row, and would
 * compare every product with all of them.
 */
export const observeOfferedPrices = (tx: Database, { after, until }: Ids, now: Date) =>
  observeAsked(
    tx,
    sql`${products.id} > ${after} and ${products.id} <= ${until} and not exists (
      select from ${priceObservations} where ${priceObservations.productId} = ${products.id}
        and ${priceObservations.day} = ${dayInNairobi(now)}::date and ${priceObservations.kind} = 'asked' offset 0)`,
    now,
  );

/**
 * Called when an order is completed and when it is paid; the later one has the effect. The weight
 * is the order's, which the farmer cannot change. A line is recorded once, however often a dispute
 * completes its order. By order_lines (order_id, id).
 */
export async function observePaidPrices(tx: Database, orderId: number, now: Date) {
  const perKg = sql`case when ${orderLines.unit} = 'kg' then ${orderLines.priceCents} else round(${orderLines.priceCents} / ${orderLines.netWeightKg}) end`;
  const isRelated = sql`(${sharesIdentity(orders.buyerId, orders.farmerId)} or ${isPaidFromFarmsPhone(orders.id, orders.farmerId)})`;
  const isPaidByProven = sql`(${orders.paymentMethod} = 'M-Pesa' and ${isProven(orders.farmerId)} and ${isProven(orders.buyerId)})`;
  await tx.execute(sql`
    insert into ${priceObservations} (kind, crop, county, day, price_per_kg_cents, quantity_kg, farm_id, product_id, buyer_id, order_id,
      order_line_id, is_related, is_proven, created_at)
    select 'paid', ${products.crop}, ${farms.pinCounty}, ${dayInNairobi(now)}::date, ${perKg}, ${quantityKg(orderLines)},
      ${orders.farmerId}, ${products.id}, ${orders.buyerId}, ${orders.id}, ${orderLines.id}, ${isRelated}, ${isPaidByProven}, ${now.toISOString()}::timestamptz
    from ${orders} join ${orderLines} on ${orderLines.orderId} = ${orders.id} join ${products} on ${products.id} = ${orderLines.productId}
      join ${farms} on ${farms.userId} = ${orders.farmerId}
    where ${orders.id} = ${orderId} and ${orders.status} = 'completed' and ${orders.paymentStatus} = 'paid'
      and ${products.crop} is not null and ${perKg} between 1 and 2000000000
      and ${farms.pinCounty} <> ''
    order by ${orderLines.id}
    on conflict do nothing`);
}

type Asked = { crop: string; county: string | null; since: Day };

/** Medians over the markets, in whole shillings. By reference_prices_crop. */
export async function listReferenceWeeks(db: Database, { crop, county, since }: Asked) {
  const monday = sql<Day>`date_trunc('week', ${referencePrices.day})::date::text`;
  const medianOf = (
    column: typeof referencePrices.wholesaleCents | typeof referencePrices.retailCents,
  ) =>
    sql<
      number | null
    >`floor(percentile_cont(0.5) within group (order by ${column}) / 100 + 0.5)::int`;
  return db
    .select({
      source: referencePrices.source,
      monday: monday.as('monday'),
      wholesale: medianOf(referencePrices.wholesaleCents),
      retail: medianOf(referencePrices.retailCents),
      markets: sql<number>`count(distinct (${referencePrices.county}, ${referencePrices.market}))::int`,
    })
    .from(referencePrices)
    .where(
      and(
        eq(referencePrices.crop, crop),
        county === null ? undefined : eq(referencePrices.county, county),
        gte(referencePrices.day, since),
      ),
    )
    .groupBy(referencePrices.source, sql`2`)
    .orderBy(asc(referencePrices.source), sql`2`);
}

type NewReferencePrice = typeof referencePrices.$inferInsert;

/** Returns the number of new rows. */
export async function insertReferencePrices(db: Database, rows: NewReferencePrice[]) {
  const inserted = await db
    .insert(referencePrices)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: referencePrices.id });
  return inserted.length;
}
