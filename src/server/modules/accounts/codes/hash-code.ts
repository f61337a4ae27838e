import { hmac } from '#server/hashes.ts';
import type { CodeAddress } from './queries.ts';

/** The client address that asked for a code or guessed at it: comparable, but not stored itself. */
export const hashClientAddress = (secret: string, clientAddress: string) => hmac(secret, 'code address', clientAddress);

/** Keyed, because all million codes can be hashed in a second. Bound to its person and purpose. */
export const hashCode = (secret: string, { email, purpose, code }: CodeAddress & { code: string }) =>
  hmac(secret, 'one-time code', email.toLowerCase(), purpose, code);
