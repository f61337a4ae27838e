import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/retry-transaction.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import {
  deleteBlock,
  insertBlock,
  notifyConversationChanged,
  personOf,
} from './conversations/queries.ts';
import type { Conversation } from './conversations/read-conversation.ts';
import { lockOwnConversation, otherOf } from './conversations/write-message.ts';
import { findConversation } from './list-conversations.ts';

type Own = { conversationId: number };

/**
 * Blocks the other side: neither can write to the other about any product until the block is
 * lifted. Idempotent.
 * @throws AppError CONVERSATION_NOT_FOUND, CONVERSATION_OVER
 */
export const blockPerson = (call: Call<'user'>, own: Own): Promise<Conversation> =>
  change(call, own, (tx, pair) => insertBlock(tx, { ...pair, createdAt: call.clock() }));

/**
 * Lifts the user's own block; the other side's stays.
 * @throws AppError CONVERSATION_NOT_FOUND, CONVERSATION_OVER
 */
export const unblockPerson = (call: Call<'user'>, own: Own): Promise<Conversation> =>
  change(call, own, deleteBlock);

type Pair = { blockerId: number; blockedId: number };

function change(
  call: Call<'user'>,
  { conversationId }: Own,
  write: (tx: Database, pair: Pair) => Promise<void>,
) {
  const person = personOf(call);
  // Retried, because the other account may be deleted concurrently.
  return retryTransaction(() =>
    call.db.transaction(async (tx) => {
      const conversation = await lockOwnConversation(tx, { conversationId, ...person });
      await write(tx, { blockerId: person.userId, blockedId: otherOf(conversation, person) });
      await notifyConversationChanged(tx, conversation);
      return findConversation({ ...call, db: tx }, { conversationId });
    }),
  );
}
