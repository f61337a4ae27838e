import { type SQL, sql } from 'drizzle-orm';
import { farms } from '#features/farms/server/tables.ts';
import { orderLines, orders } from '#features/orders/server/tables/orders.ts';
import { priceObservations } from '#features/prices/server/tables.ts';
import { isOffered } from '#features/products/server/offered-queries.ts';
import { products } from '#features/products/server/tables.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import type { Database } from './database.ts';
import { isPaidFromFarmsPhone, isProven, sharesIdentity } from './proof-of.ts';

/*
 * Writes down what is asked and what was paid for a kilogram, in the transaction of the thing
 * itself. It stays in db/ because products and trade write it and only prices, which may use both,
 * reads it. A product without a crop, or whose weight is not known, leaves nothing.
 */

/** More would not fit, and no farm has it. */
const QUANTITY_KG_MAX = 999_999_999;
const quantityKg = (quantity: SQL) =>
  sql`least(${quantity} * case when ${products.unit} = 'kg' then 1 else ${products.netWeightKg} end, ${QUANTITY_KG_MAX}::numeric)`;

/** Which products, in a statement about `products`. */
const observeAsked = async (tx: Database, which: SQL, now: Date): Promise<void> => {
  const day = dayInNairobi(now);
  await tx.execute(sql`
    insert into ${priceObservations} (kind, crop, county, day, price_per_kg_cents, quantity_kg, farm_id, product_id, is_proven, created_at)
    select 'asked', ${products.crop}, ${farms.pinCounty}, ${day}::date, ${products.pricePerKgCents}, ${quantityKg(sql`${products.quantity}`)},
      ${products.farmerId}, ${products.id}, ${isProven(products.farmerId)}, ${now.toISOString()}::timestamptz
    from ${products} join ${farms} on ${farms.userId} = ${products.farmerId}
    where ${which} and ${isOffered(day)} and ${products.isInStock} and ${products.crop} is not null
      and ${products.pricePerKgCents} > 0 and ${farms.pinCounty} <> ''`);
};

/**
 * What one product asks now, where it is offered: when it is listed, and when its price per kg or
 * its crop has changed.
 */
export const observeAskedPrice = (tx: Database, productId: number, now: Date): Promise<void> =>
  observeAsked(tx, sql`${products.id} = ${productId}`, now);

type Ids = { after: number; until: number };

/**
 * What all of these products ask that were not observed yet today. Two processes must not do it at
 * once: the caller holds a lock. By price_observations_product, for one product after the other:
 * `offset 0` keeps the planner from joining instead. Until the table is analyzed it believes that a
 * new day has one row, and would compare every product with all of them.
 */
export const observeOfferedPrices = (
  tx: Database,
  { after, until }: Ids,
  now: Date,
): Promise<void> =>
  observeAsked(
    tx,
    sql`${products.id} > ${after} and ${products.id} <= ${until} and not exists (
      select from ${priceObservations} where ${priceObservations.productId} = ${products.id}
        and ${priceObservations.day} = ${dayInNairobi(now)}::date and ${priceObservations.kind} = 'asked' offset 0)`,
    now,
  );

/**
 * What each line of an order brought per kg, once the order is completed and paid: called by both,
 * and the second of them finds it so. Agreed prices count as any other. A line is written once,
 * however often a dispute completes its order. By order_lines_order_id.
 */
export async function observePaidPrices(tx: Database, orderId: number, now: Date): Promise<void> {
  const perKg = sql`case when ${orderLines.unit} = 'kg' then ${orderLines.priceCents} else round(${orderLines.priceCents} / ${products.netWeightKg}) end`;
  const isRelated = sql`(${sharesIdentity(orders.buyerId, orders.farmerId)} or ${isPaidFromFarmsPhone(orders.id, orders.farmerId)})`;
  const isPaidByProven = sql`(${orders.paymentMethod} = 'M-Pesa' and ${isProven(orders.farmerId)} and ${isProven(orders.buyerId)})`;
  await tx.execute(sql`
    insert into ${priceObservations} (kind, crop, county, day, price_per_kg_cents, quantity_kg, farm_id, product_id, buyer_id, order_id,
      order_line_id, is_related, is_proven, created_at)
    select 'paid', ${products.crop}, ${farms.pinCounty}, ${dayInNairobi(now)}::date, ${perKg}, ${quantityKg(sql`${orderLines.quantity}`)},
      ${orders.farmerId}, ${products.id}, ${orders.buyerId}, ${orders.id}, ${orderLines.id}, ${isRelated}, ${isPaidByProven}, ${now.toISOString()}::timestamptz
    from ${orders} join ${orderLines} on ${orderLines.orderId} = ${orders.id} join ${products} on ${products.id} = ${orderLines.productId}
      join ${farms} on ${farms.userId} = ${orders.farmerId}
    where ${orders.id} = ${orderId} and ${orders.status} = 'completed' and ${orders.paymentStatus} = 'paid'
      and ${products.crop} is not null and ${products.unit} = ${orderLines.unit} and ${perKg} between 1 and 2000000000
      and ${farms.pinCounty} <> ''
    on conflict do nothing`);
}
