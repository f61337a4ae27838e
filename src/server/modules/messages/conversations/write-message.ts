import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { MESSAGES_PER_MINUTE, MESSAGES_WINDOW_SECONDS } from '#shared/limits.ts';
import type { MessageKind } from '#shared/messages/message.ts';
import {
  type ConversationRow,
  findSentAt,
  insertMessage,
  isBlocked,
  lockConversation,
  lockPerson,
  notifyConversationChanged,
  type Person,
} from './queries.ts';

/**
 * Holds whoever writes, and refuses those who may not. Before any other row: a person, a conversation, an offer, a product is the order in
 * which everything here is locked.
 * @throws AppError NOT_LOGGED_IN when the account was deleted meanwhile, SUSPENDED, TOO_MANY_MESSAGES
 */
export async function lockWriter(tx: Database, userId: number, now: Date) {
  const person = await lockPerson(tx, userId);
  if (!person) throw new AppError('NOT_LOGGED_IN');
  // A session ends with the suspension, but a request may have begun before.
  if (person.suspendedAt) throw new AppError('SUSPENDED');
  const sentAt = await findSentAt(tx, userId, MESSAGES_PER_MINUTE - 1);
  const freeAt = sentAt && secondsAfter(sentAt, MESSAGES_WINDOW_SECONDS);
  if (freeAt && freeAt > now) {
    throw new AppError('TOO_MANY_MESSAGES', { retryAfterSeconds: Math.ceil((freeAt.getTime() - now.getTime()) / 1000) });
  }
}

/** A person's own conversation, locked. @throws AppError CONVERSATION_NOT_FOUND, also for a stranger's */
export async function lockOwnConversation(tx: Database, own: Person & { conversationId: number }): Promise<ConversationRow> {
  const [row] = await lockConversation(tx, own);
  if (!row) throw new AppError('CONVERSATION_NOT_FOUND');
  return row;
}

/** The other side of a conversation. @throws AppError CONVERSATION_OVER when that account is gone */
export function otherOf(
  { buyerId, farmerId }: Pick<ConversationRow, 'buyerId' | 'farmerId'>,
  { side }: Pick<Person, 'side'>,
): number {
  const other = side === 'buyer' ? farmerId : buyerId;
  if (other === null) throw new AppError('CONVERSATION_OVER');
  return other;
}

/** @throws AppError CONVERSATION_OVER, CONVERSATION_BLOCKED */
export async function refuseSilenced(tx: Database, conversation: Pick<ConversationRow, 'buyerId' | 'farmerId'>, person: Person) {
  if (await isBlocked(tx, [person.userId, otherOf(conversation, person)])) throw new AppError('CONVERSATION_BLOCKED');
}

type Writing = { conversation: ConversationRow; person: Person; kind: MessageKind; text: string; offerId?: number; now: Date };

/** Writes into a conversation that is locked, and tells the open pages of both sides. @returns the message's id */
export async function writeMessage(tx: Database, { conversation, person, kind, text, offerId, now }: Writing): Promise<number> {
  const id = await insertMessage(tx, {
    conversationId: conversation.id,
    senderId: person.userId,
    from: person.side,
    kind,
    text,
    offerId: offerId ?? null,
    sentAt: now,
  });
  await notifyConversationChanged(tx, conversation);
  return id;
}
