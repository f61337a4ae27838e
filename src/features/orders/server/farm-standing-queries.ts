/*
 * A farm's sales and ratings (docs/decisions/0056). Only paid orders count, and never those between
 * accounts that share a phone number or national ID, or from the farmer's own phone. Buyers are
 * counted by the paying number. Nobody can check cash, so only a few cash orders count per month,
 * and three ever from buyers without proof. One rating per payer counts in 30 days
 * (reviews.is_counted).
 */
import { sql } from 'drizzle-orm';
import { sharesIdentity } from '#accounts/server/people-queries.ts';
import {
  CASH_SALES_OF_BUYER_PER_MONTH,
  CASH_SALES_OF_FARM_PER_MONTH,
  UNPROVEN_CASH_SALES_OF_FARM,
} from '#farms/rules/limits.ts';
import type { FarmStanding } from '#farms/server/own-farm.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { reviews } from '#orders/server/reviews/tables.ts';
import type { Database } from '#platform/server/db/database.ts';
import { isPaidFromFarmsPhone, isProven, payerOf } from './proof-queries.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    readFarmStanding: typeof readFarmStanding;
  }
}

/** Rows (order_id, payer, total_cents, is_proven). By orders_farmer_status. */
const countedSales = (farmerId: number) => sql`(
  select order_id, payer, total_cents, is_proven from (
    select *, row_number() over (partition by is_cash, month order by order_id) as nth_of_farm from (
      select ${orders.id} as order_id, ${payerOf(orders.id, orders.buyerId)} as payer, ${orders.totalCents} as total_cents, is_cash, month, is_proven,
        row_number() over (partition by is_cash, month, ${orders.buyerId} order by ${orders.id}) as nth_of_buyer,
        row_number() over (partition by is_proven order by ${orders.id}) as nth_of_unproven
      from ${orders}, lateral (select ${orders.paymentMethod} = 'Cash on delivery' as is_cash,
        ${orders.paymentMethod} <> 'Cash on delivery' or ${isProven(orders.buyerId)} as is_proven,
        date_trunc('month', ${orders.completedAt} at time zone 'Africa/Nairobi') as month) as facts
      where ${orders.farmerId} = ${farmerId} and ${orders.status} = 'completed' and ${orders.paymentStatus} = 'paid'
        and not ${sharesIdentity(orders.buyerId, orders.farmerId)}
        and not (${isPaidFromFarmsPhone(orders.id, farmerId)})
    ) as paid
    where not is_cash or nth_of_buyer <= ${CASH_SALES_OF_BUYER_PER_MONTH}
      and (is_proven or nth_of_unproven <= ${UNPROVEN_CASH_SALES_OF_FARM})
  ) as of_buyers
  where not is_cash or nth_of_farm <= ${CASH_SALES_OF_FARM_PER_MONTH}
)`;

export async function readFarmStanding(db: Database, farmerId: number): Promise<FarmStanding> {
  const buyers = sql`distinct sale.payer`;
  const isRated = sql`${reviews.orderId} is not null`;
  const [standing] = await db
    .select({
      reputationScore: sql<number>`coalesce(round(avg(${reviews.rating}) filter (where ${isRated}), 1), 0)::float8`,
      ratingCount: sql<number>`(count(*) filter (where ${isRated}))::int`,
      ratingBuyerCount: sql<number>`(count(${buyers}) filter (where ${isRated}))::int`,
      provenBuyerCount: sql<number>`(count(${buyers}) filter (where ${isRated} and sale.is_proven))::int`,
      salesCents: sql<number>`coalesce(sum(sale.total_cents), 0)::float8`,
      salesCount: sql<number>`count(*)::int`,
      salesBuyerCount: sql<number>`count(${buyers})::int`,
    })
    .from(sql`${countedSales(farmerId)} as sale`)
    .leftJoin(reviews, sql`${reviews.orderId} = sale.order_id and ${reviews.isCounted}`);
  if (!standing) throw new Error('What a farm has earned could not be counted');
  return standing;
}
