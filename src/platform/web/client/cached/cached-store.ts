/*
 * Cached answers in IndexedDB: one database per user and one for visitors. Each use opens and
 * closes it, because an open one cannot be deleted. Without storage nothing is cached, and nothing
 * throws.
 */
import { delMany, entries, get, setMany, type UseStore } from 'idb-keyval';

export type Owner = number | 'visitor';

/** `text` is JSON. `version`: the build and language that cached it. */
export type CachedAnswer = { version: string; at: number; text: string };

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
export const CACHED_MILLISECONDS = 7 * DAY_MILLISECONDS;
/** Characters. Longer answers are not cached. */
export const ANSWER_LENGTH_MAX = 300_000;
const ANSWERS_MAX = 150;
const TOTAL_LENGTH_MAX = 4_000_000;

const PREFIX = 'kept:';
const STORE = 'answers';

const databaseOf = (owner: Owner) => `${PREFIX}${owner}`;

export async function findCached(
  owner: Owner,
  hash: string,
  version: string,
): Promise<CachedAnswer | null> {
  const cached = await get<CachedAnswer>(hash, storeOf(owner)).catch(() => undefined);
  return cached && isCurrent(cached, { version, now: Date.now() }) ? cached : null;
}

export async function writeCached(
  owner: Owner,
  answers: [hash: string, CachedAnswer][],
): Promise<void> {
  await setMany(answers, storeOf(owner, 'create')).catch(() => {});
}

export async function deleteCachedAnswer(owner: Owner, hash: string): Promise<void> {
  await delMany([hash], storeOf(owner)).catch(() => {});
}

/** Enforces the size limits as well; keeps the newest. */
export async function pruneCached(owner: Owner, version: string): Promise<void> {
  const all = await entries<string, CachedAnswer>(storeOf(owner)).catch(() => []);
  const superfluous = superfluousOf(all, { version, now: Date.now() });
  if (superfluous.length > 0) await delMany(superfluous, storeOf(owner)).catch(() => {});
}

type Present = { version: string; now: number };

/** The clock may have been set back, so answers from the future expire too. */
const isCurrent = ({ version, at }: CachedAnswer, present: Present) =>
  version === present.version && Math.abs(present.now - at) < CACHED_MILLISECONDS;

export function superfluousOf(all: [hash: string, CachedAnswer][], present: Present): string[] {
  let length = 0;
  let count = 0;
  const newestFirst = all.toSorted(([, a], [, b]) => b.at - a.at);
  const isCached = ([, answer]: [string, CachedAnswer]) => {
    if (!isCurrent(answer, present)) return false;
    length += answer.text.length;
    count += 1;
    return count <= ANSWERS_MAX && length <= TOTAL_LENGTH_MAX;
  };
  return newestFirst.filter((one) => !isCached(one)).map(([hash]) => hash);
}

export const deleteCached = (owner: Owner): void =>
  void globalThis.indexedDB?.deleteDatabase(databaseOf(owner));

export async function deleteOthersCached(owner: Owner): Promise<void> {
  const databases = (await globalThis.indexedDB?.databases?.().catch(() => [])) ?? [];
  const spared = [databaseOf(owner), databaseOf('visitor')];
  for (const { name = '' } of databases) {
    if (name.startsWith(PREFIX) && !spared.includes(name)) indexedDB.deleteDatabase(name);
  }
}

/** Only writing creates the database: a read after a logout must not recreate it. */
const storeOf =
  (owner: Owner, missing: 'create' | 'fail' = 'fail'): UseStore =>
  async (mode, use) => {
    const db = await open(databaseOf(owner), missing);
    try {
      return await use(db.transaction(STORE, mode).objectStore(STORE));
    } finally {
      db.close();
    }
  };

const open = (name: string, missing: 'create' | 'fail'): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => {
      if (missing === 'create') request.result.createObjectStore(STORE);
      else request.transaction?.abort();
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
