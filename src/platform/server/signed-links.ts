import { hmac, isSameHash } from './hashes.ts';

/*
 * A link that works without a session, so that a picture element and the operator's browser can
 * open it, and only for a while: the server signs it for one thing. It stays the same for
 * `validSeconds`, so that a page which asks again shows the picture that it has, and works for that
 * long at least and for twice as long at most.
 */

export type LinkSigning = { secret: string; now: Date };
export type SignedLink = { id: number; until: number; signature: string };
/** What is signed: a kind of thing, whose ids are its own. */
type Purpose = 'dispute photo' | 'message media';

const signatureOf = (
  purpose: Purpose,
  { id, until }: Omit<SignedLink, 'signature'>,
  secret: string,
) => hmac(secret, purpose, String(id), String(until));

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000);

type Signed = { purpose: Purpose; id: number; validSeconds: number };

/** What stands behind the path: `?until=…&signature=…`. */
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
