import { endWaiting, findWaiting, upsertLine } from '#features/accounts/server/people-queries.ts';
import type { Waiting } from '#features/phones/rules/commands.ts';
import { WAITING_WORD_SECONDS } from '#features/phones/rules/limits.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';

/** `answered`: the pending question that an SMS answers. `asks`: the new pending question. */
export type Questions = { answered?: Waiting; asks?: Waiting };

/** Stores the answered and the new question, in the transaction that queues the answer. */
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
 * The pending question. Null if it was asked after the SMS arrived, which was then meant for
 * something else.
 */
export async function findQuestion(
  db: Database,
  { userId, receivedAt }: { userId: number; receivedAt: Date },
  { clock }: { clock: Clock },
): Promise<Waiting | null> {
  const until = secondsAfter(receivedAt, WAITING_WORD_SECONDS);
  const waiting = await findWaiting(db, { userId, now: clock(), until });
  return isWaiting(waiting) ? waiting : null;
}

/** A type guard, because only keepQuestions writes the value. */
const isWaiting = (waiting: unknown): waiting is Waiting =>
  typeof waiting === 'object' && waiting !== null && 'for' in waiting;
