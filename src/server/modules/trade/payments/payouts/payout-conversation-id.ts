import { createHash } from 'node:crypto';
import type { PayoutRow } from './payout-queries.ts';

/**
 * The OriginatorConversationID of a payout's next try: the same on every copy of the database and under every secret, so
 * that M-Pesa takes each try once. It is made of the order and the moment too, because a new database numbers its payouts from one
 * again.
 */
export function conversationIdOf({ id, orderId, createdAt, failedTries }: PayoutRow): string {
  const facts = JSON.stringify(['payout', id, orderId, createdAt.toISOString(), failedTries]);
  const hash = createHash('sha256').update(facts).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
