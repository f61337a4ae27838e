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
import { withDeadline } from './with-deadline.ts';

/**
 * How long the user waits for a response after pressing a button. Then the change goes to the
 * queue.
 */
const PATIENCE_MILLISECONDS = 20_000;

/**
 * Merges a change into the previous one of its subject, if no attempt to send that was made yet.
 * They become one entry.
 */
export type Merge = (before: Entry) => Pick<Entry, 'input' | 'parts'>;

export type SentOrKept<Answer> =
  | { outcome: 'sent'; answer: Answer }
  | { outcome: 'kept'; entry: Entry };
type RequestOptions = { context: { idempotencyKey: string }; signal: AbortSignal };

/**
 * Sends a change at once, if nothing of its subject is pending. If the device is offline or no
 * response comes, queues it with the key of that request, so that a change whose response was lost
 * is applied once.
 * @throws the server's errors
 */
export async function sendOrKeep<Answer>(
  entry: NewEntry,
  send: (options: RequestOptions) => Promise<Answer>,
  merge?: Merge,
): Promise<SentOrKept<Answer>> {
  const user = readUser();
  const key = createIdempotencyKey();
  if (user && !canSend(user.id, entry.subject)) return keep(user.id, { ...entry, key }, merge);
  try {
    const answer = await withDeadline(PATIENCE_MILLISECONDS, (signal) =>
      send({ context: { idempotencyKey: key }, signal }),
    );
    return { outcome: 'sent', answer };
  } catch (error) {
    // If another user or nobody is logged in by now, nothing is queued.
    if (!user || readUser()?.id !== user.id || !isUnanswered(error)) throw error;
    return keep(user.id, { ...entry, key, tries: 1 });
  }
}

/** Queues a change and starts sending. */
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

/** Shows that a change is pending, or that a reload loses it. */
export function sayKept({ isLoose }: Pick<Entry, 'isLoose'>): void {
  if (isLoose) showToast('error', m.queueLoose());
  else showToast('info', m.queueKept());
}

/**
 * Whether the device seems to be online and nothing of the subject is pending. Unreadable entries
 * don't block, because they are never sent.
 */
export const canSend = (userId: number, subject: string): boolean =>
  navigator.onLine &&
  !readEntries(userId).some((entry) => entry.subject === subject && !entry.isUnreadable);

const isUnanswered = (error: unknown): boolean =>
  readFailure(error).isConnectionLost ||
  (isTRPCClientError(error) && error.cause?.name === 'AbortError');
