/** The id of the block in a page that holds the data it was rendered from, as JSON. */
export const PAGE_DATA = 'page-data';
