import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/db/database.ts';
import { lockBuyer } from './queries.ts';

/**
 * Locks a buyer's cart until the transaction ends, so that changes from several devices and a checkout happen one after the other.
 * @throws AppError NOT_LOGGED_IN when the account was deleted meanwhile
 */
export async function lockCart(tx: Database, buyerId: number) {
  if (!(await lockBuyer(tx, buyerId))) throw new AppError('NOT_LOGGED_IN');
}
