/*
 * Requests with an Idempotency-Key: a client that got no answer sends the same request with the
 * same key, and gets the answer that it missed, without anything being done a second time. The
 * answer is written in the transaction that does the work, so there is never one without the other.
 * Requests with one key wait for each other; failures are not kept, so a request that failed may be
 * sent again with its key.
 */

import * as z from 'zod/mini';
import { idempotencyKey as idempotencyKeySchema } from '#platform/rules/idempotency-key.ts';
import { IDEMPOTENCY_KEY_SECONDS } from '#platform/rules/limits.ts';
import { AppError } from './app-error.ts';
import { type Clock, secondsAfter } from './clock.ts';
import type { Database } from './db/database.ts';
import {
  deleteIdempotencyKey,
  findIdempotencyKey,
  insertIdempotencyKey,
  lockIdempotencyKey,
} from './db/idempotency-keys.ts';
import { retryTransaction } from './db/retry-transaction.ts';
import { sha256 } from './hashes.ts';

export type KeyedRequest = {
  userId: number;
  /** Keys hold for one operation each; one key sent to two operations is two requests. */
  operation: string;
  /** The header, as it came. */
  idempotencyKey: string;
  input: unknown;
};

/** A request as it is known before its input has come. */
export type KeyedCall = Omit<KeyedRequest, 'input'>;

type Work<Answer> = {
  /**
   * Does everything through this transaction. What it refuses with an AppError stays as its own
   * transactions left it.
   */
  run: (tx: Database) => Promise<Answer>;
  /** Reads the answer to a repeated request anew, instead of a stored one. */
  reread?: ((db: Database) => Promise<Answer>) | undefined;
};

/**
 * Does the work of a request once, however often and however simultaneously it is sent.
 * @throws AppError IDEMPOTENCY_KEY_REUSED; ZodError for a header that is no key
 */
export async function runOnce<Answer>(
  db: Database,
  request: KeyedRequest,
  { clock, run, reread }: Work<Answer> & { clock: Clock },
): Promise<Answer> {
  const { inputHash, ...own } = identify(request);
  const now = clock();
  const result = await retryTransaction(() =>
    db.transaction(async (tx) => {
      // One round trip: the database runs them one after the other, so the answer is read under the
      // lock.
      const [, kept] = await Promise.all([
        lockIdempotencyKey(tx, own),
        findKeptAnswer(tx, { ...own, inputHash, now }),
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
        // Committed all the same: a wrong handover code, say, is refused and must be counted.
        if (error instanceof AppError) return { error };
        throw error;
      }
    }),
  );
  if ('error' in result) throw result.error;
  return result.answer;
}

/**
 * The answer to a request that was done before, for work that is long enough to look before it.
 * Throws as runOnce does.
 */
export async function findAnswer<Answer>(
  db: Database,
  request: KeyedRequest,
  clock: Clock,
): Promise<{ answer: Answer } | null> {
  const kept = await findKeptAnswer(db, { ...identify(request), now: clock() });
  return kept && { answer: parseAnswer<Answer>(kept.answer) };
}

/**
 * Whether something was done under this key before, whatever came with it: an upload's input is
 * known only when all of it has come.
 * @throws ZodError for a header that is no key
 */
export async function isAnswered(db: Database, call: KeyedCall, clock: Clock): Promise<boolean> {
  const found = await findIdempotencyKey(db, ownKey(call));
  return found !== null && secondsAfter(found.createdAt, IDEMPOTENCY_KEY_SECONDS) > clock();
}

/** Lets a request be sent again with its key, after what it did was taken back. */
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

/**
 * What a key was answered with, in a transaction that keeps others with this key waiting; null when
 * it is new or its time is over.
 * @throws AppError IDEMPOTENCY_KEY_REUSED when it came with another input
 */
export async function findKeptAnswer(
  tx: Database,
  { userId, key, inputHash, now }: KeyedInput,
): Promise<{ answer: unknown } | null> {
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

/**
 * Kept as text, for jsonb orders an object's keys in its own way, and the answer is to be the same
 * to the letter.
 */
const storedAnswer = (answer: unknown) => ({ json: JSON.stringify(answer) });

/**
 * The casts: storedAnswer wrote it. A Date comes back as the text that every client of the API gets
 * for it.
 */
const parseAnswer = <Answer>(stored: unknown) =>
  JSON.parse((stored as { json: string }).json) as Answer;
