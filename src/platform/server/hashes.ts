import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Only the SHA-256 is stored. */
export const createToken = () => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * Hexadecimal, because Daraja refuses a path that contains "cmd", "sql", "query", "mpesa" or
 * "safaricom", as one in four hundred base64url tokens does.
 */
export const createPathToken = () => randomBytes(TOKEN_BYTES).toString('hex');

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** `parts` are joined unambiguously. */
export const hmac = (secret: string, ...parts: string[]) =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');

export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  // Texts of equal length may differ in bytes.
  return left.length === right.length && timingSafeEqual(left, right);
}
