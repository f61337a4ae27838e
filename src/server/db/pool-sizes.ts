/**
 * Single queries and transactions have connections of their own: those who wait for a crate that somebody else is buying, each
 * with a connection in hand, keep nobody from looking around. A connection takes queries one behind the other without waiting
 * for answers, so a few keep the database busy and more only make its processes interrupt each other; too few, and many wait
 * behind a slow one.
 */
export const poolSizes = { queries: 6, transactions: 10 };
