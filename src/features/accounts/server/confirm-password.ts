import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { clientOfPerson } from '#platform/server/heavy-work.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { loginName } from './codes/find-addressee.ts';
import type { PasswordHasher } from './passwords.ts';
import { findPasswordHash } from './people/queries.ts';
import { wrongPassword } from './sessions/wrong-passwords.ts';

type Confirmation = { userId: number; password: string; field?: string };

/**
 * Counts over all addresses: a thief with a session can guess from many, and nobody without a
 * session can use up the attempts.
 */
export async function confirmPassword(
  db: Database,
  { userId, password, field = 'password' }: Confirmation,
  { rateLimits, passwords }: { rateLimits: RateLimits; passwords: PasswordHasher },
) {
  const account = await findPasswordHash(db, userId);
  const key = [account ? loginName(account) : '', 'with a session'];
  await rateLimits.consume(wrongPassword, ...key);
  const giveBack = () => rateLimits.giveBack(wrongPassword, ...key);
  const passwordHash = account?.passwordHash ?? null;
  const isRight = await passwords
    .isRight(password, passwordHash, clientOfPerson(userId))
    .catch(async (refusal: unknown) => {
      await giveBack();
      throw refusal;
    });
  if (!isRight || !account) throw new AppError('PASSWORD_WRONG', { field });
  await giveBack();
  return account;
}
