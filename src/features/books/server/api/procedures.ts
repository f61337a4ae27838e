import { booksInput, invoiceConsentInput, invoicesInput } from '#features/books/rules/books.ts';
import { getInvoiceConsent, setInvoiceConsent } from '#features/books/server/invoice-consent.ts';
import { getInvoices, issueInvoices } from '#features/books/server/issue-invoices.ts';
import { writeBooks } from '#features/books/server/write-books.ts';
import { buyerProcedure, farmerProcedure } from '#platform/server/trpc/procedures.ts';

/** This feature's part of the router `farmer`. */
export const farmer = {
  books: {
    export: farmerProcedure
      .input(booksInput)
      .query(({ ctx, input }) => writeBooks(ctx.db, { ...input, farmerId: ctx.farmer.id })),
    consent: farmerProcedure.query(({ ctx }) => getInvoiceConsent(ctx.db, ctx.farmer.id)),
    setConsent: farmerProcedure
      .input(invoiceConsentInput)
      .mutation(({ ctx, input }) =>
        setInvoiceConsent(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
      ),
  },
};

/** This feature's part of the router `buyer`. */
export const buyer = {
  invoices: {
    get: buyerProcedure
      .input(invoicesInput)
      .query(({ ctx, input }) =>
        getInvoices(
          ctx.db,
          { ...input, buyerId: ctx.buyer.id, language: ctx.language },
          ctx.services,
        ),
      ),
    issue: buyerProcedure
      .input(invoicesInput)
      .mutation(({ ctx, input }) =>
        issueInvoices(
          ctx.db,
          { ...input, buyerId: ctx.buyer.id, language: ctx.language },
          ctx.services,
        ),
      ),
  },
};
