import { and, asc, eq, gt, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { BOOKS_PAGE_SIZE } from '#books/rules/limits.ts';
import { farms } from '#farms/server/relation-queries.ts';
import {
  orderLineRelation as lines,
  orderRelation as orders,
  paidPayoutRelation as payouts,
  receiptsOf,
} from '#orders/server/queries.ts';
import type { Database } from '#platform/server/db/database.ts';
import { buyerInvoices, invoiceConsents } from './tables.ts';

const buyers = people('buyer');
const farmers = people('farmer');

type Span = { from: Date; until: Date };
type PageOfMonth = Span & { farmerId: number; afterId: number };

/** A sale is a completed order; its month is that of the completion. */
const isSoldIn = ({ from, until }: Span): SQL | undefined =>
  and(
    sql`${orders.status} = 'completed'`,
    gte(orders.completedAt, from),
    lt(orders.completedAt, until),
  );

/** By orders_farmer_status. */
export async function listFarmersSales(db: Database, { farmerId, afterId, ...span }: PageOfMonth) {
  return db
    .select({
      id: orders.id,
      completedAt: orders.completedAt,
      deliveryFeeCents: orders.deliveryFeeCents,
      totalCents: orders.totalCents,
      firstName: buyers.firstName,
      lastName: buyers.lastName,
      receipt: receiptsOf(orders.id),
    })
    .from(orders)
    .leftJoin(buyers, eq(buyers.id, orders.buyerId))
    .where(and(eq(orders.farmerId, farmerId), isSoldIn(span), gt(orders.id, afterId)))
    .orderBy(asc(orders.id))
    .limit(BOOKS_PAGE_SIZE);
}

/** Payouts that reached the farmer. By payouts_farmer. */
export async function listFarmersPayouts(
  db: Database,
  { farmerId, afterId, from, until }: PageOfMonth,
) {
  return db
    .select({
      id: payouts.id,
      orderId: payouts.orderId,
      amountCents: payouts.amountCents,
      receipt: payouts.receipt,
      settledAt: payouts.settledAt,
    })
    .from(payouts)
    .where(
      and(
        eq(payouts.farmerId, farmerId),
        gte(payouts.settledAt, from),
        lt(payouts.settledAt, until),
        gt(payouts.id, afterId),
      ),
    )
    .orderBy(asc(payouts.id))
    .limit(BOOKS_PAGE_SIZE);
}

export type SoldLine = Awaited<ReturnType<typeof listLines>>[number];

export async function listLines(db: Database, orderIds: number[]) {
  if (orderIds.length === 0) return [];
  // Bounded: each order has at most CART_LINES_MAX lines.
  return db
    .select({
      orderId: lines.orderId,
      name: lines.name,
      unit: lines.unit,
      netWeightKg: lines.netWeightKg,
      quantity: lines.quantity,
      priceCents: lines.priceCents,
      totalCents: lines.totalCents,
    })
    .from(lines)
    .where(inArray(lines.orderId, orderIds))
    .orderBy(asc(lines.orderId), asc(lines.id));
}

export async function listPurchasesWithoutInvoice(
  db: Database,
  { buyerId, ...span }: Span & { buyerId: number },
) {
  // Bounded by the month. All are numbered at once, so that the numbers follow the days.
  return db
    .select({
      orderId: orders.id,
      completedAt: orders.completedAt,
      farmerId: orders.farmerId,
      farmName: farms.name,
      county: farms.pinCounty,
      firstName: farmers.firstName,
      lastName: farmers.lastName,
      phoneNumber: farmers.phoneNumber,
      nationalId: farmers.nationalId,
      consentedAt: invoiceConsents.givenAt,
    })
    .from(orders)
    .leftJoin(buyerInvoices, eq(buyerInvoices.orderId, orders.id))
    .leftJoin(farmers, eq(farmers.id, orders.farmerId))
    .leftJoin(farms, eq(farms.userId, orders.farmerId))
    .leftJoin(invoiceConsents, eq(invoiceConsents.farmerId, orders.farmerId))
    .where(and(eq(orders.buyerId, buyerId), isSoldIn(span), isNull(buyerInvoices.id)))
    .orderBy(asc(orders.completedAt), asc(orders.id));
}
