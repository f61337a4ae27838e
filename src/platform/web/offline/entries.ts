/*
 * The entries of a user's queue: pending changes that the server has not accepted yet. Each is on
 * disk before it is shown as queued. After every change the list is reread from the database, and
 * the other tabs are told to do the same. Without storage an entry is kept in memory, and the
 * screen warns that a reload loses it. Another user who logs in on this device neither sees nor
 * sends it, because each user has a separate database.
 */
import { createIdempotencyKey } from '../client/idempotency-key.ts';
import { LOGGED_OUT } from '../session/session.ts';
import { readClockOffset } from './clock-offset.ts';
import { beginWriting, type StoredFile, withQueue } from './database.ts';
import { type Entry, type NewEntry, queueName } from './entry.ts';
import { callOf } from './kinds.ts';
import { readEntries, showEntries, showSending } from './mirror.ts';
import { readEntry } from './read-entry.ts';
import { type Change, changeStored, listStored } from './stored-entries.ts';

/** Entries that could not be stored, by user id, and their files by key. */
const loose = new Map<number, Entry[]>();
const looseFiles = new Map<string, readonly File[]>();

/** Shows a user's stored entries, and follows changes made in other tabs. */
export async function loadEntries(userId: number): Promise<void> {
  channelOf(userId);
  await show(userId);
}

/**
 * Keeps a change until the server has accepted it. Resolves when it is stored: from then on it
 * survives a reload and a dead battery.
 * @returns the entry; `isLoose` if it could not be stored
 */
export async function addEntry(
  userId: number,
  added: NewEntry,
  files: readonly File[] = [],
): Promise<Entry> {
  const entry = complete(added, files);
  const stored = await storeEntry(userId, entry, files).catch(() =>
    keepLoose(userId, entry, files),
  );
  await changed(userId);
  return stored;
}

/** @throws if it could not be stored; then nothing of it is kept */
async function storeEntry(userId: number, entry: Complete, files: readonly File[]): Promise<Entry> {
  const stored = await Promise.all(files.map(bytesOf));
  const place = await withQueue(userId, async (database) => {
    const writing = beginWriting(database);
    // A failed request aborts the transaction, and `done` rejects with the reason.
    if (stored.length > 0) writing.objectStore('files').put(stored, entry.key).catch(ignore);
    const adding = writing.objectStore('entries').add(entry);
    adding.catch(ignore);
    await writing.done;
    return adding;
  });
  return { ...entry, place };
}

function keepLoose(userId: number, entry: Complete, files: readonly File[]): Entry {
  const entries = loose.get(userId) ?? [];
  // After the existing entries, and before the next one that can be stored.
  const place = (readEntries(userId).at(-1)?.place ?? 0) + 0.5;
  const kept: Entry = { ...entry, place, isLoose: true };
  loose.set(userId, [...entries, kept]);
  if (files.length > 0) looseFiles.set(kept.key, files);
  return kept;
}

type Complete = Omit<Entry, 'place'>;
const ignore = () => {};

const complete = (added: NewEntry, files: readonly File[]): Complete => ({
  key: createIdempotencyKey(),
  tries: 0,
  writtenAt: new Date().toISOString(),
  ...added,
  fileCount: files.length,
  bytes: files.reduce((sum, { size }) => sum + size, 0),
  clockOffsetMilliseconds: readClockOffset(),
  call: storedCall(added),
  refusal: null,
});

function storedCall(entry: Pick<Entry, 'kind' | 'input'>): Required<Entry>['call'] {
  const call = callOf(entry);
  return call && { ...call, of: JSON.stringify(entry.input) };
}

/**
 * Changes an entry atomically, or deletes it if `change` returns null.
 * @returns the changed entry; null if it is gone
 */
export async function changeEntry(
  userId: number,
  key: string,
  change: Change,
): Promise<Entry | null> {
  const own = loose.get(userId)?.find((entry) => entry.key === key);
  // On a full device nothing can be changed, and the entry stays as it is.
  const unchanged = () => readEntries(userId).find((entry) => entry.key === key) ?? null;
  const changeWithCall: Change = (entry) => {
    const changed = change(entry);
    return changed && { ...changed, call: storedCall(changed) };
  };
  const after = own
    ? changeLoose(userId, own, changeWithCall)
    : await changeStored(userId, key, changeWithCall).catch(unchanged);
  await changed(userId);
  return after;
}

export const dropEntry = (userId: number, key: string): Promise<Entry | null> =>
  changeEntry(userId, key, () => null);

/** Makes a refused entry pending again. A new input makes it a new request. */
export const retryEntry = (userId: number, key: string, input?: unknown): Promise<unknown> =>
  changeEntry(userId, key, (entry) =>
    input === undefined
      ? { ...entry, refusal: null }
      : {
          ...entry,
          refusal: null,
          input,
          ...(entry.fileCount === 0 && { key: createIdempotencyKey() }),
        },
  );

/**
 * The files of an entry; null if they no longer exist.
 * @throws if the browser cannot read them now
 */
export async function findFiles(userId: number, key: string): Promise<readonly File[] | null> {
  const own = looseFiles.get(key);
  if (own) return own;
  const stored = await withQueue(userId, (database) => database.get('files', key));
  return stored?.map(({ name, type, bytes }) => new File([bytes], name, { type })) ?? null;
}

/** Tells all tabs how much of an entry has been sent, in per cent. */
export function noteSending(
  userId: number,
  sending: { key: string; percent: number } | null,
): void {
  showSending(sending);
  channelOf(userId)?.postMessage({ sending });
}

/** Refreshes the shown entries in this tab and the others. */
async function changed(userId: number) {
  await show(userId);
  channelOf(userId)?.postMessage('changed');
}

/** Reads of the list that have not begun, by user. Changes that come meanwhile share them. */
const dueReads = new Map<number, Promise<void>>();
let lastRead: Promise<unknown> = Promise.resolve();

function show(userId: number): Promise<void> {
  const due = dueReads.get(userId);
  if (due) return due;
  const read = lastRead.then(() => {
    dueReads.delete(userId);
    return readAndShow(userId);
  });
  dueReads.set(userId, read);
  lastRead = read.catch(ignore);
  return read;
}

async function readAndShow(userId: number) {
  // Entries that cannot be read right now still exist.
  const known = () => readEntries(userId).filter(({ isLoose }) => !isLoose);
  const stored = await listStored(userId).catch(known);
  const own = loose.get(userId) ?? [];
  const entries = [...stored.map(readEntry), ...own];
  showEntries(
    userId,
    entries.sort((one, other) => one.place - other.place),
  );
}

/** Makes the browser ask before the page is reloaded or closed. */
function warnOfLoss(event: BeforeUnloadEvent) {
  if ([...loose.values()].some(({ length }) => length > 0)) event.preventDefault();
}
globalThis.window?.addEventListener('beforeunload', warnOfLoss);

function changeLoose(userId: number, before: Entry, change: Change): Entry | null {
  const after = change(before);
  const entries = (loose.get(userId) ?? []).flatMap((entry) =>
    entry === before ? (after ?? []) : entry,
  );
  loose.set(userId, entries);
  if (!after) looseFiles.delete(before.key);
  return after;
}

const bytesOf = async (file: File): Promise<StoredFile> => ({
  name: file.name,
  type: file.type,
  bytes: await file.arrayBuffer(),
});

/** Messages between tabs. */
type Told = 'changed' | { sending: { key: string; percent: number } | null };
const channels = new Map<number, BroadcastChannel>();

function channelOf(userId: number): BroadcastChannel | undefined {
  const known = channels.get(userId);
  if (known || !globalThis.BroadcastChannel) return known;
  const channel = new BroadcastChannel(queueName(userId));
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data === 'changed') void show(userId);
    else showSending(data.sending);
  };
  channels.set(userId, channel);
  return channel;
}

// The LOGGED_OUT handler of forget-queue.ts deletes the stored entries.
globalThis.window?.addEventListener(LOGGED_OUT, () => {
  for (const userId of loose.keys()) showEntries(userId, []);
  loose.clear();
  looseFiles.clear();
});
