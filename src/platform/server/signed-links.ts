import { hmac, isSameHash } from './hashes.ts';

/*
 * A link that works without a session, so that a picture element and the operator's browser can
 * open it, and only for a limited time. The server signs it for one resource. The link stays the
 * same for `validSeconds`, so that a page that asks again reuses its picture. It is valid for
 * between one and two times `validSeconds`.
 */

export type LinkSigning = { secret: string; now: Date };
export type SignedLink = { id: number; until: number; signature: string };
/** The kind of the signed resource. Ids are unique within a kind. */
type Purpose = 'dispute photo' | 'message media';

const signatureOf = (
  purpose: Purpose,
  { id, until }: Omit<SignedLink, 'signature'>,
  secret: string,
) => hmac(secret, purpose, String(id), String(until));

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000);

type Signed = { purpose: Purpose; id: number; validSeconds: number };

/** The query of the link: `?until=…&signature=…`. */
export function signedQuery(
  { purpose, id, validSeconds }: Signed,
  { secret, now }: LinkSigning,
): string {
  const until = (Math.floor(secondsOf(now) / validSeconds) + 2) * validSeconds;
  return `?until=${until}&signature=${signatureOf(purpose, { id, until }, secret)}`;
}

export const isLinkValid = (
  purpose: Purpose,
  link: SignedLink,
  { secret, now }: LinkSigning,
): boolean =>
  isSameHash(link.signature, signatureOf(purpose, link, secret)) && secondsOf(now) < link.until;
