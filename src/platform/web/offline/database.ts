/*
 * An owner's queue in IndexedDB: the entries, and separately the bytes of their files, so that
 * reading the list never reads a photo. One transaction writes both. `strict` makes the browser
 * confirm only when the data is on disk: a queued change survives a dead battery.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Entry, keyOfPlace, type OwnerId, queueName } from './entry.ts';

/** Stored as bytes, because some browsers lose stored blobs. */
export type StoredFile = { name: string; type: string; bytes: ArrayBuffer };
/** The database assigns the place. */
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
  // The database has assigned each entry its place.
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
