/*
 * The kept answers in IndexedDB: a database for each person and one for visitors. Each use opens
 * and closes it, because one that is open cannot be deleted. Where nothing can be stored nothing is
 * kept, and no one of these functions throws.
 */
import { delMany, entries, get, setMany, type UseStore } from 'idb-keyval';

/** Whose answers: a person's account, or those of anybody without one. */
export type Owner = number | 'visitor';

/**
 * An answer as JSON text, which tells its size. `version`: the build and language that it was kept
 * by.
 */
export type KeptAnswer = { version: string; at: number; text: string };

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
export const KEPT_MILLISECONDS = 7 * DAY_MILLISECONDS;
/** An answer that is longer is not kept; the first page of a list is far shorter. In characters. */
export const ANSWER_LENGTH_MAX = 300_000;
const ANSWERS_MAX = 150;
const TOTAL_LENGTH_MAX = 4_000_000;

const PREFIX = 'kept:';
const STORE = 'answers';

const databaseOf = (owner: Owner) => `${PREFIX}${owner}`;

/** The answer kept under this query's hash, if it is of this version and not too old. */
export async function findKept(
  owner: Owner,
  hash: string,
  version: string,
): Promise<KeptAnswer | null> {
  const kept = await get<KeptAnswer>(hash, storeOf(owner)).catch(() => undefined);
  return kept && isCurrent(kept, { version, now: Date.now() }) ? kept : null;
}

export async function writeKept(
  owner: Owner,
  answers: [hash: string, KeptAnswer][],
): Promise<void> {
  await setMany(answers, storeOf(owner, 'create')).catch(() => {});
}

export async function deleteKeptAnswer(owner: Owner, hash: string): Promise<void> {
  await delMany([hash], storeOf(owner)).catch(() => {});
}

/** Deletes what is too old, of another version, or more than is kept; the newest stay. */
export async function pruneKept(owner: Owner, version: string): Promise<void> {
  const all = await entries<string, KeptAnswer>(storeOf(owner)).catch(() => []);
  const superfluous = superfluousOf(all, { version, now: Date.now() });
  if (superfluous.length > 0) await delMany(superfluous, storeOf(owner)).catch(() => {});
}

type Present = { version: string; now: number };

/** The clock may have been set back: what seems to come from the future is not kept for ever. */
const isCurrent = ({ version, at }: KeptAnswer, present: Present) =>
  version === present.version && Math.abs(present.now - at) < KEPT_MILLISECONDS;

/** The hashes of those to delete. */
export function superfluousOf(all: [hash: string, KeptAnswer][], present: Present): string[] {
  let length = 0;
  let count = 0;
  const newestFirst = all.toSorted(([, a], [, b]) => b.at - a.at);
  const isKept = ([, answer]: [string, KeptAnswer]) => {
    if (!isCurrent(answer, present)) return false;
    length += answer.text.length;
    count += 1;
    return count <= ANSWERS_MAX && length <= TOTAL_LENGTH_MAX;
  };
  return newestFirst.filter((one) => !isKept(one)).map(([hash]) => hash);
}

/** Deletes what was kept of a person. */
export const deleteKept = (owner: Owner): void =>
  void globalThis.indexedDB?.deleteDatabase(databaseOf(owner));

/**
 * Deletes what was kept of everybody who has an account, except of this person. Not every browser
 * can name its databases.
 */
export async function deleteOthersKept(owner: Owner): Promise<void> {
  const databases = (await globalThis.indexedDB?.databases?.().catch(() => [])) ?? [];
  const spared = [databaseOf(owner), databaseOf('visitor')];
  for (const { name = '' } of databases) {
    if (name.startsWith(PREFIX) && !spared.includes(name)) indexedDB.deleteDatabase(name);
  }
}

/**
 * Only what is written makes the database: what is still read or pruned for somebody who logs out
 * meanwhile would bring it back.
 * @throws where it is not there and not to be made
 */
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
