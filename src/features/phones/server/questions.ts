import { endWaiting, findWaiting, upsertLine } from '#features/accounts/server/people-queries.ts';
import type { Command, Wanted } from '#features/phones/rules/commands.ts';
import { WAITING_WORD_SECONDS } from '#features/phones/rules/limits.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';

/** A command that waits for a PIN or a confirmation. */
export type Waiting = { command: Wanted; for: 'pin' } | { command: Command; for: 'agree' };

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

type Question<Word> = { userId: number; word: Word; receivedAt: Date };

/**
 * The pending question for this word. Null if it was asked after the word arrived, which was then
 * meant for something else.
 */
export async function findQuestion<Word extends Waiting['for']>(
  db: Database,
  { userId, word, receivedAt }: Question<Word>,
  { clock }: { clock: Clock },
): Promise<Extract<Waiting, { for: Word }> | null> {
  const until = secondsAfter(receivedAt, WAITING_WORD_SECONDS);
  const waiting = await findWaiting(db, { userId, now: clock(), until });
  return isPendingFor(waiting, word) ? waiting : null;
}

/** A type guard, because only keepQuestions writes the value. */
const isPendingFor = <Word extends Waiting['for']>(
  waiting: unknown,
  word: Word,
): waiting is Extract<Waiting, { for: Word }> =>
  typeof waiting === 'object' && waiting !== null && 'for' in waiting && waiting.for === word;
