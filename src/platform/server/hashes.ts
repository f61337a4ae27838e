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

export function isSameHash(a: string, b: string) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  // Texts of equal length may differ in bytes.
  return left.length === right.length && timingSafeEqual(left, right);
}

/*
 * A signed link works for a limited time without a session, for picture elements, the operator's
 * browser and readers of mails.
 */

export type LinkSigning = { secret: string; now: Date };
export type SignedLink = { id: number; until: number; signature: string };
type Purpose = 'dispute photo' | 'message media' | 'order payment';

const signatureOf = (
  purpose: Purpose,
  { id, until }: Omit<SignedLink, 'signature'>,
  secret: string,
) => hmac(secret, purpose, String(id), String(until));

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000);

type Signed = { purpose: Purpose; id: number; validSeconds: number };

export const signedOnce = ({ purpose, id, validSeconds }: Signed, { secret, now }: LinkSigning) =>
  queryOf(purpose, { id, until: secondsOf(now) + validSeconds }, secret);

/**
 * Stays the same for `validSeconds`, so that a page reuses its picture, and is valid for up to
 * twice as long.
 */
export const signedQuery = ({ purpose, id, validSeconds }: Signed, { secret, now }: LinkSigning) =>
  queryOf(
    purpose,
    { id, until: (Math.floor(secondsOf(now) / validSeconds) + 2) * validSeconds },
    secret,
  );

const queryOf = (purpose: Purpose, link: Omit<SignedLink, 'signature'>, secret: string) =>
  `?until=${link.until}&signature=${signatureOf(purpose, link, secret)}`;

export const isLinkValid = (purpose: Purpose, link: SignedLink, { secret, now }: LinkSigning) =>
  isSameHash(link.signature, signatureOf(purpose, link, secret)) && secondsOf(now) < link.until;
