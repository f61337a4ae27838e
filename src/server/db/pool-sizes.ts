/**
 * Single queries and transactions have connections of their own: those who wait for a crate that somebody else is buying, each
 * with a connection in hand, keep nobody from looking around. A connection takes queries one behind the other without waiting
 * for answers, so a few keep the database busy and more only make its processes interrupt each other; too few, and many wait
 * behind a slow one. So searches and counts, which can be slow, have connections of their own too, each used for one query at a time
 * (see catalogue-reads.ts).
 */
export const poolSizes = { queries: 6, transactions: 10, searches: 4, counts: 2 };
