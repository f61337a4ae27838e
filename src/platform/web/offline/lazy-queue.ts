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
 * Screens begin without the queue: its code is there soon after them. Until then a change is sent
 * as ever.
 */
let queue: Queue | null = null;

export function provideQueue(loaded: Queue): void {
  queue = loaded;
}

/** As sendOrKeep of send-or-keep.ts. @throws what the server refuses */
export async function sendOrKeep<Answer>(
  entry: NewEntry,
  send: Send<Answer>,
  merge?: Merge,
): Promise<SentOrKept<Answer>> {
  return queue ? queue.sendOrKeep(entry, send, merge) : { outcome: 'sent', answer: await send({}) };
}

/** Says that a change waits, or that a reload loses it. */
export const sayKept = (entry: Pick<Entry, 'isLoose'>): void => queue?.sayKept(entry);

type Change = { entry: NewEntry; merge?: Merge };

/**
 * Keeps those changes that cannot be sent at once, or all of them. @returns which were kept; none
 * where there is no queue
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
  // One after the other, so that they go in their order.
  for (const { entry, merge } of kept) await loaded.keep(user.id, entry, merge);
  return kept;
}

/** The cast: each kind's entries have the input that its own code wrote. */
export const inputOf = <Input>({ input }: Pick<Entry, 'input'>): Input => input as Input;
