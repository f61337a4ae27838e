/*
 * A person's queue in IndexedDB: the entries, and apart from them the bytes of their files, so that
 * reading the list never reads a photo. Both are in one database because an entry and its files are
 * then written together or not at all. `strict` makes the browser answer only when the disk has
 * them: what is shown as queued survives a battery that dies.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Entry, queueName } from './entry.ts';

/** Kept as bytes, because some browsers lose stored blobs. */
export type StoredFile = { name: string; type: string; bytes: ArrayBuffer };
/** Its place is given by the database, the same for all tabs. */
type StoredEntry = Omit<Entry, 'place'> & { place?: number };

interface QueueSchema extends DBSchema {
  entries: { key: number; value: StoredEntry; indexes: { key: string } };
  files: { key: string; value: StoredFile[] };
}
export type QueueDatabase = IDBPDatabase<QueueSchema>;

const VERSION = 1;
const opened = new Map<number, Promise<QueueDatabase>>();

/** @throws where the browser stores nothing */
function openQueue(userId: number): Promise<QueueDatabase> {
  const known = opened.get(userId);
  if (known) return known;
  const forget = () => void opened.delete(userId);
  const database = openDB<QueueSchema>(queueName(userId), VERSION, {
    upgrade(db) {
      db.createObjectStore('entries', { keyPath: 'place', autoIncrement: true }).createIndex(
        'key',
        'key',
        { unique: true },
      );
      db.createObjectStore('files');
    },
    // Whoever logs out deletes it, and one that is open cannot be deleted.
    blocking(_version, _blocked, event) {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  });
  opened.set(userId, database);
  database.catch(forget);
  return database;
}

/**
 * Works with a person's queue. One that was closed meanwhile, as phones do with pages in the
 * background, is opened again.
 */
export async function withQueue<Result>(
  userId: number,
  work: (database: QueueDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openQueue(userId);
  try {
    return await work(database);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
    opened.delete(userId);
    return work(await openQueue(userId));
  }
}

/** A transaction over entries and files that is on the disk when it is done. */
export const beginWriting = (database: QueueDatabase) =>
  database.transaction(['entries', 'files'], 'readwrite', { durability: 'strict' });
