import { asc, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData, Rows } from '#platform/server/personal-data.ts';
import { findConsent } from './invoice-queries.ts';
import { buyerInvoices } from './tables.ts';

/**
 * A buyer's invoices without the sellers' data, and what was told of a farmer. Deleting a buyer's
 * account deletes the invoices; a farmer's name, ID number and telephone are cleared in them.
 */
export const booksData: PersonalData<unknown> = {
  single: {
    async invoiceConsent(db, userId) {
      const consent = await findConsent(db, userId);
      return consent?.givenAt ? { givenAt: consent.givenAt } : null;
    },
  },
  lists: { issuedInvoices: readIssued, invoicesNamingYou: readNaming },
  async erase(tx, userId) {
    await tx
      .update(buyerInvoices)
      .set({ sellerName: null, sellerNationalId: null, sellerPhoneNumber: null })
      .where(eq(buyerInvoices.farmerId, userId));
  },
};

async function readIssued(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      number: buyerInvoices.number,
      orderId: buyerInvoices.orderId,
      saleDay: buyerInvoices.saleDay,
      issuedAt: buyerInvoices.issuedAt,
    })
    .from(buyerInvoices)
    .where(eq(buyerInvoices.buyerId, userId))
    .orderBy(asc(buyerInvoices.number))
    .limit(limit)
    .offset(offset);
}

async function readNaming(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      orderId: buyerInvoices.orderId,
      sellerName: buyerInvoices.sellerName,
      sellerNationalId: buyerInvoices.sellerNationalId,
      sellerPhoneNumber: buyerInvoices.sellerPhoneNumber,
      consentedAt: buyerInvoices.consentedAt,
      issuedAt: buyerInvoices.issuedAt,
    })
    .from(buyerInvoices)
    .where(eq(buyerInvoices.farmerId, userId))
    .orderBy(asc(buyerInvoices.id))
    .limit(limit)
    .offset(offset);
}
