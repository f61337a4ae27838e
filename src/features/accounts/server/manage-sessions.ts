import { HOUR_SECONDS } from '#platform/rules/durations.ts';
import type { KeyScope } from '#platform/rules/key-scopes.ts';
import { AppError } from '#platform/server/app-error.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { sha256 } from '#platform/server/hashes.ts';
import type { Call, Session } from '#platform/server/trpc/context.ts';
import { findLiveKey, updateKeyUse } from './keys/queries.ts';
import { idleSeconds } from './sessions/open-session.ts';
import {
  deleteSessions,
  findLiveSession,
  findSessionByHash,
  hasSession,
  listLiveSessions,
  updateSessionUse,
} from './sessions/queries.ts';

/** How precisely a session's last use is stored. More precision would cost a write per read. */
const USE_PRECISION_SECONDS = 300;
/** The same for a key's, which its owner only needs to know roughly. */
const KEY_USE_PRECISION_SECONDS = HOUR_SECONDS;

/** The session of a token; null if it has ended. Each use postpones the idle expiry. */
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

export const isSessionOpen = (db: Database, sessionId: number): Promise<boolean> =>
  hasSession(db, sessionId);

/** Logs this device out: invalidates its token and ends its open streams. */
export const logOut = (call: Call<'user'>) =>
  endSession(call, { userId: call.user.id, id: call.user.sessionId });

type Ended = { userId: number; id: number };

async function endSession({ db, clock, endedAccess }: Call | Call<'user'>, session: Ended) {
  const [hash] = await deleteSessions(db, { userId: session.userId, only: session.id });
  if (hash) await endedAccess.record({ hash }, clock());
}

/**
 * Ends a session by the hash of its token. A device that was logged out offline has deleted the
 * token and stores only the hash. An ended session is not an error.
 */
export async function endSessionByHash(call: Call, { tokenHash }: { tokenHash: string }) {
  const session = await findSessionByHash(call.db, tokenHash);
  if (session) await endSession(call, session);
}

/** A user's sessions, last used first. */
export async function listSessions({ db, user, clock }: Call<'user'>) {
  const sessions = await listLiveSessions(db, { userId: user.id, now: clock() });
  return sessions.map((session) => ({ ...session, isCurrent: session.id === user.sessionId }));
}

/** Logs a user out on every device, and ends their API keys and webhooks. */
export async function logOutEverywhere({ db, user, clock, endAccess }: Call<'user'>) {
  await db.transaction((tx) => endAccess(tx, { userId: user.id }, clock()));
}

/**
 * No session has this id. The procedures that use the id of a session refuse keys.
 */
const NO_SESSION = 0;

/** Whether an API key, not a session, made the request. */
export const isOfKey = ({ user }: Call<'user'>): boolean => user.sessionId === NO_SESSION;

type Opened = { key: string; scopes: readonly KeyScope[] | undefined; now: Date };

/**
 * The user of a key, for something that these scopes open.
 * @throws AppError KEY_INVALID, KEY_NOT_ALLOWED if no scope opens it, KEY_SCOPE_MISSING
 */
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
