import { endWaiting, findWaiting, upsertLine } from '#accounts/server/people-queries.ts';
import { listOffersToAnswer } from '#messages/server/list-conversations.ts';
import { listOrdersUnderWay } from '#orders/server/list-orders.ts';
import type { Waiting } from '#phones/rules/arguments.ts';
import type { Open } from '#phones/rules/find-meant.ts';
import { WAITING_WORD_SECONDS } from '#phones/rules/limits.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { listNumbered } from '#products/server/numbered-products.ts';
import type { PhoneOrder } from './order-lines.ts';
import type { SpeakerCall } from './speakers-call.ts';

export type Questions = { answered?: Waiting; asks?: Waiting };

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

/** Null if it was asked after the SMS arrived. */
export async function findQuestion(
  { db, user, clock }: SpeakerCall,
  receivedAt: Date,
): Promise<Waiting | null> {
  const until = secondsAfter(receivedAt, WAITING_WORD_SECONDS);
  const waiting = await findWaiting(db, { userId: user.id, now: clock(), until });
  return isWaiting(waiting) ? waiting : null;
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
  return {
    orders: orders.filter(({ date }) => date <= receivedAt),
    offers: await listOffersToAnswer(call),
    products: await listNumbered(call, call.speaker),
    waiting: await findQuestion(call, receivedAt),
  };
}

export const findOnlyQuestion = async (
  call: SpeakerCall,
  receivedAt: Date,
): Promise<Open<PhoneOrder>> => ({
  orders: [],
  offers: [],
  products: [],
  waiting: await findQuestion(call, receivedAt),
});
