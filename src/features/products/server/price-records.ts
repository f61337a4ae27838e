import type { Database } from '#server/database.ts';

declare module '#server/context.ts' {
  interface Services {
    priceRecords: PriceRecords;
  }
}

/** Implemented by the prices feature, which is above its callers. */
export type PriceRecords = {
  recordAsked: (tx: Database, productId: number, now: Date) => Promise<void>;
  /** Called on completion and on payment; the later call counts. */
  recordPaid: (tx: Database, orderId: number, now: Date) => Promise<void>;
};
