import { confirmPassword } from '#features/accounts/server/confirm-password.ts';
import type { PasswordHasher } from '#features/accounts/server/passwords.ts';
import { removeAccount } from '#features/accounts/server/remove-account.ts';
import { endOffersOf } from '#features/messages/server/answer-offer.ts';
import { removeNotices } from '#features/notifications/server/inbox.ts';
import type { PhotoStore } from '#features/photos/server/photo-store.ts';
import { removeUploadsOf } from '#features/photos/server/remove-uploads.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/retry-transaction.ts';
import type { Logger } from '#platform/server/log.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { clearWords } from './message-queries.ts';
import {
  clearBuyersTraces,
  clearFarmersTraces,
  countUnderWay,
  lockPerson,
} from './trade-queries.ts';

type Deletion = { userId: number; password: string };
type Services = {
  clock: Clock;
  rateLimits: RateLimits;
  passwords: PasswordHasher;
  photoStore: PhotoStore;
  log: Logger;
};

/**
 * Erases a person: account, farm, products, photos, cart and sessions go in one transaction; files
 * of photos that nobody has any more are swept, and those of unfinished uploads deleted. Orders,
 * payments and ratings stay for the books, without name, address, phone number or anything that
 * they wrote. It takes the password, because a session alone may be somebody else's.
 * @throws AppError PASSWORD_WRONG, TOO_MANY_ATTEMPTS, ACCOUNT_BUSY with how many orders, refunds
 * and payouts are under way
 */
export async function deleteAccount(
  db: Database,
  { userId, ...confirmation }: Deletion,
  services: Services,
) {
  await confirmPassword(db, { userId, ...confirmation }, services);
  // A checkout holds products and waits for this person, whose deletion waits for the products: one
  // of the two begins again.
  const deleteFiles = await retryTransaction(() =>
    db.transaction(async (tx) => {
      await lockPerson(tx, userId);
      const underWay = await countUnderWay(tx, userId);
      if (Object.values(underWay).some((count) => count > 0)) {
        throw new AppError('ACCOUNT_BUSY', { inputs: underWay, facts: underWay });
      }
      await clearBuyersTraces(tx, userId);
      await clearFarmersTraces(tx, userId);
      await endOffersOf(tx, userId, services.clock());
      await removeNotices(tx, userId);
      await clearWords(tx, userId);
      const deleteFilesOfUploads = await removeUploadsOf(tx, userId, services);
      await removeAccount(tx, userId, services.clock());
      return deleteFilesOfUploads;
    }),
  );
  await deleteFiles();
}
