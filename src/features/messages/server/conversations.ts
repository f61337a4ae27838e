import { lockPerson } from '#accounts/server/people-queries.ts';
import { markOpened } from '#notifications/server/inbox.ts';
import { markReadOffersSeen } from '#orders/server/cart.ts';
import type { OfferRow } from '#orders/server/queries.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter, secondsUntil } from '#server/clock.ts';
import { pick, retryTransaction } from '#server/database.ts';
import {
  conversationSubject,
  type MarkRead,
  REPORTS_PER_DAY,
  REPORTS_WINDOW_SECONDS,
  type ReportConversation,
  type SendMessage,
  type Side,
  type StartConversation,
} from '../rules/message.ts';
import {
  closeOpenReport,
  insertReport,
  isAcceptanceIn,
  listConversationsOfPair,
  listMedia,
  listMessages,
  listMessagesAround,
  listOpenReports,
  listReportTimes,
  updateReadMark,
} from './conversations/message-queries.ts';
import {
  type ConversationCall,
  type ConversationRow,
  deleteBlock,
  insertBlock,
  listOffers,
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
        await markReadOffersSeen(
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

export async function reportConversation(
  call: Call<'user'>,
  { conversationId, reason }: ReportConversation,
): Promise<Conversation> {
  const now = call.clock();
  const person = personOf(call);
  return call.db.transaction(async (tx) => {
    // Counts a user's reports one after the other.
    await lockPerson(tx, person.userId);
    const conversation = await lockOwnConversation(tx, { conversationId, ...person });
    await refuseTooMany(tx, person.userId, now);
    const report = {
      conversationId,
      reporterId: person.userId,
      messageId: conversation.lastMessageId,
      reason,
      createdAt: now,
    };
    if (!(await insertReport(tx, report))) throw new AppError('ALREADY_REPORTED');
    return findConversation({ ...call, db: tx }, { conversationId });
  });
}

async function refuseTooMany(tx: Database, reporterId: number, now: Date) {
  const since = secondsAfter(now, -REPORTS_WINDOW_SECONDS);
  const made = await listReportTimes(tx, { reporterId, since, limit: REPORTS_PER_DAY });
  const [first] = made;
  if (!first || made.length < REPORTS_PER_DAY) return;
  const freeAt = secondsAfter(first.createdAt, REPORTS_WINDOW_SECONDS);
  const retryAfterSeconds = Math.max(1, secondsUntil(freeAt, now));
  throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds });
}

/** Oldest first, at most OPERATOR_LIST_MAX. */
export const listReportHeads = listOpenReports;

export async function findReport(db: Database, id: number) {
  const [report] = await listOpenReports(db, id);
  return report ? { ...report, messages: await readAround(db, report) } : null;
}

async function readAround(db: Database, around: { conversationId: number; messageId: number }) {
  const messages = await listMessagesAround(db, around);
  const media = await listMedia(
    db,
    messages.map(({ id }) => id),
  );
  const mediaOf = (id: number) => media.filter(({ messageId }) => messageId === id);
  const offers = await listOffers(
    db,
    messages.flatMap(({ offerId }) => offerId ?? []),
  );
  return messages.map(({ offerId, ...message }) => {
    const offer = offers.find(({ id }) => id === offerId);
    return { ...message, media: mediaOf(message.id), offer: offer ? termsOf(offer) : null };
  });
}

/** The price is in KES. */
const termsOf = (offer: OfferRow) => ({
  ...pick(offer, 'quantity unit status'),
  price: shillingsOf(offer.priceCents),
});

export async function listLastMessages(db: Database, pair: { buyerId: number; farmerId: number }) {
  const found = [];
  for (const conversation of await listConversationsOfPair(db, pair)) {
    const { conversationId, messageId, productName } = conversation;
    const messages = await readAround(db, { conversationId, messageId });
    found.push({ conversationId, productName, messages });
  }
  return found;
}

export const closeReport = (tx: Database, id: number, now: Date) => closeOpenReport(tx, id, now);
