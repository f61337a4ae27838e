import { hmac, isSameHash } from './hashes.ts';

/*
 * Works for a limited time without a session, for picture elements, the operator's browser and
 * readers of mails.
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

const queryOf = (purpose: Purpose, link: Omit<SignedLink, 'signature'>, secret: string): string =>
  `?until=${link.until}&signature=${signatureOf(purpose, link, secret)}`;

export const isLinkValid = (
  purpose: Purpose,
  link: SignedLink,
  { secret, now }: LinkSigning,
): boolean =>
  isSameHash(link.signature, signatureOf(purpose, link, secret)) && secondsOf(now) < link.until;
