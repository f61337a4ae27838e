import * as z from 'zod/mini';
import { optionalNationalId } from '#accounts/rules/account.ts';
import { statementInput } from '#orders/rules/payment.ts';
import { fieldError } from '#rules/fields.ts';

const booksKinds = ['sales', 'payouts'] as const;
export type BooksKind = (typeof booksKinds)[number];

export const booksInput = z.extend(statementInput, {
  kind: z.enum(booksKinds, fieldError('fieldInvalid')),
});

export const invoicesInput = statementInput;

/** `nationalId`: for an account without one. */
export const invoiceConsentInput = z.object({
  agrees: z.boolean(fieldError('fieldInvalid')),
  nationalId: optionalNationalId,
});
export type InvoiceConsentChange = z.infer<typeof invoiceConsentInput>;

/**
 * Why a purchase has no invoice. `mayStillChange`: the clock completed the order, so the buyer may
 * still report a problem.
 */
export const leftOutReasons = ['notAgreed', 'accountGone', 'mayStillChange'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export const BOOKS_PAGE_SIZE = 500;

/** The newest of the invoices that name a farmer. */
export const INVOICES_SHOWN = 20;
