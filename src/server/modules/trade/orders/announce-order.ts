import type { Database } from '#server/db/connect.ts';
import { notifyOrderChanged } from './queries.ts';

/** Tells the open pages of these people, once the transaction commits, that something about an order is new. */
export const announceOrder = (tx: Database, { orderId, userIds }: { orderId: number; userIds: (number | null)[] }) =>
  notifyOrderChanged(tx, [{ orderId, userIds }]);
