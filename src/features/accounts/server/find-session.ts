import type { Language } from '#platform/rules/language.ts';
import type { Role } from '#platform/rules/role.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { sha256 } from '#platform/server/hashes.ts';
import { idleSeconds } from './sessions/open-session.ts';
import { findLiveSession, hasSession, updateSessionUse } from './sessions/queries.ts';

export type Session = { id: number; userId: number; role: Role; language: Language };

/** How precisely a session's last use is stored. More precision would cost a write per read. */
const USE_PRECISION_SECONDS = 300;

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
