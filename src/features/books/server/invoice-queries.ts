import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { INVOICES_SHOWN } from '#books/rules/limits.ts';
import { orderRelation as orders } from '#orders/server/queries.ts';
import type { Day } from '#platform/rules/day.ts';
import type { Database } from '#platform/server/db/database.ts';
import { buyerInvoices, invoiceConsents, invoiceCounters } from './tables.ts';

const buyers = people('buyer');
const farmers = people('farmer');

/** Locked until the transaction ends. */
export async function lockCounter(tx: Database, buyerId: number): Promise<number> {
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
      number: buyerInvoices.number,
      orderId: buyerInvoices.orderId,
      saleDay: buyerInvoices.saleDay,
      sellerName: buyerInvoices.sellerName,
      sellerNationalId: buyerInvoices.sellerNationalId,
      sellerPhoneNumber: buyerInvoices.sellerPhoneNumber,
      consentedAt: buyerInvoices.consentedAt,
      issuedAt: buyerInvoices.issuedAt,
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
