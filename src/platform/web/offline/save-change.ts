import { m } from '#text';
import { readUser } from '../session.ts';
import { showToast } from '../ui/show-toast.ts';
import { addEntry, changeEntry, dropEntry } from './entries.ts';
import type { Entry, NewEntry, OwnerId } from './entry.ts';
import { readEntries } from './mirror.ts';
import { type Outcome, onAttempt, sendEntries } from './send-entries.ts';

/** How long a screen waits for the server. After that the user can go on. */
const ANSWER_MILLISECONDS = 3000;

/** Applies if the previous change of its subject was not yet sent. */
type Merge = (before: Entry) => Pick<Entry, 'input' | 'parts'>;

export type Change = {
  entry: NewEntry;
  owner?: OwnerId;
  files?: readonly File[];
  merge?: Merge;
  /** Whether the screen can still show a refusal. If not, the change stays in the list, refused. */
  isShown?: () => boolean;
  /** Its form stays open if the server fails, and then the change is not kept. */
  isDroppedOnFailure?: boolean;
};

/**
 * Waits a moment for the answer. Resolves to null if the server has accepted it, otherwise to the
 * entry, which is sent later. Throws a refusal; the change is then dropped.
 */
export async function saveChange(change: Change): Promise<Entry | null> {
  const { isShown = () => true, owner = readUser()?.id } = change;
  if (owner === undefined) throw new Error(m.errorSessionExpired());
  const storing = { owner, entry: change.entry };
  beingStored.add(storing);
  const stored = await inOrder(change.entry.subject, () => store(owner, change)).finally(() =>
    beingStored.delete(storing),
  );
  const attempt = firstAttempt(stored, isShown);
  void sendEntries();
  const outcome = navigator.onLine ? await attempt : null;
  if (outcome && 'refusal' in outcome && outcome.isTaken) throw outcome.error;
  const hasFailed = outcome !== null && 'hasFailed' in outcome && outcome.hasFailed;
  if (hasFailed && change.isDroppedOnFailure && isShown()) {
    await dropEntry(owner, stored.key);
    throw new Error('The server could not save the change');
  }
  return readEntries(owner).find(({ key }) => key === stored.key) ?? null;
}

const beingStored = new Set<{ owner: OwnerId; entry: NewEntry }>();

export const readBeingStored = (ownerId: OwnerId): NewEntry[] =>
  [...beingStored].flatMap(({ owner, entry }) => (owner === ownerId ? [entry] : []));

const lastStored = new Map<string, Promise<void>>();

/** A press never gets a place before the press that it follows. */
function inOrder<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
  const stored = (lastStored.get(subject) ?? Promise.resolve()).then(work);
  const end = () => {};
  lastStored.set(subject, stored.then(end, end));
  return stored;
}

async function store(owner: OwnerId, { entry, files, merge }: Change): Promise<Entry> {
  const merged = merge && (await mergeWithLast(owner, entry, merge));
  return merged ?? addEntry(owner, entry, files);
}

function firstAttempt(entry: Entry, isShown: () => boolean): Promise<Outcome | null> {
  return new Promise((resolve) => {
    const stop = onAttempt(entry.key, { isShown, end: resolve });
    // A reload would lose what could not be stored, so the user is not told to go on.
    if (entry.isLoose) return;
    setTimeout(() => {
      stop();
      resolve(null);
    }, ANSWER_MILLISECONDS);
  });
}

async function mergeWithLast(
  ownerId: OwnerId,
  { kind, subject }: NewEntry,
  merge: Merge,
): Promise<Entry | null> {
  const last = readEntries(ownerId).findLast((entry) => entry.subject === subject);
  if (last?.kind !== kind) return null;
  let input: unknown;
  const after = await changeEntry(ownerId, last.key, (entry) => {
    if (entry.tries > 0 || entry.refusal) return entry;
    const merged = { ...entry, ...merge(entry) };
    input = merged.input;
    return merged;
  });
  // On a full device the entry stays as it was.
  return input !== undefined && after?.input === input ? after : null;
}

export function sayPending({ isLoose }: Pick<Entry, 'isLoose'>) {
  if (isLoose) showToast('error', m.queueLoose());
  else showToast('info', m.queueKept());
}
