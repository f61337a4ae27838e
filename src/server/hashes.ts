import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A token of 256 bits, safe in a header. Its holder is whoever shows it; only its SHA-256 is kept. */
export const createToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * Likewise, for the path of an address that Daraja is given: in hexadecimal, for Daraja refuses any path with "cmd", "sql", "query",
 * "mpesa" or "safaricom" in it, and of the tokens above one in some four hundred spells one of them.
 */
export const createPathToken = () => randomBytes(TOKEN_BYTES).toString('hex');

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** HMAC-SHA256 under the application's secret; `parts` are joined so that ("a", "bc") and ("ab", "c") differ. */
export const hmac = (secret: string, ...parts: string[]) =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');

/** Compares two hashes in time that doesn't tell how much of them agrees. */
export const isSameHash = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
