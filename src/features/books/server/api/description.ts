import * as z from 'zod/mini';
import { booksInput, invoicesInput, leftOutReasons } from '#features/books/rules/books.ts';
import { day, moment, named } from '#platform/contract/answers.ts';
import type { ApiDescription } from '#platform/server/openapi/api-description.ts';

const line = named(
  'InvoiceLine',
  z.object({
    description: z.string(),
    unit: z.string(),
    unitPrice: z.number(),
    quantity: z.number(),
    total: z.number(),
  }),
);

const invoice = named(
  'Invoice',
  z.object({
    number: z.int(),
    orderId: z.int(),
    saleDay: day,
    sellerName: z.nullable(z.string()),
    sellerNationalId: z.nullable(z.string()),
    sellerPhoneNumber: z.nullable(z.string()),
    consentedAt: moment,
    issuedAt: moment,
    total: z.number(),
    lines: z.array(line),
  }),
);

const monthOfInvoices = z.object({
  month: z.string(),
  invoices: z.array(invoice),
  readyCount: z.int(),
  leftOut: z.array(
    z.object({ orderId: z.int(), farmName: z.string(), reason: z.enum(leftOutReasons) }),
  ),
});

export const booksApi: ApiDescription = {
  title: 'Books and invoices',
  fields: {
    month: ['A calendar month in Nairobi.', '2026-11'],
    kind: ['Completed orders, or payouts that have arrived.', 'sales'],
    invoices: ['The numbered invoices of the month, by number.'],
    readyCount: ['How many more purchases can be numbered.', 0],
    leftOut: ['The purchases that cannot be numbered now.'],
    orderId: ['The order that was completed.', 4021],
    farmName: ['Empty once the account is deleted.', 'Kilima Farm'],
    reason: [
      'notAgreed: the farmer has not agreed to be named. accountGone: the farmer’s account is deleted. mayStillChange: the buyer can still report a problem.',
      'notAgreed',
    ],
    number: ['From 1 for each buyer, without gaps.', 17],
    saleDay: ['The day of the completion.', '2026-11-26'],
    sellerName: ['Null once the farmer’s account is deleted.', 'Wanjiru Kamau'],
    sellerNationalId: ['Null once the farmer’s account is deleted.', '23456789'],
    sellerPhoneNumber: ['Null once the farmer’s account is deleted.', '+254712345678'],
    consentedAt: ['When the farmer agreed to be named.'],
    issuedAt: ['When the invoice was numbered.'],
    total: ['KES, with the delivery and the rounding to the shilling.', 114],
    lines: ['They add up to the total.'],
    description: ['The product, Delivery, or the rounding.', 'Kale'],
    unit: ['Of the price and the quantity; empty for what is no product.', 'kg'],
    unitPrice: ['KES.', 45.55],
    quantity: ['In the unit.', 2.5],
    'InvoiceLine.total': ['KES.', 113.88],
    csv: ['All invoices of the month as a table, one row for each line.'],
    name: ['A name for the file.', 'sokoshamba-etims-2026-11.csv'],
  },
  paths: {
    'GET /api/farmer/books.csv': {
      summary: 'Download the sales or payouts of a month for an accounting program',
      details:
        'With the columns ContactName, InvoiceNumber, Reference, InvoiceDate, DueDate, Description, Quantity, UnitAmount, AccountCode and TaxType.',
      by: 'farmer',
      input: booksInput,
      file: ['text/csv'],
    },
    'GET /api/buyer/invoices': {
      summary: 'Get the invoices that you issue for the purchases of a month',
      details:
        'For purchases from farmers who issue none, as the tax authority’s eTIMS takes them.',
      by: 'buyer',
      input: invoicesInput,
      answer: monthOfInvoices,
    },
    'POST /api/buyer/invoices': {
      summary: 'Number the purchases of a month that have no invoice yet',
      details: 'Calling it again numbers only what became ready meanwhile.',
      by: 'buyer',
      input: invoicesInput,
      answer: z.extend(monthOfInvoices, { csv: z.string(), name: z.string() }),
    },
  },
};
