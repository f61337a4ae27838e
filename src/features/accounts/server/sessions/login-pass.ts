import { LOGIN_PASS_SECONDS } from '#features/accounts/rules/limits.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { findLoginPass, upsertLoginPass } from './queries.ts';

/**
 * Remembers that a user's password was right just now. False when the password has changed since,
 * or the account is gone.
 */
export async function grantLoginPass(
  db: Database,
  proven: { userId: number; passwordHash: string },
  now: Date,
) {
  return upsertLoginPass(db, { ...proven, passedAt: now });
}

/**
 * Whether a user's password was right within the last ten minutes and has led to no session since.
 */
export async function hasLoginPass(db: Database, userId: number, now: Date): Promise<boolean> {
  return (
    (await findLoginPass(db, { userId, since: secondsAfter(now, -LOGIN_PASS_SECONDS) })) !== null
  );
}
