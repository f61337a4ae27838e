import { removeAccount } from '#accounts/server/end-access.ts';
import { confirmPassword } from '#accounts/server/passwords.ts';
import { lockPersonToRemove } from '#accounts/server/people-queries.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/unavailable.ts';
import type { PersonalData } from '#platform/server/feature.ts';
import { eraseDeclared } from '#platform/server/personal-data.ts';
import type { Call } from '#platform/server/trpc/context.ts';

/**
 * The files are deleted after the commit. Requires the password, because somebody else may hold the
 * session.
 */
export async function deleteAccount(call: Call<'user'>, { password }: { password: string }) {
  const { db, personalData } = call;
  const userId = call.user.id;
  const { passwordHash } = await confirmPassword(db, { userId, password }, call);
  // A checkout locks products and waits for this user's row, while the deletion waits for the
  // products.
  const afterCommit = await retryTransaction(() =>
    db.transaction(async (tx) => {
      await lockPersonToRemove(tx, userId);
      const underWay = await countUnderWay(tx, userId, personalData);
      if (Object.values(underWay).some((count) => count > 0)) {
        throw new AppError('ACCOUNT_BUSY', { inputs: underWay, facts: underWay });
      }
      const tasks = [];
      for (const { erase } of personalData) tasks.push(await erase?.(tx, userId, call));
      await eraseDeclared(tx, userId);
      await removeAccount(tx, { userId, passwordHash }, call);
      return tasks;
    }),
  );
  for (const task of afterCommit) await task?.();
}

async function countUnderWay(
  tx: Database,
  userId: number,
  personalData: readonly PersonalData[],
): Promise<Record<string, number>> {
  const counts = [];
  for (const part of personalData) counts.push(await part.countUnderWay?.(tx, userId));
  return Object.assign({}, ...counts);
}
