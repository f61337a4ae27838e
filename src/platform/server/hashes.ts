import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A bearer token of 256 bits, safe in a header. Only its SHA-256 is stored. */
export const createToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * A token for a callback path. Hexadecimal, because Daraja refuses any path that contains "cmd",
 * "sql", "query", "mpesa" or "safaricom", and about one in four hundred base64url tokens does.
 */
export const createPathToken = () => randomBytes(TOKEN_BYTES).toString('hex');

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * HMAC-SHA256 with the application's secret. `parts` are joined unambiguously: ("a", "bc") and
 * ("ab", "c") differ.
 */
export const hmac = (secret: string, ...parts: string[]) =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');

/** Compares two hashes in constant time. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  // Compares bytes, because texts with equally many characters may differ in length.
  return left.length === right.length && timingSafeEqual(left, right);
}
