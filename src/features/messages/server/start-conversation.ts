import type { StartConversation } from '#features/messages/rules/message.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/retry-transaction.ts';
import { findOrBegin } from './conversations/begin-conversation.ts';
import type { Conversation } from './conversations/read-conversation.ts';
import { lockWriter, refuseSilenced, writeMessage } from './conversations/write-message.ts';
import { findConversation } from './list-conversations.ts';

type Starting = StartConversation & { buyerId: number };

/**
 * A buyer asks a farmer about a product. The same buyer and product have one conversation, which
 * goes on when the product is not shown any more.
 * @throws AppError PRODUCT_NOT_FOUND, TOO_MANY_CONVERSATIONS, CONVERSATION_BLOCKED,
 * CONVERSATION_OVER, TOO_MANY_MESSAGES, SUSPENDED
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
