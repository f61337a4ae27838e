import { LOGIN_PASS_SECONDS } from '#features/accounts/rules/limits.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { findLoginPass, upsertLoginPass } from './queries.ts';

/**
 * Records that a user just gave the correct password. Returns false if the password has changed
 * since, or the account is deleted.
 */
export async function grantLoginPass(
  db: Database,
  proven: { userId: number; passwordHash: string },
  now: Date,
) {
  return upsertLoginPass(db, { ...proven, passedAt: now });
}

/**
 * Whether a user gave the correct password within the last ten minutes and has not opened a session
 * since.
 */
export async function hasLoginPass(db: Database, userId: number, now: Date): Promise<boolean> {
  return (
    (await findLoginPass(db, { userId, since: secondsAfter(now, -LOGIN_PASS_SECONDS) })) !== null
  );
}
