/*
 * A client that got no answer repeats the request with its key and gets the original answer, which
 * is stored in the transaction that does the work. Requests with the same key are serialised.
 * Failures are not stored, so a failed request may be repeated.
 */

import * as z from 'zod/mini';
import { IDEMPOTENCY_KEY_SECONDS } from '#rules/limits.ts';
import { idempotencyKey as idempotencyKeySchema } from '../rules/fields.ts';
import { AppError } from './app-error.ts';
import { secondsAfter } from './clock.ts';
import { retryTransaction } from './database.ts';
import {
  deleteIdempotencyKey,
  findIdempotencyKey,
  insertIdempotencyKey,
  lockIdempotencyKey,
} from './db/request-queries.ts';
import { sha256 } from './hashes.ts';

export type KeyedRequest = {
  userId: number;
  operation: string;
  /** Not validated. */
  idempotencyKey: string;
  input: unknown;
};

export type KeyedCall = Omit<KeyedRequest, 'input'>;

type Work<Answer> = {
  /** An AppError still commits the transaction. */
  run: (tx: Database) => Promise<Answer>;
  /** Replaces the stored answer. */
  reread?: ((db: Database) => Promise<Answer>) | undefined;
};

export async function runOnce<Answer>(
  db: Database,
  request: KeyedRequest,
  { clock, run, reread }: Work<Answer> & { clock: Clock },
): Promise<Answer> {
  const { inputHash, ...own } = identify(request);
  const now = clock();
  const result = await retryTransaction(db, async (tx) => {
    // Statements run in order, so the answer is read under the lock.
    const [, kept] = await Promise.all([
      lockIdempotencyKey(tx, own),
      findStoredAnswer(tx, { ...own, inputHash, now }),
    ]);
    if (kept)
      return reread ? { answer: await reread(tx) } : { answer: parseAnswer<Answer>(kept.answer) };
    try {
      const answer = await run(tx);
      await insertIdempotencyKey(tx, {
        ...own,
        inputHash,
        answer: reread ? {} : storedAnswer(answer),
        createdAt: now,
      });
      return { answer };
    } catch (error) {
      // An attempt such as a wrong handover code must be counted.
      if (error instanceof AppError) return { error };
      throw error;
    }
  });
  if ('error' in result) throw result.error;
  return result.answer;
}

/** For work that is long enough to check first. */
export async function findAnswer<Answer>(db: Database, request: KeyedRequest, clock: Clock) {
  const kept = await findStoredAnswer(db, { ...identify(request), now: clock() });
  return kept && { answer: parseAnswer<Answer>(kept.answer) };
}

/** An upload's input is known only after all of it has arrived. */
export async function isAnswered(db: Database, call: KeyedCall, clock: Clock) {
  const found = await findIdempotencyKey(db, ownKey(call));
  return found !== null && secondsAfter(found.createdAt, IDEMPOTENCY_KEY_SECONDS) > clock();
}

export async function forgetAnswer(tx: Database, request: KeyedRequest) {
  const { userId, key } = identify(request);
  const found = await findIdempotencyKey(tx, { userId, key });
  if (found) await deleteIdempotencyKey(tx, found.id);
}

const keyHeader = z.object({ idempotencyKey: idempotencyKeySchema });

function ownKey({ userId, operation, idempotencyKey }: KeyedCall) {
  const header = keyHeader.parse({ idempotencyKey });
  return { userId, key: `${operation} ${header.idempotencyKey}` };
}

const identify = ({ input, ...call }: KeyedRequest) => ({
  ...ownKey(call),
  inputHash: hashInput(input),
});

type KeyedInput = { userId: number; key: string; inputHash: string; now: Date };

/** The transaction must hold the key's lock. */
export async function findStoredAnswer(tx: Database, { userId, key, inputHash, now }: KeyedInput) {
  const found = await findIdempotencyKey(tx, { userId, key });
  if (!found) return null;
  if (secondsAfter(found.createdAt, IDEMPOTENCY_KEY_SECONDS) <= now) {
    await deleteIdempotencyKey(tx, found.id);
    return null;
  }
  if (found.inputHash !== inputHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return { answer: found.answer };
}

export const hashInput = (input: unknown) => sha256(JSON.stringify(input));

/** jsonb would reorder an object's keys. */
const storedAnswer = (answer: unknown) => ({ json: JSON.stringify(answer) });

/** A Date returns as text, as API clients get it. */
const parseAnswer = <Answer>(stored: unknown) =>
  JSON.parse((stored as { json: string }).json) as Answer;
