import { lockPerson } from '#accounts/server/people-queries.ts';
import type { OfferRow } from '#orders/server/queries.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter, secondsUntil } from '#server/clock.ts';
import type { Call } from '#server/context.ts';
import { type Database, pick } from '#server/database.ts';
import {
  REPORTS_PER_DAY,
  REPORTS_WINDOW_SECONDS,
  type ReportConversation,
} from '../rules/message.ts';
import {
  closeOpenReport,
  insertReport,
  listConversationsOfPair,
  listMedia,
  listMessagesAround,
  listOpenReports,
  listReportTimes,
} from './conversations/message-queries.ts';
import { listOffers, personOf } from './conversations/queries.ts';
import { lockOwnConversation } from './conversations/write-message.ts';
import { type Conversation, findConversation } from './read-conversations.ts';

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
