/** The ids of what the server writes into a page for its script: the product of /market/{id}, the first look at /market. */
export const PRODUCT_DATA = 'product-data';
export const MARKET_DATA = 'market-data';
