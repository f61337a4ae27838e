import {
  REMEMBERED_SESSION_IDLE_SECONDS,
  SESSION_IDLE_SECONDS,
  SESSION_SECONDS,
} from '#accounts/rules/limits.ts';
import { REMEMBERED_SESSION_SECONDS } from '#platform/rules/limits.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { createToken, sha256 } from '#platform/server/hashes.ts';
import { deleteLoginPass, insertSession } from './queries.ts';

export const idleSeconds = (isRemembered: boolean) =>
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
