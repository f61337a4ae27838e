import { CONVERSATIONS_PER_DAY } from '#features/messages/rules/limits.ts';
import { findVisibleProduct } from '#features/products/server/queries.ts';
import { dayInNairobi, daysAfter, endOfDayInNairobi } from '#platform/rules/day.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import {
  type ConversationRow,
  countBegunSince,
  insertConversation,
  lockConversationAbout,
  type NewConversation,
} from './queries.ts';

type About = { buyerId: number; productId: number; now: Date };

/**
 * A buyer's conversation about a product, locked. Creates it if there is none. If the caller
 * refuses, its transaction rolls that back.
 * @throws AppError like findOrPrepare
 */
export async function findOrBegin(tx: Database, about: About): Promise<ConversationRow> {
  const found = await findOrPrepare(tx, about);
  return 'id' in found ? found : insertConversation(tx, found);
}

/**
 * The same without creating one: the conversation, or the values for a new one.
 * @throws AppError PRODUCT_NOT_FOUND, TOO_MANY_CONVERSATIONS
 */
export async function findOrPrepare(
  tx: Database,
  { buyerId, productId, now }: About,
): Promise<ConversationRow | NewConversation> {
  const [found] = await lockConversationAbout(tx, { buyerId, productId });
  if (found) return found;
  const today = dayInNairobi(now);
  const product = await findVisibleProduct(tx, { productId, today });
  if (!product) throw new AppError('PRODUCT_NOT_FOUND');
  if (
    (await countBegunSince(tx, buyerId, endOfDayInNairobi(daysAfter(today, -1)))) >=
    CONVERSATIONS_PER_DAY
  ) {
    const milliseconds = endOfDayInNairobi(today).getTime() - now.getTime();
    throw new AppError('TOO_MANY_CONVERSATIONS', {
      inputs: { count: CONVERSATIONS_PER_DAY },
      retryAfterSeconds: Math.ceil(milliseconds / 1000),
    });
  }
  return {
    buyerId,
    farmerId: product.farmerId,
    productId,
    productName: product.name,
    createdAt: now,
  };
}
