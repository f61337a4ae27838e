import * as operations from '#features/books/contract.ts';
import { getInvoiceConsent, setInvoiceConsent } from '#features/books/server/invoice-consent.ts';
import { getInvoices, issueInvoices } from '#features/books/server/issue-invoices.ts';
import { writeBooks } from '#features/books/server/write-books.ts';
import { mutation, query } from '#platform/server/trpc/serve.ts';

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
