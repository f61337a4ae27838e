import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { listOf, moment, objectOf, personal } from '#server/tables.ts';

/** A row exists while the farmer agrees. Withdrawing keeps existing invoices. */
export const invoiceConsents = pgTable('invoice_consents', {
  farmerId: integer('farmer_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  givenAt: moment('given_at').notNull(),
});

personal(invoiceConsents, { of: 'farmerId', exported: 'givenAt' });

/** Locked while numbers are given, so that there are no gaps. */
export const invoiceCounters = pgTable(
  'invoice_counters',
  {
    buyerId: integer('buyer_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    lastNumber: integer('last_number').notNull(),
  },
  () => [check('invoice_counters_not_negative', sql`last_number >= 0`)],
);

personal(invoiceCounters, { of: 'buyerId', technical: 'lastNumber' });

/**
 * Issued by a buyer for a purchase from a farmer who issues none (decision 144). The seller is
 * copied when the invoice is numbered, and cleared when the farmer's account is deleted.
 */
export const buyerInvoices = pgTable(
  'buyer_invoices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    buyerId: integer('buyer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    orderId: integer('order_id')
      .notNull()
      .unique()
      .references(() => orders.id),
    farmerId: integer('farmer_id').references(() => users.id, { onDelete: 'set null' }),
    sellerName: text('seller_name'),
    sellerNationalId: text('seller_national_id'),
    sellerPhoneNumber: text('seller_phone_number'),
    consentedAt: moment('consented_at').notNull(),
    /** The day in Nairobi on which the order was completed. */
    saleDay: date('sale_day', { mode: 'string' }).notNull(),
    issuedAt: moment('issued_at').notNull(),
  },
  (table) => [
    unique('buyer_invoices_number').on(table.buyerId, table.number),
    index('buyer_invoices_day').on(table.buyerId, table.saleDay),
    index('buyer_invoices_farmer').on(table.farmerId, table.id),
  ],
);

personal(buyerInvoices, {
  of: 'buyerId farmerId',
  exported: {
    buyerId: 'number orderId saleDay issuedAt',
    farmerId: `orderId sellerName sellerNationalId sellerPhoneNumber consentedAt issuedAt`,
  },
  technical: 'id',
  erased: { farmerId: 'sellerName sellerNationalId sellerPhoneNumber' },
  kept: "In the buyer's books, until the buyer's account is deleted.",
});

export const booksData: PersonalData = {
  single: { invoiceConsent: objectOf(invoiceConsents) },
  lists: {
    issuedInvoices: listOf(buyerInvoices, { of: 'buyerId', orderBy: 'number' }),
    invoicesNamingYou: listOf(buyerInvoices, { of: 'farmerId' }),
  },
};
