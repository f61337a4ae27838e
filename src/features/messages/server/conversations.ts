import { markOpened } from '#notifications/server/inbox.ts';
import { noticeReadLines } from '#orders/server/cart.ts';
import type { Call } from '#server/context.ts';
import { type Database, retryTransaction } from '#server/database.ts';
import {
  conversationSubject,
  type MarkRead,
  type SendMessage,
  type Side,
  type StartConversation,
} from '../rules/message.ts';
import {
  isAcceptanceIn,
  listMedia,
  listMessages,
  updateReadMark,
} from './conversations/message-queries.ts';
import {
  type ConversationCall,
  type ConversationRow,
  deleteBlock,
  insertBlock,
  notifyConversationChanged,
  personOf,
} from './conversations/queries.ts';
import {
  findOrBegin,
  lockOwnConversation,
  lockWriter,
  otherOf,
  refuseSilenced,
  writeMessage,
} from './conversations/write-message.ts';
import {
  type Conversation,
  findConversation,
  type Message,
  readMessage,
} from './read-conversations.ts';

/**
 * A buyer and a product have one conversation, which continues when the product is no longer
 * offered.
 */
export async function startConversation(
  call: ConversationCall,
  { productId, text }: StartConversation,
): Promise<Conversation> {
  const now = call.clock();
  const person = personOf(call);
  // The farmer's account may be deleted concurrently.
  return retryTransaction(call.db, async (tx) => {
    await lockWriter(tx, person.userId, now);
    const conversation = await findOrBegin(tx, { buyerId: person.userId, productId, now });
    await refuseSilenced(tx, conversation, person);
    await writeMessage(tx, { conversation, person, kind: 'text', text, now });
    return findConversation({ ...call, db: tx }, { conversationId: conversation.id });
  });
}

export async function sendMessage(
  call: ConversationCall,
  { conversationId, text }: SendMessage,
): Promise<Message> {
  const now = call.clock();
  const person = personOf(call);
  return call.db.transaction(async (tx) => {
    await lockWriter(tx, person.userId, now);
    const conversation = await lockOwnConversation(tx, { conversationId, ...person });
    await refuseSilenced(tx, conversation, person);
    const id = await writeMessage(tx, { conversation, person, kind: 'text', text, now });
    return readWritten(tx, { conversation, side: person.side, messageId: id });
  });
}

type Written = { conversation: ConversationRow; side: Side; messageId: number };

export async function readWritten(
  tx: Database,
  { conversation, side, messageId }: Written,
): Promise<Message> {
  const [row] = await listMessages(tx, {
    conversationId: conversation.id,
    id: messageId,
    limit: 1,
  });
  if (!row) throw new Error('The message was not stored');
  const media = await listMedia(tx, [messageId]);
  return readMessage(row, { conversation, side, offers: [], firstEvents: [], media });
}

/** Also marks the inbox. The mark never moves back. */
export async function markRead(
  call: ConversationCall,
  { conversationId, upTo }: MarkRead,
): Promise<Conversation> {
  const person = personOf(call);
  // A checkout may lock accepted offers in the opposite order.
  return retryTransaction(call.db, async (tx) => {
    const conversation = await lockOwnConversation(tx, { conversationId, ...person });
    const { lastMessageId, buyerReadId, farmerReadId } = conversation;
    const readId = person.side === 'buyer' ? buyerReadId : farmerReadId;
    const mark = Math.min(upTo ?? lastMessageId, lastMessageId);
    if (mark > readId) {
      // An acceptance is a message too.
      if (person.side === 'buyer')
        await noticeReadLines(
          tx,
          { buyerId: person.userId, conversationId, isRead: isAcceptanceIn(mark) },
          call,
        );
      await updateReadMark(tx, { conversationId, side: person.side, upTo: mark });
      await notifyConversationChanged(tx, conversation);
    }
    if (mark === lastMessageId) {
      await markOpened(
        tx,
        { userId: person.userId, subject: conversationSubject(conversationId) },
        call,
      );
    }
    return findConversation({ ...call, db: tx }, { conversationId });
  });
}

type Own = { conversationId: number };

/** Neither can write to the other about any product until the block is lifted. Idempotent. */
export const blockPerson = (call: Call<'user'>, own: Own): Promise<Conversation> =>
  change(call, own, (tx, pair) => insertBlock(tx, { ...pair, createdAt: call.clock() }));

/** The other side's block stays. */
export const unblockPerson = (call: Call<'user'>, own: Own): Promise<Conversation> =>
  change(call, own, deleteBlock);

type Pair = { blockerId: number; blockedId: number };

function change(
  call: Call<'user'>,
  { conversationId }: Own,
  write: (tx: Database, pair: Pair) => Promise<void>,
) {
  const person = personOf(call);
  // The other account may be deleted concurrently.
  return retryTransaction(call.db, async (tx) => {
    const conversation = await lockOwnConversation(tx, { conversationId, ...person });
    await write(tx, { blockerId: person.userId, blockedId: otherOf(conversation, person) });
    await notifyConversationChanged(tx, conversation);
    return findConversation({ ...call, db: tx }, { conversationId });
  });
}
