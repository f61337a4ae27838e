import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/retry-transaction.ts';
import {
  deleteBlock,
  insertBlock,
  notifyConversationChanged,
  type Person,
} from './conversations/queries.ts';
import type { Conversation } from './conversations/read-conversation.ts';
import { lockOwnConversation, otherOf } from './conversations/write-message.ts';
import { findConversation } from './list-conversations.ts';

type Own = Person & { conversationId: number };

/**
 * Blocks the other side: neither can write to the other about any product until the block is
 * lifted. Idempotent.
 * @throws AppError CONVERSATION_NOT_FOUND, CONVERSATION_OVER
 */
export const blockPerson = (
  db: Database,
  own: Own,
  { clock }: { clock: Clock },
): Promise<Conversation> =>
  change(db, own, (tx, pair) => insertBlock(tx, { ...pair, createdAt: clock() }));

/**
 * Lifts the user's own block; the other side's stays.
 * @throws AppError CONVERSATION_NOT_FOUND, CONVERSATION_OVER
 */
export const unblockPerson = (db: Database, own: Own): Promise<Conversation> =>
  change(db, own, deleteBlock);

type Pair = { blockerId: number; blockedId: number };

const change = (db: Database, own: Own, write: (tx: Database, pair: Pair) => Promise<void>) =>
  // Retried, because the other account may be deleted concurrently.
  retryTransaction(() =>
    db.transaction(async (tx) => {
      const conversation = await lockOwnConversation(tx, own);
      await write(tx, { blockerId: own.userId, blockedId: otherOf(conversation, own) });
      await notifyConversationChanged(tx, conversation);
      return findConversation(tx, own);
    }),
  );
