import { HOUR_SECONDS, MINUTE_SECONDS, REMEMBERED_SESSION_SECONDS } from '#rules/limits.ts';
import { KEY_PREFIX, type KeyScope } from '#rules/role.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Session } from '#server/context.ts';
import { createToken, sha256 } from '#server/hashes.ts';
import type { RateRule } from '#server/rate-limits.ts';
import type { CreateKey, OpenPhoneLink } from '../rules/account-input.ts';
import {
  KEY_ENDING_LENGTH,
  KEYS_MAX,
  PHONE_LINK_SECONDS,
  PHONE_LINKS_OPENED_PER_MINUTE,
  PHONE_LINKS_PER_HOUR,
  REMEMBERED_SESSION_IDLE_SECONDS,
  SESSION_IDLE_SECONDS,
  SESSION_SECONDS,
} from '../rules/limits.ts';
import {
  countKeys,
  deleteKey,
  findLiveKey,
  insertKey,
  listKeyRows,
  updateKeyUse,
} from './access-queries.ts';
import { findUser } from './account-queries.ts';
import { confirmPassword } from './passwords.ts';
import { lockLogin } from './people-queries.ts';
import {
  deleteLoginPass,
  deleteSessions,
  findLiveSession,
  findPhoneLink,
  findSessionByHash,
  insertSession,
  listLiveSessions,
  replacePhoneLink,
  takePhoneLink,
  updateSessionUse,
} from './session-queries.ts';

/** More precision would cost a write per read. */
const USE_PRECISION_SECONDS = 300;
const KEY_USE_PRECISION_SECONDS = HOUR_SECONDS;

/** Null if it has ended. Each use postpones the idle expiry. */
export async function findSession(db: Database, token: string, now: Date): Promise<Session | null> {
  const found = await findLiveSession(db, { tokenHash: sha256(token), now });
  if (!found) return null;
  const { isRemembered, lastUsedAt, ...session } = found;
  if (secondsAfter(lastUsedAt, USE_PRECISION_SECONDS) < now) {
    await updateSessionUse(db, {
      id: session.id,
      lastUsedAt: now,
      idleEndsAt: secondsAfter(now, idleSeconds(isRemembered)),
    });
  }
  return session;
}

export const logOut = (call: Call<'user'>) =>
  endSession(call, { userId: call.user.id, id: call.user.sessionId });

type Ended = { userId: number; id: number };

async function endSession({ db, clock, endedAccess }: Call | Call<'user'>, session: Ended) {
  const [hash] = await deleteSessions(db, { userId: session.userId, only: session.id });
  if (hash) await endedAccess.record({ hash }, clock());
}

/** A device that was logged out offline stores only its token's hash. */
export async function endSessionByHash(call: Call, { tokenHash }: { tokenHash: string }) {
  const session = await findSessionByHash(call.db, tokenHash);
  if (session) await endSession(call, session);
}

export async function listSessions({ db, user, clock }: Call<'user'>) {
  const sessions = await listLiveSessions(db, { userId: user.id, now: clock() });
  return sessions.map((session) => ({ ...session, isCurrent: session.id === user.sessionId }));
}

export async function logOutEverywhere({ db, user, clock, endAccess }: Call<'user'>) {
  await db.transaction((tx) => endAccess(tx, { userId: user.id }, clock()));
}

/** No session has this id. Procedures that use a session's id refuse keys. */
const NO_SESSION = 0;

export const isOfKey = ({ user }: Call<'user'>) => user.sessionId === NO_SESSION;

type Opened = { key: string; scopes: readonly KeyScope[] | undefined; now: Date };

export async function openWithKey(db: Database, { key, scopes, now }: Opened): Promise<Session> {
  if (!scopes) throw new AppError('KEY_NOT_ALLOWED');
  const found = await findLiveKey(db, sha256(key));
  if (!found) throw new AppError('KEY_INVALID');
  if (!scopes.some((scope) => found.scopes.includes(scope)))
    throw new AppError('KEY_SCOPE_MISSING', { facts: { scopes } });
  const { id, userId, role, language, lastUsedAt } = found;
  if (lastUsedAt === null || secondsAfter(lastUsedAt, KEY_USE_PRECISION_SECONDS) <= now)
    await updateKeyUse(db, { id, lastUsedAt: now });
  return { id: NO_SESSION, userId, role, language };
}

const idleSeconds = (isRemembered: boolean) =>
  isRemembered ? REMEMBERED_SESSION_IDLE_SECONDS : SESSION_IDLE_SECONDS;

type NewSession = { userId: number; isRemembered: boolean; isByEmail?: boolean; device: string };

/** Only a hash of the token is stored. Uses up the login pass. */
export async function openSession(
  db: Database,
  { userId, isRemembered, isByEmail = false, device }: NewSession,
  now: Date,
) {
  const token = createToken();
  await insertSession(db, {
    userId,
    isRemembered,
    isByEmail,
    device,
    tokenHash: sha256(token),
    createdAt: now,
    lastUsedAt: now,
    idleEndsAt: secondsAfter(now, idleSeconds(isRemembered)),
    endsAt: secondsAfter(now, isRemembered ? REMEMBERED_SESSION_SECONDS : SESSION_SECONDS),
  });
  await deleteLoginPass(db, userId);
  return token;
}

export const listKeys = ({ db, user }: Call<'user'>) => listKeyRows(db, user.id);

/** Requires the password, so that a borrowed session leaves no key behind. */
export async function createKey(call: Call<'user'>, { name, scopes, password }: CreateKey) {
  const { db, user, clock } = call;
  const { id: userId, sessionId } = user;
  await confirmPassword(db, { userId, password }, call);
  const key = KEY_PREFIX + createToken();
  await db.transaction(async (tx) => {
    // Two concurrent requests must not both create the last one.
    await lockLogin(tx, { userId, sessionId });
    if ((await countKeys(tx, userId)) >= KEYS_MAX)
      throw new AppError('TOO_MANY_KEYS', { inputs: { count: KEYS_MAX } });
    await insertKey(tx, {
      userId,
      name,
      scopes: [...new Set(scopes)],
      keyHash: sha256(key),
      ending: key.slice(-KEY_ENDING_LENGTH),
      createdAt: clock(),
    });
  });
  return { key };
}

/** Revoking an ended key is not an error. */
export async function revokeKey(
  { db, user, clock, endedAccess }: Call<'user'>,
  { keyId }: { keyId: number },
) {
  const hash = await deleteKey(db, { userId: user.id, keyId });
  if (hash) await endedAccess.record({ hash }, clock());
}

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

/**
 * The dashboard shows a QR code of a link that logs a farmer in on the phone (decision 92). Anyone
 * who scans it gets a session, so the link works once, for a minute, and only while the session
 * that created it exists. Only a hash of its token is stored. The token is in the link's fragment
 * and in the body of a POST, so it appears in no log and no Referer header. A new link invalidates
 * the user's earlier ones.
 */
export async function createPhoneLink({ db, user, clock, rateLimits }: Call<'farmer'>) {
  const { id: userId, sessionId } = user;
  await rateLimits.consume(phoneLink, String(userId));
  const token = createToken();
  const expiresAt = secondsAfter(clock(), PHONE_LINK_SECONDS);
  await replacePhoneLink(db, { tokenHash: sha256(token), userId, sessionId, expiresAt });
  return { token, validSeconds: PHONE_LINK_SECONDS };
}

export type LoggedInUser = {
  id: number;
  role: Role;
  email: string;
  firstName: string;
  lastName: string;
};

type OpenedPhoneLink =
  | { outcome: 'sessionOpened'; token: string; user: LoggedInUser }
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
