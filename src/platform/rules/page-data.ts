/** The id of the JSON block in a page that holds the data it was rendered from. */
export const PAGE_DATA = 'page-data';
