/*
 * The dashboard shows a QR code of a link that logs a farmer in on the phone (decision 92). Anyone
 * who scans it gets a session, so the link works once, for a minute, and only while the session
 * that created it exists. Only a hash of its token is stored. The token is in the link's fragment
 * and in the body of a POST, so it appears in no log and no Referer header.
 */

import type { OpenPhoneLink } from '#accounts/rules/account-changes.ts';
import {
  PHONE_LINK_SECONDS,
  PHONE_LINKS_OPENED_PER_MINUTE,
  PHONE_LINKS_PER_HOUR,
} from '#accounts/rules/limits.ts';
import { HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';
import { AppError } from '#platform/server/app-error.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import { createToken, sha256 } from '#platform/server/hashes.ts';
import type { RateRule } from '#platform/server/rate-limits.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import type { LoggedInUser } from './confirm-code.ts';
import { openSession } from './manage-sessions.ts';
import { findUser } from './account-queries.ts';
import { findPhoneLink, replacePhoneLink, takePhoneLink } from './session-queries.ts';

const phoneLink: RateRule = {
  name: 'phoneLink',
  points: PHONE_LINKS_PER_HOUR,
  seconds: HOUR_SECONDS,
};
const phoneLinkOpened: RateRule = {
  name: 'phoneLinkOpened',
  points: PHONE_LINKS_OPENED_PER_MINUTE,
  seconds: MINUTE_SECONDS,
};

/** Invalidates the user's earlier links. */
export async function createPhoneLink({
  db,
  user,
  clock,
  rateLimits,
}: Call<'farmer'>): Promise<{ token: string; validSeconds: number }> {
  const { id: userId, sessionId } = user;
  await rateLimits.consume(phoneLink, String(userId));
  const token = createToken();
  const expiresAt = secondsAfter(clock(), PHONE_LINK_SECONDS);
  await replacePhoneLink(db, { tokenHash: sha256(token), userId, sessionId, expiresAt });
  return { token, validSeconds: PHONE_LINK_SECONDS };
}

export type OpenedPhoneLink =
  | { outcome: 'sessionOpened'; token: string; user: LoggedInUser }
  /** The link is used up. */
  | { outcome: 'sameAccount' }
  /** The link stays valid until the user confirms. `isLoggedIn`: to another account. */
  | { outcome: 'unconfirmed'; name: string; isLoggedIn: boolean };

/**
 * A device that is not logged in to the link's account asks its user first, because a stranger's
 * link would make them list their products for somebody else.
 */
export async function openPhoneLink(
  { db, clock, rateLimits, clientAddress, device, session }: Call,
  { token, isConfirmed }: OpenPhoneLink,
): Promise<OpenedPhoneLink> {
  const currentUserId = (await session())?.userId ?? null;
  await rateLimits.consume(phoneLinkOpened, clientAddress);
  const tokenHash = sha256(token);
  return db.transaction(async (tx) => {
    const now = clock();
    const link = isConfirmed ? null : await findPhoneLink(tx, { tokenHash, now });
    if (link && !link.suspendedAt && link.userId !== currentUserId) {
      return {
        outcome: 'unconfirmed',
        name: `${link.firstName} ${link.lastName}`,
        isLoggedIn: currentUserId !== null,
      };
    }
    const userId = await takePhoneLink(tx, { tokenHash, now });
    const user = userId === null ? null : await findUser(tx, userId);
    if (!user || user.suspendedAt) throw new AppError('PHONE_LINK_INVALID');
    if (user.id === currentUserId) return { outcome: 'sameAccount' };
    const { id, role, firstName, lastName } = user;
    const opened = await openSession(tx, { userId: id, isRemembered: false, device }, now);
    return {
      outcome: 'sessionOpened',
      token: opened,
      user: { id, role, email: user.email ?? '', firstName, lastName },
    };
  });
}
