/*
 * Pending changes. Each is on disk before it is shown as queued. After every change the list is
 * reread, and other tabs are told to do the same. Without storage an entry is kept in memory, and
 * the screen warns that a reload loses it. Each owner has a separate database, so that another user
 * neither sees nor sends it.
 */

import { createIdempotencyKey } from '../idempotency-key.ts';

import { LOGGED_OUT } from '../session.ts';
import { readClockOffset } from './clock-offset.ts';
import {
  beginWriting,
  type Change,
  changeStored,
  listStored,
  readEntry,
  type StoredFile,
  withQueue,
} from './database.ts';
import { callOf, type Entry, type NewEntry, type OwnerId, queueName } from './entry.ts';
import { forgetPendingFor, readEntries, showEntries, showSending } from './mirror.ts';

/** Entries that could not be stored, by owner, and their files by key. */
const loose = new Map<OwnerId, Entry[]>();
const looseFiles = new Map<string, readonly File[]>();

export async function loadEntries(ownerId: OwnerId) {
  channelOf(ownerId);
  await show(ownerId);
}

/** Resolves when the change is stored; `isLoose` if it could not be. */
export async function addEntry(
  ownerId: OwnerId,
  added: NewEntry,
  files: readonly File[] = [],
): Promise<Entry> {
  const entry = complete(added, files);
  const stored = await storeEntry(ownerId, entry, files).catch(() =>
    keepLoose(ownerId, entry, files),
  );
  await changed(ownerId);
  return stored;
}

/** Nothing of the entry is kept if this throws. */
async function storeEntry(
  ownerId: OwnerId,
  entry: Complete,
  files: readonly File[],
): Promise<Entry> {
  const stored = await Promise.all(files.map(bytesOf));
  const place = await withQueue(ownerId, async (database) => {
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

function keepLoose(ownerId: OwnerId, entry: Complete, files: readonly File[]): Entry {
  const entries = loose.get(ownerId) ?? [];
  // After the existing entries, and before the next one that can be stored.
  const place = (readEntries(ownerId).at(-1)?.place ?? 0) + 0.5;
  const kept: Entry = { ...entry, place, isLoose: true };
  loose.set(ownerId, [...entries, kept]);
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

/** Atomic; deletes the entry if `change` returns null. Resolves to null if it is gone. */
export async function changeEntry(
  ownerId: OwnerId,
  key: string,
  change: Change,
): Promise<Entry | null> {
  const own = loose.get(ownerId)?.find((entry) => entry.key === key);
  // On a full device nothing can be changed, and the entry stays as it is.
  const unchanged = () => readEntries(ownerId).find((entry) => entry.key === key) ?? null;
  const changeWithCall: Change = (entry) => {
    const changed = change(entry);
    return changed && { ...changed, call: storedCall(changed) };
  };
  const after = own
    ? changeLoose(ownerId, own, changeWithCall)
    : await changeStored(ownerId, key, changeWithCall).catch(unchanged);
  await changed(ownerId);
  return after;
}

export const dropEntry = (ownerId: OwnerId, key: string): Promise<Entry | null> =>
  changeEntry(ownerId, key, () => null);

export const retryEntry = (ownerId: OwnerId, key: string, input?: unknown): Promise<unknown> =>
  changeEntry(ownerId, key, (entry) =>
    input === undefined
      ? { ...entry, refusal: null }
      : {
          ...entry,
          refusal: null,
          input,
          ...(entry.fileCount === 0 && { key: createIdempotencyKey() }),
        },
  );

export async function findFiles(ownerId: OwnerId, key: string): Promise<readonly File[] | null> {
  const own = looseFiles.get(key);
  if (own) return own;
  const stored = await withQueue(ownerId, (database) => database.get('files', key));
  return stored?.map(({ name, type, bytes }) => new File([bytes], name, { type })) ?? null;
}

export function noteSending(ownerId: OwnerId, sending: { key: string; percent: number } | null) {
  showSending(sending);
  channelOf(ownerId)?.postMessage({ sending });
}

async function changed(ownerId: OwnerId) {
  await show(ownerId);
  channelOf(ownerId)?.postMessage('changed');
}

/** Reads of the list that have not begun, which later changes share, by owner. */
const dueReads = new Map<OwnerId, Promise<void>>();
let lastRead: Promise<unknown> = Promise.resolve();

function show(ownerId: OwnerId) {
  const due = dueReads.get(ownerId);
  if (due) return due;
  const read = lastRead.then(() => {
    dueReads.delete(ownerId);
    return readAndShow(ownerId);
  });
  dueReads.set(ownerId, read);
  lastRead = read.catch(ignore);
  return read;
}

async function readAndShow(ownerId: OwnerId) {
  // Entries that cannot be read right now still exist.
  const known = () => readEntries(ownerId).filter(({ isLoose }) => !isLoose);
  const stored = await listStored(ownerId).catch(known);
  const own = loose.get(ownerId) ?? [];
  const entries = [...stored.map(readEntry), ...own];
  showEntries(
    ownerId,
    entries.sort((one, other) => one.place - other.place),
  );
}

function warnOfLoss(event: BeforeUnloadEvent) {
  if ([...loose.values()].some(({ length }) => length > 0)) event.preventDefault();
}
globalThis.window?.addEventListener('beforeunload', warnOfLoss);

function changeLoose(ownerId: OwnerId, before: Entry, change: Change): Entry | null {
  const after = change(before);
  const entries = (loose.get(ownerId) ?? []).flatMap((entry) =>
    entry === before ? (after ?? []) : entry,
  );
  loose.set(ownerId, entries);
  if (!after) looseFiles.delete(before.key);
  return after;
}

const bytesOf = async (file: File): Promise<StoredFile> => ({
  name: file.name,
  type: file.type,
  bytes: await file.arrayBuffer(),
});

type Told = 'changed' | { sending: { key: string; percent: number } | null };
const channels = new Map<OwnerId, BroadcastChannel>();

function channelOf(ownerId: OwnerId): BroadcastChannel | undefined {
  const known = channels.get(ownerId);
  if (known || !globalThis.BroadcastChannel) return known;
  const channel = new BroadcastChannel(queueName(ownerId));
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data === 'changed') void show(ownerId);
    else showSending(data.sending);
  };
  channels.set(ownerId, channel);
  return channel;
}

let leavingOwner: number | null = null;

/** Null deletes none: the queue survives an expired session. */
export function forgetAtLogout(userId: number | null) {
  leavingOwner = userId;
}

export function forgetQueue(userId: number) {
  forgetPendingFor(userId);
  try {
    indexedDB.deleteDatabase(queueName(userId));
  } catch {}
}

globalThis.window?.addEventListener(LOGGED_OUT, () => {
  for (const ownerId of loose.keys()) showEntries(ownerId, []);
  loose.clear();
  looseFiles.clear();
  if (leavingOwner !== null) forgetQueue(leavingOwner);
});
