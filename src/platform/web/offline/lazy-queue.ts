import { readUser } from '../session/session.ts';
import type { Entry, NewEntry } from './entry.ts';
import type { Merge, SentOrKept } from './send-or-keep.ts';

type RequestOptions = { context?: { idempotencyKey: string }; signal?: AbortSignal };
type Send<Answer> = (options: RequestOptions) => Promise<Answer>;

type Queue = Pick<
  typeof import('./send-or-keep.ts'),
  'canSend' | 'keep' | 'sayKept' | 'sendOrKeep'
>;

/**
 * Screens start without the queue, whose code loads soon after them. Until then changes are sent
 * directly.
 */
let queue: Queue | null = null;

export function provideQueue(loaded: Queue): void {
  queue = loaded;
}

/**
 * Like sendOrKeep of send-or-keep.ts.
 * @throws the server's errors
 */
export async function sendOrKeep<Answer>(
  entry: NewEntry,
  send: Send<Answer>,
  merge?: Merge,
): Promise<SentOrKept<Answer>> {
  return queue ? queue.sendOrKeep(entry, send, merge) : { outcome: 'sent', answer: await send({}) };
}

/** Shows that a change is pending, or that a reload loses it. */
export const sayKept = (entry: Pick<Entry, 'isLoose'>): void => queue?.sayKept(entry);

type Change = { entry: NewEntry; merge?: Merge };

/**
 * Queues the changes that cannot be sent at once, or all of them.
 * @returns the queued ones; none if the queue is not loaded
 */
export async function keepAll<Kept extends Change>(
  changes: readonly Kept[],
  when: 'always' | 'ifNeeded',
): Promise<Kept[]> {
  const [user, loaded] = [readUser(), queue];
  if (!loaded || !user) return [];
  const kept = changes.filter(
    ({ entry }) => when === 'always' || !loaded.canSend(user.id, entry.subject),
  );
  // One after the other, to preserve their order.
  for (const { entry, merge } of kept) await loaded.keep(user.id, entry, merge);
  return kept;
}

/** A cast, because the kind's own code wrote the input. */
export const inputOf = <Input>({ input }: Pick<Entry, 'input'>): Input => input as Input;
