/*
 * An owner's queue in IndexedDB: the entries, and separately the bytes of their files, so that
 * reading the list never reads a photo. One transaction writes both. `strict` makes the browser
 * confirm only when the data is on disk: a queued change survives a dead battery. Another version
 * may have stored a value, so it is checked; without schemas, because every page loads the queue,
 * even pages without schemas.
 */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { m } from '#text';
import {
  type Entry,
  type EntryParts,
  findKind,
  keyOfPlace,
  type OwnerId,
  queueName,
} from './entry.ts';

/** Stored as bytes, because some browsers lose stored blobs. */
export type StoredFile = { name: string; type: string; bytes: ArrayBuffer };
type StoredEntry = Omit<Entry, 'place'> & { place?: number };

interface QueueSchema extends DBSchema {
  entries: { key: number; value: StoredEntry; indexes: { key: string } };
  files: { key: string; value: StoredFile[] };
}
export type QueueDatabase = IDBPDatabase<QueueSchema>;

const VERSION = 1;
const opened = new Map<OwnerId, Promise<QueueDatabase>>();

function openQueue(ownerId: OwnerId): Promise<QueueDatabase> {
  const known = opened.get(ownerId);
  if (known) return known;
  const forget = () => void opened.delete(ownerId);
  const database = openDB<QueueSchema>(queueName(ownerId), VERSION, {
    upgrade(db) {
      db.createObjectStore('entries', { keyPath: 'place', autoIncrement: true }).createIndex(
        'key',
        'key',
        { unique: true },
      );
      db.createObjectStore('files');
    },
    // Another tab wants to delete the database at logout, and an open one cannot be deleted.
    blocking(_version, _blocked, event) {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  });
  opened.set(ownerId, database);
  database.catch(forget);
  return database;
}

/** Reopens a database that was closed meanwhile, as phones do with background pages. */
export async function withQueue<Result>(
  ownerId: OwnerId,
  work: (database: QueueDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openQueue(ownerId);
  try {
    return await work(database);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
    opened.delete(ownerId);
    return work(await openQueue(ownerId));
  }
}

export const beginWriting = (database: QueueDatabase) =>
  database.transaction(['entries', 'files'], 'readwrite', { durability: 'strict' });

export type Change = (entry: Entry) => Entry | null;

/**
 * The entries are not validated: pages use `readEntry`. Throws if the browser cannot read now.
 */
export const listStored = (ownerId: OwnerId): Promise<Entry[]> =>
  withQueue(ownerId, async (database) => (await database.getAll('entries')) as Entry[]);

/** Atomic; deletes the entry if `change` returns null. Resolves to null if it is gone. */
export function changeStored(ownerId: OwnerId, key: string, change: Change): Promise<Entry | null> {
  return withQueue(ownerId, async (database) => {
    const writing = beginWriting(database);
    const [entries, files] = [writing.objectStore('entries'), writing.objectStore('files')];
    const keyless = (place: number) => keyOfPlace(place) === key;
    const place =
      (await entries.index('key').getKey(key)) ?? (await entries.getAllKeys()).find(keyless);
    const before =
      place === undefined ? undefined : ((await entries.get(place)) as Entry | undefined);
    const after = before ? change(before) : null;
    if (after) {
      void entries.put(after);
    } else if (before) {
      void entries.delete(before.place);
      void files.delete(key);
    }
    await writing.done;
    return after;
  });
}

type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => Number.isFinite(value);
export const isFlag: Check = (value) => typeof value === 'boolean';
export const isObject: Check = (value) => typeof value === 'object' && value !== null;

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
export const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
export const has =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(checks).every(([name, check]) =>
      check((value as Record<string, unknown>)[name]),
    );

type Part = EntryParts[string] | undefined;

/** Throws if the part is missing, because half a sentence is useless. */
function given(part: Part): string | number {
  if (part === undefined || part === null) throw new Error('A part of an entry is missing');
  return part;
}

export const textOf = (part: Part) => String(given(part));
export const numberOf = (part: Part) => Number(given(part));

const isDate: Check = (value) => isText(value) && !Number.isNaN(Date.parse(String(value)));
const isPart: Check = (value) => value === null || isText(value) || isNumber(value);

const isParts: Check = (value) => isObject(value) && Object.values(value as object).every(isPart);

const hasShape = has({
  key: isText,
  kind: isText,
  subject: isText,
  parts: isParts,
  place: isNumber,
  tries: isNumber,
  writtenAt: isDate,
  fileCount: isNumber,
  bytes: isNumber,
  clockOffsetMilliseconds: orNull(isNumber),
  refusal: orNull(has({ sentence: isText, code: orNull(isText), facts: isObject })),
});

/**
 * Another version, or a user, may have written something that lacks what these pages need. Such an
 * entry stays in the list of pending changes, where it can be saved as a file and deleted.
 */
export function readEntry(stored: unknown): Entry {
  return isEntry(stored) ? stored : unreadable(stored);
}

function isEntry(stored: unknown): stored is Entry {
  if (!hasShape(stored)) return false;
  const { kind, input } = stored as Entry;
  return findKind(kind)?.isInput(input) ?? true;
}

function unreadable(stored: unknown): Entry {
  const { key, kind, subject, place, parts, tries, writtenAt, bytes } = (stored ?? {}) as {
    [name in keyof Entry]?: unknown;
  };
  return {
    key: typeof key === 'string' ? key : keyOfPlace(place),
    kind: 'unreadable',
    subject: typeof subject === 'string' ? subject : keyOfPlace(place),
    input: stored,
    // The list shows the original kind if known (app/web/pending/export-entries.ts).
    parts: { ...(isParts(parts) && (parts as EntryParts)), kind: String(kind) },
    isPassable: true,
    isUnreadable: true,
    place: typeof place === 'number' ? place : 0,
    tries: typeof tries === 'number' ? tries : 0,
    writtenAt: isDate(writtenAt) ? String(writtenAt) : '',
    fileCount: 0,
    bytes: typeof bytes === 'number' ? bytes : 0,
    clockOffsetMilliseconds: null,
    refusal: { sentence: m.queueUnreadable(), code: null, facts: {} },
  };
}
