import { isTRPCClientError } from '@trpc/client';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '../client/failure.ts';
import { createIdempotencyKey } from '../client/idempotency-key.ts';
import { readUser } from '../session/session.ts';
import { showToast } from '../ui/feedback/show-toast.ts';
import { addEntry, changeEntry } from './entries.ts';
import type { Entry, NewEntry } from './entry.ts';
import { readEntries } from './mirror.ts';
import { sendEntries } from './send-entries.ts';

/** Who presses a button waits no longer than this for an answer; then it goes from the queue. */
const PATIENCE_MILLISECONDS = 20_000;

/**
 * What a change makes of the one before it on its subject, where nobody has tried to send that yet;
 * both are then one.
 */
export type Merge = (before: Entry) => Pick<Entry, 'input' | 'parts'>;

export type SentOrKept<Answer> =
  | { outcome: 'sent'; answer: Answer }
  | { outcome: 'kept'; entry: Entry };
type RequestOptions = { context: { idempotencyKey: string }; signal: AbortSignal };

/**
 * Sends a change at once, as long as nothing of its subject waits. Without a line, or when no
 * answer comes, it is kept with the key of that request, so that one whose answer was lost is done
 * once.
 * @throws what the server refuses
 */
export async function sendOrKeep<Answer>(
  entry: NewEntry,
  send: (options: RequestOptions) => Promise<Answer>,
  merge?: Merge,
): Promise<SentOrKept<Answer>> {
  const user = readUser();
  const key = createIdempotencyKey();
  if (user && !canSend(user.id, entry.subject)) return keep(user.id, { ...entry, key }, merge);
  const giveUp = new AbortController();
  const patience = setTimeout(() => giveUp.abort(), PATIENCE_MILLISECONDS);
  try {
    return {
      outcome: 'sent',
      answer: await send({ context: { idempotencyKey: key }, signal: giveUp.signal }),
    };
  } catch (error) {
    // Another person by now, or none, has no part in it.
    if (!user || readUser()?.id !== user.id || !isUnanswered(error)) throw error;
    return keep(user.id, { ...entry, key, tries: 1 });
  } finally {
    clearTimeout(patience);
  }
}

/** Keeps a change, and sends it from the queue. */
export async function keep(
  userId: number,
  entry: NewEntry,
  merge?: Merge,
): Promise<{ outcome: 'kept'; entry: Entry }> {
  const merged = merge && (await mergeWithLast(userId, entry, merge));
  const kept = merged ?? (await addEntry(userId, entry));
  void sendEntries();
  return { outcome: 'kept', entry: kept };
}

async function mergeWithLast(
  userId: number,
  { kind, subject }: NewEntry,
  merge: Merge,
): Promise<Entry | null> {
  const last = readEntries(userId).findLast((entry) => entry.subject === subject);
  if (last?.kind !== kind) return null;
  let isMerged = false;
  const after = await changeEntry(userId, last.key, (entry) => {
    isMerged = entry.tries === 0 && entry.refusal === null;
    return isMerged ? { ...entry, ...merge(entry) } : entry;
  });
  return isMerged ? after : null;
}

/** Says that a change waits, or that a reload loses it. */
export function sayKept({ isLoose }: Pick<Entry, 'isLoose'>): void {
  if (isLoose) showToast('error', m.queueLoose());
  else showToast('info', m.queueKept());
}

/**
 * Whether there seems to be a line, and nothing of the subject waits. What cannot be read is never
 * sent, and holds nothing up.
 */
export const canSend = (userId: number, subject: string): boolean =>
  navigator.onLine &&
  !readEntries(userId).some((entry) => entry.subject === subject && !entry.isUnreadable);

const isUnanswered = (error: unknown): boolean =>
  readFailure(error).isConnectionLost ||
  (isTRPCClientError(error) && error.cause?.name === 'AbortError');
