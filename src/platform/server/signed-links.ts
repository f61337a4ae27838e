import { hmac, isSameHash } from './hashes.ts';

/*
 * A link that works without a session, so that a picture element, the operator's browser or the
 * reader of a mail can open it, and only for a limited time. The server signs it for one resource.
 */

export type LinkSigning = { secret: string; now: Date };
export type SignedLink = { id: number; until: number; signature: string };
/** The kind of the signed resource. Ids are unique within a kind. */
type Purpose = 'dispute photo' | 'message media' | 'order payment';

const signatureOf = (
  purpose: Purpose,
  { id, until }: Omit<SignedLink, 'signature'>,
  secret: string,
) => hmac(secret, purpose, String(id), String(until));

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000);

type Signed = { purpose: Purpose; id: number; validSeconds: number };

/** The query of a link that is valid for exactly this long: `?until=…&signature=…`. */
export const signedOnce = ({ purpose, id, validSeconds }: Signed, { secret, now }: LinkSigning) =>
  queryOf(purpose, { id, until: secondsOf(now) + validSeconds }, secret);

/**
 * The query of a link that stays the same for `validSeconds`, so that a page that asks again reuses
 * its picture. It is valid for between one and two times as long.
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
