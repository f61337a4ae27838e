import type { Database } from '#platform/server/db/database.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    priceRecords: PriceRecords;
  }
}

/**
 * Records prices per kg, in the transaction that changes them. The prices feature does it, which is
 * above those that change prices.
 */
export type PriceRecords = {
  /** When a product is listed, and when its price per kg or its crop changes. */
  recordAsked: (tx: Database, productId: number, now: Date) => Promise<void>;
  /** When an order is completed and when it is paid. It has an effect on the later one. */
  recordPaid: (tx: Database, orderId: number, now: Date) => Promise<void>;
};
