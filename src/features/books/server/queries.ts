import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/queries.ts';
import {
  orderLineRelation as lines,
  orderRelation as orders,
  paidPayoutRelation as payouts,
  receiptsOf,
} from '#orders/server/queries.ts';
import { pick } from '#server/database.ts';
import { BOOKS_PAGE_SIZE, INVOICES_SHOWN } from '../rules.ts';
import { buyerInvoices, invoiceConsents, invoiceCounters } from './tables.ts';

const buyers = people('buyer');
const farmers = people('farmer');

/** Locked until the transaction ends. */
export async function lockCounter(tx: Database, buyerId: number) {
  await tx.insert(invoiceCounters).values({ buyerId, lastNumber: 0 }).onConflictDoNothing();
  const [row] = await tx
    .select({ lastNumber: invoiceCounters.lastNumber })
    .from(invoiceCounters)
    .where(eq(invoiceCounters.buyerId, buyerId))
    .for('update');
  if (!row) throw new Error('The counter of invoices is missing');
  return row.lastNumber;
}

export async function insertInvoices(
  tx: Database,
  invoices: Omit<typeof buyerInvoices.$inferInsert, 'id'>[],
) {
  const last = invoices.at(-1);
  if (!last) return;
  await tx.insert(buyerInvoices).values(invoices);
  await tx
    .update(invoiceCounters)
    .set({ lastNumber: last.number })
    .where(eq(invoiceCounters.buyerId, last.buyerId));
}

type Days = { buyerId: number; from: Day; until: Day };

/** By buyer_invoices_day. */
export async function listInvoices(db: Database, { buyerId, from, until }: Days) {
  // Bounded by the month.
  return db
    .select({
      ...pick(
        buyerInvoices,
        'number orderId saleDay sellerName sellerNationalId sellerPhoneNumber consentedAt issuedAt',
      ),
      deliveryFeeCents: orders.deliveryFeeCents,
      totalCents: orders.totalCents,
    })
    .from(buyerInvoices)
    .innerJoin(orders, eq(orders.id, buyerInvoices.orderId))
    .where(
      and(
        eq(buyerInvoices.buyerId, buyerId),
        gte(buyerInvoices.saleDay, from),
        lt(buyerInvoices.saleDay, until),
      ),
    )
    .orderBy(asc(buyerInvoices.number));
}

export async function findConsent(db: Database, farmerId: number) {
  const [row] = await db
    .select({
      givenAt: invoiceConsents.givenAt,
      hasNationalId: sql<boolean>`${farmers.nationalId} is not null`,
    })
    .from(farmers)
    .leftJoin(invoiceConsents, eq(invoiceConsents.farmerId, farmers.id))
    .where(eq(farmers.id, farmerId));
  return row ?? null;
}

/** Keeps the first moment if it was given already. */
export async function insertConsent(db: Database, consent: typeof invoiceConsents.$inferInsert) {
  await db.insert(invoiceConsents).values(consent).onConflictDoNothing();
}

export async function deleteConsent(db: Database, farmerId: number) {
  await db.delete(invoiceConsents).where(eq(invoiceConsents.farmerId, farmerId));
}

/** Newest first. By buyer_invoices_farmer. */
export async function listInvoicesNaming(db: Database, farmerId: number) {
  return db
    .select({
      orderId: buyerInvoices.orderId,
      issuedAt: buyerInvoices.issuedAt,
      firstName: buyers.firstName,
      lastName: buyers.lastName,
    })
    .from(buyerInvoices)
    .innerJoin(buyers, eq(buyers.id, buyerInvoices.buyerId))
    .where(eq(buyerInvoices.farmerId, farmerId))
    .orderBy(desc(buyerInvoices.id))
    .limit(INVOICES_SHOWN);
}

type Span = { from: Date; until: Date };
type PageOfMonth = Span & { farmerId: number; afterId: number };

/** A sale is a completed order; its month is that of the completion. */
const isSoldIn = ({ from, until }: Span) =>
  and(
    sql`${orders.status} = 'completed'`,
    gte(orders.completedAt, from),
    lt(orders.completedAt, until),
  );

/** By orders_farmer_status. */
export async function listFarmersSales(db: Database, { farmerId, afterId, ...span }: PageOfMonth) {
  return db
    .select({
      ...pick(orders, 'id completedAt deliveryFeeCents totalCents'),
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
    .select(pick(payouts, 'id orderId amountCents receipt settledAt'))
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
    .select(pick(lines, 'orderId name unit netWeightKg quantity priceCents totalCents'))
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
      ...pick(farmers, 'firstName lastName phoneNumber nationalId'),
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
