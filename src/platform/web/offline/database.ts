/*
 * A user's queue in IndexedDB: the entries, and separately the bytes of their files, so that
 * reading the list never reads a photo. Both are in one database, so that an entry and its files
 * are written together or not at all. `strict` makes the browser confirm only when the data is on
 * disk: a change shown as queued survives a dead battery.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Entry, queueName } from './entry.ts';

/** Stored as bytes, because some browsers lose stored blobs. */
export type StoredFile = { name: string; type: string; bytes: ArrayBuffer };
/** The database assigns the place, the same for all tabs. */
type StoredEntry = Omit<Entry, 'place'> & { place?: number };

interface QueueSchema extends DBSchema {
  entries: { key: number; value: StoredEntry; indexes: { key: string } };
  files: { key: string; value: StoredFile[] };
}
export type QueueDatabase = IDBPDatabase<QueueSchema>;

const VERSION = 1;
const opened = new Map<number, Promise<QueueDatabase>>();

/** @throws if the browser stores nothing */
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
    // Another tab wants to delete the database at logout, and an open one cannot be deleted.
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
 * Works with a user's queue. Reopens a database that was closed in the meantime, as phones do with
 * pages in the background.
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

/** A transaction on entries and files whose data is on disk when it completes. */
export const beginWriting = (database: QueueDatabase) =>
  database.transaction(['entries', 'files'], 'readwrite', { durability: 'strict' });
