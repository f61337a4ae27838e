import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/db/connect.ts';
import type { RateLimits } from '#server/rate-limits.ts';
import type { PasswordHasher } from './passwords.ts';
import { findPasswordHash } from './people/queries.ts';

type Confirmation = { userId: number; password: string; field?: string };

/**
 * Makes sure that whoever has the session also knows the password; counted like a login's wrong passwords, but from wherever
 * they come: a session that was stolen is guessed with from many addresses, and nobody without one can use the tries up.
 * @returns the account as it was confirmed
 * @throws AppError PASSWORD_WRONG on the field that the password came in, TOO_MANY_ATTEMPTS
 */
export async function confirmPassword(
  db: Database,
  { userId, password, field = 'password' }: Confirmation,
  { rateLimits, passwords }: { rateLimits: RateLimits; passwords: PasswordHasher },
) {
  const account = await findPasswordHash(db, userId);
  const key = [account?.email ?? '', 'with a session'];
  await rateLimits.consume('wrongPassword', ...key);
  const isRight = await passwords.isRight(password, account?.passwordHash ?? null);
  if (!isRight || !account) throw new AppError('PASSWORD_WRONG', { field });
  await rateLimits.giveBack('wrongPassword', ...key);
  return account;
}
