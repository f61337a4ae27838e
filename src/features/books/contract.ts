import * as z from 'zod/mini';
import { day, moment, named, noted, operation } from '#platform/contract.ts';
import { booksInput, invoiceConsentInput, invoicesInput, leftOutReasons } from './rules.ts';

const gone = 'Null once the farmer’s account is deleted.';
const orderId = noted(z.int(), 'The order that was completed.', 4021);

const line = named(
  'InvoiceLine',
  z.object({
    description: noted(z.string(), 'The product, Delivery, or the rounding.', 'Kale'),
    unit: noted(z.string(), 'Of the price and the quantity; empty for what is no product.', 'kg'),
    unitPrice: noted(z.number(), 'KES.', 45.55),
    quantity: noted(z.number(), 'In the unit.', 2.5),
    total: noted(z.number(), 'KES.', 113.88),
  }),
);

const invoice = named(
  'Invoice',
  z.object({
    number: noted(z.int(), 'From 1 for each buyer, without gaps.', 17),
    orderId,
    saleDay: noted(day, 'The day of the completion.', '2026-11-26'),
    sellerName: noted(z.nullable(z.string()), gone, 'Wanjiru Kamau'),
    sellerNationalId: noted(z.nullable(z.string()), gone, '23456789'),
    sellerPhoneNumber: noted(z.nullable(z.string()), gone, '+254712345678'),
    consentedAt: noted(moment, 'When the farmer agreed to be named.'),
    issuedAt: noted(moment, 'When the invoice was numbered.'),
    total: noted(z.number(), 'KES, with the delivery and the rounding to the shilling.', 114),
    lines: noted(z.array(line), 'They add up to the total.'),
  }),
);

const monthOfInvoices = z.object({
  month: noted(z.string(), 'A calendar month in Nairobi.', '2026-11'),
  invoices: noted(z.array(invoice), 'The numbered invoices of the month, by number.'),
  readyCount: noted(z.int(), 'How many more purchases can be numbered.', 0),
  leftOut: noted(
    z.array(
      z.object({
        orderId,
        farmName: noted(z.string(), 'Empty once the account is deleted.', 'Kilima Farm'),
        reason: noted(
          z.enum(leftOutReasons),
          'notAgreed: the farmer has not agreed to be named. accountGone: the farmer’s account is deleted. mayStillChange: the buyer can still report a problem.',
          'notAgreed',
        ),
      }),
    ),
    'The purchases that cannot be numbered now.',
  ),
});

export const getInvoices = operation({
  by: 'buyer',
  rest: 'GET /api/buyer/invoices',
  summary: 'Get the invoices that you issue for the purchases of a month',
  details: 'For purchases from farmers who issue none, as the tax authority’s eTIMS takes them.',
  input: invoicesInput,
  answer: monthOfInvoices,
});
export const issueInvoices = operation({
  by: 'buyer',
  rest: 'POST /api/buyer/invoices',
  summary: 'Number the purchases of a month that have no invoice yet',
  details: 'Calling it again numbers only what became ready meanwhile.',
  input: invoicesInput,
  answer: z.extend(monthOfInvoices, {
    csv: noted(z.string(), 'All invoices of the month as a table, one row for each line.'),
    name: noted(z.string(), 'A name for the file.', 'sokoshamba-etims-2026-11.csv'),
  }),
});
/** Also a REST path, which answers the file alone. */
export const exportBooks = operation({
  by: 'farmer',
  input: booksInput,
  notes: { kind: ['Completed orders, or payouts that have arrived.', 'sales'] },
});
export const getInvoiceConsent = operation({ by: 'farmer' });
export const setInvoiceConsent = operation({ by: 'farmer', input: invoiceConsentInput });
