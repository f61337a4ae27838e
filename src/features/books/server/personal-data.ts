import { listOf, objectOf, type PersonalData } from '#platform/server/personal-data.ts';
import { buyerInvoices, invoiceConsents } from './tables.ts';

/** A buyer's invoices without the sellers' data, and what was told of a farmer. */
export const booksData: PersonalData<unknown> = {
  single: { invoiceConsent: objectOf(invoiceConsents) },
  lists: {
    issuedInvoices: listOf(buyerInvoices, { of: 'buyerId', orderBy: 'number' }),
    invoicesNamingYou: listOf(buyerInvoices, { of: 'farmerId' }),
  },
};
