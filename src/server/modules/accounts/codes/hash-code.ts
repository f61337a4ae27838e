import { hmac } from '#server/hashes.ts';
import type { CodeAddress } from './queries.ts';

/** Where a code was asked for or guessed at, told apart without being kept. */
export const hashClientAddress = (secret: string, clientAddress: string) => hmac(secret, 'code address', clientAddress);

/** A million codes are tried in a second, so a plain hash would hide nothing: the secret does. Bound to its person and purpose. */
export const hashCode = (secret: string, { email, purpose, code }: CodeAddress & { code: string }) =>
  hmac(secret, 'one-time code', email.toLowerCase(), purpose, code);
