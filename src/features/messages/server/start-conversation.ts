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
 * A buyer asks a farmer about a product. A buyer and a product have one conversation, which
 * continues when the product is no longer offered.
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
  // Retried, because the farmer's account may be deleted concurrently.
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
