import { createHash } from 'node:crypto';
import type { PayoutRow } from './payout-queries.ts';

/**
 * The OriginatorConversationID of a payout's next try: the same whoever computes it, on whichever copy of the database and under
 * whichever secret, so that M-Pesa takes each try once. The order and the moment go in beside the payout's number, because a new
 * database begins to count at one again.
 */
export function conversationIdOf({ id, orderId, createdAt, failedTries }: PayoutRow): string {
  const facts = JSON.stringify(['payout', id, orderId, createdAt.toISOString(), failedTries]);
  const hash = createHash('sha256').update(facts).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
