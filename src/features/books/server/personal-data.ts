import { listOf, objectOf, type PersonalData } from '#platform/server/personal-data.ts';
import { buyerInvoices, invoiceConsents } from './tables.ts';

export const booksData: PersonalData<unknown> = {
  single: { invoiceConsent: objectOf(invoiceConsents) },
  lists: {
    issuedInvoices: listOf(buyerInvoices, { of: 'buyerId', orderBy: 'number' }),
    invoicesNamingYou: listOf(buyerInvoices, { of: 'farmerId' }),
  },
};
