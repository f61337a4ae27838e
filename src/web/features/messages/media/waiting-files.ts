/*
 * The photos and voice notes of messages that wait to be sent, in IndexedDB: a database for each person, which the session deletes when they
 * log out. Each use opens and closes it, because one that is open cannot be deleted. They are kept as bytes, because some browsers lose stored
 * blobs. Where nothing can be stored they are in memory.
 */
import { del, get, set, type UseStore } from 'idb-keyval';
import { LOGGED_OUT, waitingKey } from '#web/app/session/session.ts';

type StoredFile = { name: string; type: string; bytes: ArrayBuffer };

const inMemory = new Map<string, readonly File[]>();

/** Keeps the files of a message. @returns whether a reload keeps them, too */
export async function keepFiles(userId: number, key: string, files: readonly File[]): Promise<boolean> {
  try {
    const stored: StoredFile[] = await Promise.all(
      files.map(async (file) => ({ name: file.name, type: file.type, bytes: await file.arrayBuffer() })),
    );
    await set(key, stored, storeOf(userId));
    return true;
  } catch {
    inMemory.set(key, files);
    return false;
  }
}

/** The files of a message; null when there are none any more. @throws if the browser cannot read them now */
export async function findFiles(userId: number, key: string): Promise<readonly File[] | null> {
  const own = inMemory.get(key);
  if (own) return own;
  const stored = await get<StoredFile[]>(key, storeOf(userId));
  return stored?.map(({ name, type, bytes }) => new File([bytes], name, { type })) ?? null;
}

export async function dropFiles(userId: number, key: string): Promise<void> {
  if (inMemory.delete(key)) return;
  // What stays has no message, and goes with the person.
  await del(key, storeOf(userId)).catch(() => {});
}

const STORE = 'files';

const storeOf =
  (userId: number): UseStore =>
  async (mode, use) => {
    const db = await open(waitingKey(userId));
    try {
      return await use(db.transaction(STORE, mode).objectStore(STORE));
    } finally {
      db.close();
    }
  };

const open = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

globalThis.window?.addEventListener(LOGGED_OUT, () => inMemory.clear());
