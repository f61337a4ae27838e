/** The id of the JSON block that a page was rendered from. */
export const PAGE_DATA = 'page-data';
