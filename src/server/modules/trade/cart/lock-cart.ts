import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/db/connect.ts';
import { lockBuyer } from './queries.ts';

/**
 * Holds a buyer's cart until the transaction ends: what several devices or a checkout do with it happens one after the other.
 * @throws AppError NOT_LOGGED_IN when the account has gone meanwhile
 */
export async function lockCart(tx: Database, buyerId: number) {
  if (!(await lockBuyer(tx, buyerId))) throw new AppError('NOT_LOGGED_IN');
}
