import * as operations from '#books/contract.ts';
import { getInvoiceConsent, setInvoiceConsent } from '#books/server/invoice-consent.ts';
import { getInvoices, issueInvoices } from '#books/server/issue-invoices.ts';
import { writeBooks } from '#books/server/write-books.ts';
import { mutation, query } from '#platform/server/trpc/procedures.ts';

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
