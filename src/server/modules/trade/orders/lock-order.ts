import type { Database } from '#server/db/connect.ts';
import { lockOrder, type OrderRow } from './queries.ts';

export type HeldOrder = OrderRow;

/** Holds any order until the transaction ends, for what follows from money; null when there is none. */
export const holdOrder = (tx: Database, orderId: number): Promise<HeldOrder | null> => lockOrder(tx, orderId);
