import { confirmPassword } from '#server/accounts/confirm-password.ts';
import { removeAccount } from '#server/accounts/remove-account.ts';
import type { Database } from '#server/db/connect.ts';
import type { Services } from '#server/services.ts';

type Deletion = { userId: number; password: string };

/**
 * Erases a person: account, farm, products, photos and sessions go in one transaction; files of photos that nobody has any
 * more are swept. It takes the password, because a session alone may be somebody else's.
 * @throws AppError PASSWORD_WRONG, TOO_MANY_ATTEMPTS
 */
export async function deleteAccount(db: Database, { userId, ...confirmation }: Deletion, services: Services) {
  await confirmPassword(db, { userId, ...confirmation }, services);
  await db.transaction((tx) => removeAccount(tx, userId, services.clock()));
}
