import type { Database } from '#platform/server/db/database.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    priceRecords: PriceRecords;
  }
}

/**
 * Records prices per kg in the transaction that changes them. Implemented by the prices feature,
 * which is above its callers.
 */
export type PriceRecords = {
  /** For a new product, and a change of price per kg or crop. */
  recordAsked: (tx: Database, productId: number, now: Date) => Promise<void>;
  /** Called on completion and on payment; the later call records the price. */
  recordPaid: (tx: Database, orderId: number, now: Date) => Promise<void>;
};
