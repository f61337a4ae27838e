import { hmac } from '#server/hashes.ts';

/** The token in the address where M-Pesa answers what became of a payout: the same each time it is asked, known to nobody else. */
export const statusToken = (secret: string, originatorConversationId: string) =>
  hmac(secret, 'payout status', originatorConversationId);
