import { confirmPassword } from '#features/accounts/server/confirm-password.ts';
import type { PasswordHasher } from '#features/accounts/server/passwords.ts';
import { lockToRemove, removeAccount } from '#features/accounts/server/remove-account.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/retry-transaction.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';

type Deletion = { userId: number; password: string };
type Services = { clock: Clock; rateLimits: RateLimits; passwords: PasswordHasher };

/**
 * Erases a person: what the features store about them, then the account with all rows that go with
 * it, in one transaction, then the files. It takes the password, because somebody else may hold the
 * session.
 * @throws AppError PASSWORD_WRONG, TOO_MANY_ATTEMPTS, ACCOUNT_BUSY with how many orders, refunds
 * and payouts are under way
 */
export async function deleteAccount<Needs extends Services>(
  db: Database,
  { userId, ...confirmation }: Deletion,
  services: Needs & { personalData: readonly PersonalData<Needs>[] },
) {
  const { personalData } = services;
  await confirmPassword(db, { userId, ...confirmation }, services);
  // A checkout locks products and waits for this person's row, while the deletion waits for the
  // products: one of the two begins again.
  const afterCommit = await retryTransaction(() =>
    db.transaction(async (tx) => {
      await lockToRemove(tx, userId);
      const underWay = await countUnderWay(tx, userId, personalData);
      if (Object.values(underWay).some((count) => count > 0)) {
        throw new AppError('ACCOUNT_BUSY', { inputs: underWay, facts: underWay });
      }
      const tasks = [];
      for (const { erase } of personalData) tasks.push(await erase?.(tx, userId, services));
      await removeAccount(tx, userId, services.clock());
      return tasks;
    }),
  );
  for (const task of afterCommit) await task?.();
}

async function countUnderWay<Needs>(
  tx: Database,
  userId: number,
  personalData: readonly PersonalData<Needs>[],
): Promise<Record<string, number>> {
  const counts = [];
  for (const part of personalData) counts.push(await part.countUnderWay?.(tx, userId));
  return Object.assign({}, ...counts);
}
