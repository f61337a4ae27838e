import { lockPerson } from '#accounts/server/people-queries.ts';
import {
  CONVERSATIONS_PER_DAY,
  conversationSubject,
  MESSAGE_MEDIA_PER_DAY_BYTES,
  MESSAGES_PER_MINUTE,
  MESSAGES_WINDOW_SECONDS,
  type MessageKind,
  type MessageNotice,
  messageNotice,
  type OfferNews,
  type OfferTerms,
  offerNotice,
} from '#messages/rules/message.ts';
import { notify } from '#notifications/server/inbox.ts';
import { isUserProven } from '#orders/server/proof-queries.ts';
import { findVisibleProduct } from '#products/server/queries.ts';
import { dayInNairobi, daysAfter, endOfDayInNairobi } from '#rules/day.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter, secondsUntil } from '#server/clock.ts';
import { findSentAt, insertMessage, sumBytesSince } from './message-queries.ts';
import {
  type ConversationRow,
  countBegunSince,
  insertConversation,
  isBlocked,
  lockConversation,
  lockConversationAbout,
  type NewConversation,
  notifyConversationChanged,
  type Person,
} from './queries.ts';

/** Comes first: locks are taken in the order user, conversation, offer, product. */
export async function lockWriter(tx: Database, userId: number, now: Date) {
  const person = await lockPerson(tx, userId);
  if (!person) throw new AppError('NOT_LOGGED_IN');
  // A suspension ends sessions, but a request may have started before.
  if (person.suspendedAt) throw new AppError('SUSPENDED');
  const sentAt = await findSentAt(tx, userId, MESSAGES_PER_MINUTE - 1);
  const freeAt = sentAt && secondsAfter(sentAt, MESSAGES_WINDOW_SECONDS);
  if (freeAt && freeAt > now) {
    throw new AppError('TOO_MANY_MESSAGES', {
      retryAfterSeconds: secondsUntil(freeAt, now),
    });
  }
}

export async function lockOwnConversation(
  tx: Database,
  own: Person & { conversationId: number },
): Promise<ConversationRow> {
  const [row] = await lockConversation(tx, own);
  if (!row) throw new AppError('CONVERSATION_NOT_FOUND');
  return row;
}

export function otherOf(
  { buyerId, farmerId }: Pick<ConversationRow, 'buyerId' | 'farmerId'>,
  { side }: Pick<Person, 'side'>,
): number {
  const other = side === 'buyer' ? farmerId : buyerId;
  if (other === null) throw new AppError('CONVERSATION_OVER');
  return other;
}

export async function refuseSilenced(
  tx: Database,
  conversation: Pick<ConversationRow, 'buyerId' | 'farmerId'>,
  person: Person,
) {
  if (await isBlocked(tx, [person.userId, otherOf(conversation, person)]))
    throw new AppError('CONVERSATION_BLOCKED');
}

type Writing = {
  conversation: ConversationRow;
  person: Person;
  kind: MessageKind;
  text: string;
  /** Terms only for an offer that is to be answered. */
  offer?: { id: number; news: OfferNews; terms?: OfferTerms };
  now: Date;
};

/** The conversation is locked. */
export async function writeMessage(
  tx: Database,
  { conversation, person, kind, text, offer, now }: Writing,
) {
  const id = await insertMessage(tx, {
    conversationId: conversation.id,
    senderId: person.userId,
    from: person.side,
    kind,
    text,
    offerId: offer?.id ?? null,
    sentAt: now,
  });
  const other = person.side === 'buyer' ? conversation.farmerId : conversation.buyerId;
  const shows = kind === 'photo' || kind === 'voice' ? { shows: kind } : {};
  const facts = { product: conversation.productName, ...shows };
  const writerId = person.userId;
  await Promise.all([
    notifyConversationChanged(tx, conversation),
    offer
      ? tellOfWrittenOffer(
          tx,
          { conversation, other, offer: answerable(offer, person), writerId },
          now,
        )
      : tellOfMessage(tx, { conversation, other, facts, writerId }, now),
  ]);
  return id;
}

type MessageTold = {
  conversation: ConversationRow;
  other: number | null;
  facts: MessageNotice;
  writerId: number;
};

async function tellOfMessage(
  tx: Database,
  { conversation, other, facts, writerId }: MessageTold,
  now: Date,
) {
  const about = { userIds: [other], ...whereabouts(conversation), facts, causedBy: writerId };
  const isByProven = await isUserProven(tx, writerId);
  await notify(tx, [{ kind: messageNotice, ...about, isByProven }], now);
}

type Told = { news: OfferNews; terms?: OfferTerms };
type WrittenOffer = Pick<MessageTold, 'conversation' | 'other' | 'writerId'> & { offer: Told };

/** Only farmers can answer an offer by SMS. */
const answerable = ({ news, terms }: Told, { side }: Person): Told =>
  terms && side === 'buyer' ? { news, terms } : { news };

async function tellOfWrittenOffer(
  tx: Database,
  { conversation, other, offer, writerId }: WrittenOffer,
  now: Date,
) {
  const isByProven = await isUserProven(tx, writerId);
  const told = { ...conversation, userIds: [other], ...offer };
  await tellOfOffer(tx, { ...told, by: { causedBy: writerId, isByProven } }, now);
}

/** `by`: the side that took the step; without it, no notice goes by SMS. */
type OfferTold = Pick<ConversationRow, 'id' | 'productName'> & {
  userIds: readonly (number | null)[];
  news: OfferNews;
  terms?: OfferTerms;
  by?: { causedBy: number; isByProven: boolean };
};

export const tellOfOffer = (
  tx: Database,
  { userIds, news, terms, by, ...about }: OfferTold,
  now: Date,
) =>
  notify(
    tx,
    [
      {
        kind: offerNotice,
        userIds,
        ...whereabouts(about),
        facts: { product: about.productName, news, ...(terms && { offer: terms }) },
        ...by,
      },
    ],
    now,
  );

const whereabouts = ({ id }: Pick<ConversationRow, 'id'>) => ({
  subject: conversationSubject(id),
  link: `/messages/${id}`,
});

type About = { buyerId: number; productId: number; now: Date };

/** A refusal of the caller rolls a new conversation back. */
export async function findOrBegin(tx: Database, about: About): Promise<ConversationRow> {
  const found = await findOrPrepare(tx, about);
  return 'id' in found ? found : insertConversation(tx, found);
}

/** The conversation, or the values for a new one. */
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
    throw new AppError('TOO_MANY_CONVERSATIONS', {
      inputs: { count: CONVERSATIONS_PER_DAY },
      retryAfterSeconds: secondsUntil(endOfDayInNairobi(today), now),
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

type Sending = {
  conversation: Pick<ConversationRow, 'buyerId' | 'farmerId'>;
  person: Person;
  now: Date;
};

export async function refuseUnwelcome(tx: Database, { conversation, person, now }: Sending) {
  await refuseSilenced(tx, conversation, person);
  const today = dayInNairobi(now);
  const bytes = await sumBytesSince(tx, person.userId, endOfDayInNairobi(daysAfter(today, -1)));
  if (bytes > MESSAGE_MEDIA_PER_DAY_BYTES) {
    const retryAfterSeconds = secondsUntil(endOfDayInNairobi(today), now);
    throw new AppError('TOO_MUCH_MEDIA', { retryAfterSeconds });
  }
}
