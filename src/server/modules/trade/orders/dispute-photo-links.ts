import { hmac, isSameHash } from '#server/hashes.ts';
import { DISPUTE_PHOTO_LINK_SECONDS } from '#shared/limits.ts';

/*
 * The order's buyer and farmer and the operator see a photo of a dispute through a link, which the server signs whenever one of
 * them reads the order. A link works without a session, so that a picture element and the operator's browser can open it, and only for
 * half a day to a day. It stays the same for half a day, so that a page which reads its order again shows the picture that it has.
 */

export type LinkSigning = { secret: string; now: Date };
export type SignedLink = { id: number; until: number; signature: string };

const signatureOf = (secret: string, id: number, until: number) => hmac(secret, 'dispute photo', String(id), String(until));

const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** The path with its query. */
export function disputePhotoPath(id: number, { secret, now }: LinkSigning): string {
  const until = (Math.floor(secondsOf(now) / DISPUTE_PHOTO_LINK_SECONDS) + 2) * DISPUTE_PHOTO_LINK_SECONDS;
  return `/api/dispute-photos/${id}?until=${until}&signature=${signatureOf(secret, id, until)}`;
}

export const isLinkValid = ({ id, until, signature }: SignedLink, { secret, now }: LinkSigning): boolean =>
  isSameHash(signature, signatureOf(secret, id, until)) && secondsOf(now) < until;
