/** Orders read at a time. */
export const BOOKS_PAGE_SIZE = 500;
/** Of the invoices that name a farmer, newest first. */
export const INVOICES_SHOWN = 20;
