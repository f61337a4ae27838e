/*
 * Finds the open order, offer or share, or the last question, that a short answer such as "YES" is
 * about.
 */

import { endWaiting, findWaiting, upsertLine } from '#accounts/server/people-queries.ts';
import { listShares } from '#lots/server/share-queries.ts';
import { listOffersToAnswer } from '#messages/server/read-conversations.ts';
import { findNewestSms } from '#notifications/server/phone-queries.ts';
import { getFarmerOrder, listOrdersUnderWay } from '#orders/server/list-orders.ts';
import type { Waiting } from '#phones/rules/arguments.ts';
import type { Open } from '#phones/rules/find-meant.ts';
import { WAITING_WORD_SECONDS } from '#phones/rules/intents.ts';
import { listNumbered } from '#products/server/list-own-products.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import type { SpeakerCall } from './speakers.ts';

export type PhoneOrder = Omit<Awaited<ReturnType<typeof getFarmerOrder>>, 'events'>;

export async function findOwnOrder(call: SpeakerCall, orderId: number): Promise<PhoneOrder | null> {
  try {
    return await getFarmerOrder(call, { orderId });
  } catch (error) {
    if (error instanceof AppError && error.code === 'ORDER_NOT_FOUND') return null;
    throw error;
  }
}

export type Questions = { answered?: Waiting; asks?: Waiting };
export type Turn = Questions & { text: string };

type Question = Pick<Open, 'waiting' | 'isOvertaken'>;

export async function keepQuestions(
  tx: Database,
  { userId, answered, asks }: Questions & { userId: number | null },
  now: Date,
) {
  if (userId === null) return;
  if (answered) await endWaiting(tx, { userId, waiting: answered });
  if (asks)
    await upsertLine(tx, userId, {
      waiting: asks,
      waitingUntil: secondsAfter(now, WAITING_WORD_SECONDS),
    });
}

/**
 * None if it was asked after the SMS arrived. It is overtaken unless its own SMS was the last one
 * that the phone had by then. Only a question for the PIN is not, because only a PIN answers it.
 */
export async function findQuestion(
  { db, user, clock }: SpeakerCall,
  receivedAt: Date,
): Promise<Question> {
  const until = secondsAfter(receivedAt, WAITING_WORD_SECONDS);
  const found = await findWaiting(db, { userId: user.id, now: clock(), until });
  if (!found?.waitingUntil || !isWaiting(found.waiting)) return { waiting: null };
  const { waiting, waitingUntil } = found;
  if (waiting.for === 'pin') return { waiting };
  const askedAt = secondsAfter(waitingUntil, -WAITING_WORD_SECONDS);
  const newest = await findNewestSms(db, { userId: user.id, by: receivedAt });
  return { waiting, isOvertaken: newest?.createdAt.getTime() !== askedAt.getTime() };
}

/** Only keepQuestions writes the value. */
const isWaiting = (waiting: unknown): waiting is Waiting =>
  typeof waiting === 'object' && waiting !== null && 'for' in waiting;

/**
 * Without orders newer than the SMS: the farmer did not know them, and a retry must not mean
 * another order than the first attempt.
 */
export async function findOpen(call: SpeakerCall, receivedAt: Date): Promise<Open<PhoneOrder>> {
  const orders = await listOrdersUnderWay(call);
  const farmerIds = [call.user.id];
  const shares = await listShares(call.db, { farmerIds, statuses: ['proposed'] });
  return {
    orders: orders.filter(({ date }) => date <= receivedAt),
    offers: await listOffersToAnswer(call),
    shares: shares.map(({ lotId }) => ({ is: 'share', lotId })),
    products: await listNumbered(call, call.speaker),
    ...(await findQuestion(call, receivedAt)),
  };
}

export const findOnlyQuestion = async (
  call: SpeakerCall,
  receivedAt: Date,
): Promise<Open<PhoneOrder>> => ({
  orders: [],
  offers: [],
  shares: [],
  products: [],
  ...(await findQuestion(call, receivedAt)),
});
