import * as operations from '#books/contract.ts';
import { writeBooks } from '#books/server/write-books.ts';
import { mutation, query } from '#platform/server/trpc/procedures.ts';
import { getInvoiceConsent, getInvoices, issueInvoices, setInvoiceConsent } from '../invoices.ts';

export const farmer = {
  books: {
    export: query(operations.exportBooks, writeBooks),
    consent: query(operations.getInvoiceConsent, getInvoiceConsent),
    setConsent: mutation(operations.setInvoiceConsent, setInvoiceConsent),
  },
};

export const buyer = {
  invoices: {
    get: query(operations.getInvoices, getInvoices),
    issue: mutation(operations.issueInvoices, issueInvoices),
  },
};
