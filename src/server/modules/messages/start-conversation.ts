import { AppError } from '#server/app-error.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { retryTransaction } from '#server/db/retry-transaction.ts';
import { dayInNairobi, daysAfter, endOfDayInNairobi } from '#shared/day.ts';
import { CONVERSATIONS_PER_DAY } from '#shared/limits.ts';
import type { StartConversation } from '#shared/messages/message.ts';
import {
  type ConversationRow,
  countBegunSince,
  findVisibleProduct,
  insertConversation,
  lockConversationAbout,
} from './conversations/queries.ts';
import type { Conversation } from './conversations/read-conversation.ts';
import { lockWriter, refuseSilenced, writeMessage } from './conversations/write-message.ts';
import { findConversation } from './list-conversations.ts';

type Starting = StartConversation & { buyerId: number };

/**
 * A buyer asks a farmer about a product. The same buyer and product have one conversation, which goes on when the product is not shown any
 * more.
 * @throws AppError PRODUCT_NOT_FOUND, TOO_MANY_CONVERSATIONS, CONVERSATION_BLOCKED, CONVERSATION_OVER, TOO_MANY_MESSAGES, SUSPENDED
 */
export async function startConversation(
  db: Database,
  { buyerId, productId, text }: Starting,
  { clock }: { clock: Clock },
): Promise<Conversation> {
  const now = clock();
  const person = { userId: buyerId, side: 'buyer' } as const;
  // The farmer's account may be erased at this moment.
  return retryTransaction(() =>
    db.transaction(async (tx) => {
      await lockWriter(tx, buyerId, now);
      const conversation = await findOrBegin(tx, { buyerId, productId, now });
      await refuseSilenced(tx, conversation, person);
      await writeMessage(tx, { conversation, person, kind: 'text', text, now });
      return findConversation(tx, { conversationId: conversation.id, ...person });
    }),
  );
}

type About = { buyerId: number; productId: number; now: Date };

/** What it begins is undone by the caller's refusal, with the transaction. */
async function findOrBegin(tx: Database, { buyerId, productId, now }: About): Promise<ConversationRow> {
  const [found] = await lockConversationAbout(tx, { buyerId, productId });
  if (found) return found;
  const today = dayInNairobi(now);
  const product = await findVisibleProduct(tx, { productId, today });
  if (!product) throw new AppError('PRODUCT_NOT_FOUND');
  if ((await countBegunSince(tx, buyerId, endOfDayInNairobi(daysAfter(today, -1)))) >= CONVERSATIONS_PER_DAY) {
    const milliseconds = endOfDayInNairobi(today).getTime() - now.getTime();
    throw new AppError('TOO_MANY_CONVERSATIONS', {
      inputs: { count: CONVERSATIONS_PER_DAY },
      retryAfterSeconds: Math.ceil(milliseconds / 1000),
    });
  }
  return insertConversation(tx, {
    buyerId,
    farmerId: product.farmerId,
    productId,
    productName: product.name,
    createdAt: now,
  });
}
