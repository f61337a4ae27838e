export const BOOKS_PAGE_SIZE = 500;
/** The newest of the invoices that name a farmer. */
export const INVOICES_SHOWN = 20;
