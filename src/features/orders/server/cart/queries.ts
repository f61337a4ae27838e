import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { people, sharesIdentity } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/queries.ts';
import { CART_LINES_MAX, HELD_OFFERS_MAX } from '#orders/rules/limits.ts';
import { reservingStatuses } from '#orders/rules/order-facts.ts';
import type { CartLine } from '#orders/rules/order-input.ts';
import { readyPhotosOf } from '#photos/server/media-queries.ts';
import type { Unit } from '#products/rules/product.ts';
import { isOffered, products } from '#products/server/queries.ts';
import { dayInNairobi } from '#rules/day.ts';
import { keepStatement, pick } from '#server/database.ts';
import { orderLines, orders } from '../orders/tables.ts';
import { cartLines, priceOffers } from './tables.ts';

const farmColumns = {
  farmId: farms.userId,
  farmName: farms.name,
  county: farms.pinCounty,
  ...pick(
    farms,
    'gpsAccuracyMetres isGpsDoubtful latitude longitude coverageRadiusMetres deliveryFeeCents',
    'minimumOrderCents',
  ),
};

const productAndFarm = {
  ...farmColumns,
  ...pick(products, 'name category crop unit netWeightKg priceCents harvestDate depositPercent'),
  available: products.quantity,
  photos: readyPhotosOf(products.id),
};

const farmers = people('farmer');

export type CartRow = Awaited<ReturnType<typeof listCartRows>>[number];

/**
 * The lines that the buyer chose, one more than a cart may hold, and then the agreed offers, whose
 * stock is held. Products that their farmer has deleted can still be ordered as agreed; hidden ones
 * and those of suspended farmers cannot. By (buyer_id, product_id) and price_offers_buyer.
 */
export async function listCartRows(db: Database, { buyerId, now }: { buyerId: number; now: Date }) {
  return cartRowsStatement(db, { buyerId, today: dayInNairobi(now), now: now.toISOString() });
}

const noMoment = sql`null::timestamptz`.mapWith((value: string): Date | null => new Date(value));

const cartRowsStatement = keepStatement((db) => {
  const chosen = db
    .select({
      ...productAndFarm,
      productId: cartLines.productId,
      quantity: cartLines.quantity,
      acceptedPriceCents: cartLines.acceptedPriceCents,
      acceptedUnit: sql<Unit>`coalesce(${cartLines.acceptedUnit}, ${products.unit})`,
      acceptedNetWeightKg: sql<
        number | null
      >`(case when ${cartLines.acceptedUnit} is null then ${products.netWeightKg}
        else ${cartLines.acceptedNetWeightKg} end)::float8`,
      isOffered: sql<boolean>`(${isOffered(sql`${sql.placeholder('today')}`)})`,
      isOwnFarm: sharesIdentity(cartLines.buyerId, farms.userId),
      offerId: sql<number | null>`null::int`.as('offer_id'),
      heldUntil: noMoment,
      seenAt: noMoment,
      addedAt: cartLines.addedAt,
    })
    .from(cartLines)
    .innerJoin(products, eq(products.id, cartLines.productId))
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .where(eq(cartLines.buyerId, sql.placeholder('buyerId')))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.productId))
    .limit(CART_LINES_MAX + 1);
  const agreed = db
    .select({
      ...productAndFarm,
      name: priceOffers.productName,
      unit: priceOffers.unit,
      netWeightKg: priceOffers.netWeightKg,
      priceCents: priceOffers.priceCents,
      available: priceOffers.quantity,
      depositPercent: sql<number | null>`null::int`,
      productId: products.id,
      quantity: priceOffers.quantity,
      acceptedPriceCents: priceOffers.priceCents,
      acceptedUnit: sql<Unit>`${priceOffers.unit}`,
      acceptedNetWeightKg: sql<number | null>`${priceOffers.netWeightKg}::float8`,
      // A suspension hides products, but not those that were deleted before it.
      isOffered: sql<boolean>`${products.hiddenAt} is null
        and not exists (select from ${farmers} where ${farmers.id} = ${farms.userId} and ${farmers.suspendedAt} is not null)`,
      isOwnFarm: sharesIdentity(priceOffers.buyerId, farms.userId),
      offerId: sql<number | null>`${priceOffers.id}`.as('offer_id'),
      heldUntil: priceOffers.heldUntil,
      seenAt: priceOffers.seenAt,
      addedAt: sql<Date>`null::timestamptz`,
    })
    .from(priceOffers)
    .innerJoin(products, eq(products.id, priceOffers.productId))
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .where(
      and(
        eq(priceOffers.buyerId, sql.placeholder('buyerId')),
        eq(priceOffers.status, 'accepted'),
        gt(priceOffers.heldUntil, sql`${sql.placeholder('now')}::timestamptz`),
      ),
    )
    .orderBy(asc(priceOffers.id))
    .limit(HELD_OFFERS_MAX);
  return chosen.unionAll(agreed).orderBy(sql`offer_id nulls first, added_at, product_id`);
});

export async function listOfferedProducts(
  db: Database,
  { productIds, today }: { productIds: number[]; today: Day },
) {
  return db
    .select({ productId: products.id, ...productAndFarm })
    .from(products)
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .where(and(inArray(products.id, productIds), isOffered(today), gt(products.quantity, 0)))
    .orderBy(asc(products.id))
    .limit(productIds.length);
}

export async function listProductsFor(
  db: Database,
  { buyerId, productIds, today }: { buyerId: number; productIds: number[]; today: Day },
) {
  return db
    .select({
      productId: products.id,
      ...productAndFarm,
      isOffered: sql<boolean>`(${isOffered(today)})`,
      isOwnFarm: sharesIdentity(sql`${buyerId}::int`, farms.userId),
    })
    .from(products)
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .where(inArray(products.id, productIds))
    .orderBy(asc(products.id))
    .limit(productIds.length);
}

export const findFarmFor = (db: Database, of: { farmId: number; buyerId: number }) =>
  db
    .select({ ...farmColumns, isOwnFarm: sharesIdentity(sql`${of.buyerId}::int`, farms.userId) })
    .from(farms)
    // With a join, drizzle names the tables of columns in an expression.
    .innerJoin(farmers, eq(farmers.id, farms.userId))
    .where(eq(farms.userId, of.farmId));

type NewLines = {
  buyerId: number;
  lines: CartLine[];
  /** `all`: every other line goes. `smaller`: a line stays that has as much or more. */
  replaces: 'all' | 'these' | 'smaller';
  now: Date;
};

/**
 * Accepts today's prices. Returns how many of the products are offered; the others are left out.
 */
export async function putCartLines(db: Database, { buyerId, lines, replaces, now }: NewLines) {
  const [row] = await putLinesStatement(db, {
    buyerId,
    ids: lines.map(({ productId }) => productId),
    quantities: lines.map(({ quantity }) => quantity),
    replaces,
    today: dayInNairobi(now),
    now,
  });
  return row?.offered ?? 0;
}

const putLinesStatement = keepStatement((db) => {
  const ids = sql`${sql.placeholder('ids')}::int[]`;
  const buyerId = sql`${sql.placeholder('buyerId')}::int`;
  const replaces = sql`${sql.placeholder('replaces')}::text`;
  const offered = db.$with('offered', {}).as(sql`
    select ${products.id} as id, wanted.quantity, ${products.priceCents} as price_cents, ${products.unit} as unit,
        ${products.netWeightKg} as net_weight_kg
      from unnest(${ids}, ${sql.placeholder('quantities')}::float8[]) as wanted (id, quantity)
        join ${products} on ${products.id} = wanted.id
      where ${isOffered(sql`${sql.placeholder('today')}`)}`);
  const gone = db.$with('gone', {}).as(sql`
    delete from ${cartLines} where buyer_id = ${buyerId} and ${replaces} = 'all' and product_id <> all(${ids})`);
  const put = db.$with('put', {}).as(sql`
    insert into ${cartLines} (buyer_id, product_id, quantity, accepted_price_cents, accepted_unit, accepted_net_weight_kg, added_at)
    select ${buyerId}, id, quantity, price_cents, unit, net_weight_kg, ${sql.placeholder('now')}::timestamptz from offered
    on conflict (buyer_id, product_id) do update set
      quantity = excluded.quantity, accepted_price_cents = excluded.accepted_price_cents,
      accepted_unit = excluded.accepted_unit, accepted_net_weight_kg = excluded.accepted_net_weight_kg,
      added_at = case ${replaces} when 'all' then excluded.added_at else ${cartLines}.added_at end
    where ${replaces} <> 'smaller' or excluded.quantity > ${cartLines}.quantity`);
  return db
    .with(offered, gone, put)
    .select({ offered: sql<number>`count(*)::int` })
    .from(sql`offered`);
});

export async function deleteCartLines(
  db: Database,
  { buyerId, productIds }: { buyerId: number; productIds: number[] },
) {
  await deleteLinesStatement(db, { buyerId, productIds });
}

const deleteLinesStatement = keepStatement((db) =>
  db
    .delete(cartLines)
    .where(
      and(
        eq(cartLines.buyerId, sql.placeholder('buyerId')),
        sql`${cartLines.productId} = any(${sql.placeholder('productIds')}::int[])`,
      ),
    ),
);

/**
 * A product that was agreed on and also ordered at its price has two lines, which are summed here:
 * an UPDATE changes a row once.
 */
export async function listReservedLines(db: Database, orderId: number) {
  const rows = await db
    .select({
      productId: orderLines.productId,
      quantity: sql<number>`sum(${orderLines.quantity})::float8`,
      unit: orderLines.unit,
      name: sql<string>`min(${orderLines.name})`,
    })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), gt(orderLines.quantity, 0)))
    .groupBy(orderLines.productId, orderLines.unit)
    .orderBy(asc(orderLines.productId), asc(orderLines.unit))
    .limit(1000);
  return rows.flatMap(({ productId, ...line }) =>
    productId === null ? [] : [{ ...line, productId }],
  );
}

export async function isInOpenOrder(db: Database, productId: number) {
  const rows = await db
    .select({ orderId: orders.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.productId, productId), inArray(orders.status, [...reservingStatuses])))
    .limit(1);
  return rows.length > 0;
}
