/** How many orders are read at a time. */
export const BOOKS_PAGE_SIZE = 500;
/** How many of the invoices that name a farmer the settings show, newest first. */
export const INVOICES_SHOWN = 20;
