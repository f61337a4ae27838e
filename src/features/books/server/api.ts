import { Hono } from 'hono';
import { answerError, type RequestEnv, unchecked } from '#server/http/rest.ts';
import { mutation, query } from '#server/procedures.ts';
import * as operations from '../contract.ts';
import { getInvoiceConsent, getInvoices, issueInvoices, setInvoiceConsent } from './invoices.ts';
import { writeBooks } from './write-books.ts';

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

/** GET /api/farmer/books.csv?month=2026-03&kind=sales -> a month's sales or payouts as a file */
export const farmerBooksFile = new Hono<RequestEnv>().get('/', async (c) => {
  try {
    const { month, kind } = c.req.query();
    const { csv, name } = await c.get('caller').farmer.books.export(unchecked({ month, kind }));
    return c.body(csv, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    });
  } catch (error) {
    return answerError(c, error);
  }
});
