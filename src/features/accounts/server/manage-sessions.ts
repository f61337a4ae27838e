import { HOUR_SECONDS } from '#platform/rules/durations.ts';
import type { KeyScope } from '#platform/rules/key-scopes.ts';
import { AppError } from '#platform/server/app-error.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { sha256 } from '#platform/server/hashes.ts';
import type { Session } from '#platform/server/trpc/context.ts';
import type { EndAccess, EndedAccess } from './end-access.ts';
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

/** Logs one device out: invalidates its token and ends its open streams. */
export async function endSession(
  db: Database,
  { userId, sessionId }: { userId: number; sessionId: number },
  services: Ending,
) {
  const [hash] = await deleteSessions(db, { userId, only: sessionId });
  if (hash) await services.endedAccess.record({ hash }, services.clock());
}

type Ending = { clock: Clock; endedAccess: EndedAccess };

/**
 * Ends a session by the hash of its token. A device that was logged out offline has deleted the
 * token and stores only the hash. An ended session is not an error.
 */
export async function endSessionByHash(db: Database, tokenHash: string, services: Ending) {
  const session = await findSessionByHash(db, tokenHash);
  if (session) await endSession(db, { userId: session.userId, sessionId: session.id }, services);
}

/** A user's sessions, last used first. */
export async function listSessions(
  db: Database,
  { userId, sessionId }: { userId: number; sessionId: number },
  now: Date,
) {
  const sessions = await listLiveSessions(db, { userId, now });
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}

/** Logs a user out on every device, and ends their API keys and webhooks. */
export async function logOutEverywhere(
  db: Database,
  userId: number,
  { clock, endAccess }: { clock: Clock; endAccess: EndAccess },
) {
  await db.transaction((tx) => endAccess(tx, { userId }, clock()));
}

/**
 * No session has this id. The procedures that use the id of a session refuse keys.
 */
const NO_SESSION = 0;

/** Whether an API key, not a session, made the request. */
export const isOfKey = ({ id }: Session): boolean => id === NO_SESSION;

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
