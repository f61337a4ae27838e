import type { PhotoStore } from '#server/adapters/photo-store.ts';
import { AppError } from '#server/app-error.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { retryTransaction } from '#server/db/retry-transaction.ts';
import type { Logger } from '#server/log.ts';
import { confirmPassword } from '#server/modules/accounts/confirm-password.ts';
import type { PasswordHasher } from '#server/modules/accounts/passwords.ts';
import { removeAccount } from '#server/modules/accounts/remove-account.ts';
import { endOffersOf } from '#server/modules/messages/answer-offer.ts';
import { removeNotices } from '#server/modules/notifications/inbox.ts';
import { removeUploadsOf } from '#server/modules/photos/remove-uploads.ts';
import type { RateLimits } from '#server/rate-limits.ts';
import { clearWords } from './message-queries.ts';
import { clearBuyersTraces, clearFarmersTraces, countUnderWay, lockPerson } from './trade-queries.ts';

type Deletion = { userId: number; password: string };
type Services = { clock: Clock; rateLimits: RateLimits; passwords: PasswordHasher; photoStore: PhotoStore; log: Logger };

/**
 * Erases a person: account, farm, products, photos, cart and sessions go in one transaction; files of photos that nobody has any
 * more are swept, and those of unfinished uploads deleted. Orders, payments and ratings stay for the books, without name, address, phone number or anything that they wrote. It takes the
 * password, because a session alone may be somebody else's.
 * @throws AppError PASSWORD_WRONG, TOO_MANY_ATTEMPTS, ACCOUNT_BUSY with how many orders, refunds and payouts are under way
 */
export async function deleteAccount(db: Database, { userId, ...confirmation }: Deletion, services: Services) {
  await confirmPassword(db, { userId, ...confirmation }, services);
  // A checkout holds products and waits for this person, whose deletion waits for the products: one of the two begins again.
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
