import { LOGIN_PASS_SECONDS } from '#accounts/rules/limits.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { findLoginPass, upsertLoginPass } from './queries.ts';

/** False if the password has changed since, or the account is deleted. */
export async function grantLoginPass(
  db: Database,
  proven: { userId: number; passwordHash: string },
  now: Date,
) {
  return upsertLoginPass(db, { ...proven, passedAt: now });
}

export async function hasLoginPass(db: Database, userId: number, now: Date): Promise<boolean> {
  return (
    (await findLoginPass(db, { userId, since: secondsAfter(now, -LOGIN_PASS_SECONDS) })) !== null
  );
}
