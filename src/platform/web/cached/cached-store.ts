/*
 * The answers that the device caches: of which procedures, how many and for how long. One store in
 * IndexedDB, whose keys begin with the person's id. Without storage nothing is cached, and nothing
 * throws.
 */

import type { QueryKey } from '@tanstack/react-query';
import {
  createStore,
  delMany,
  entries,
  get,
  promisifyRequest,
  setMany,
  type UseStore,
} from 'idb-keyval';

// Everything that is not listed is not cached: codes, tokens, exports, place searches, and
// everything that moves money.

/** `dated`: the screen shows the age of the data. `undated`: secondary data, such as a name. */
type Keeping = 'dated' | 'undated';

const publicProcedures: Record<string, Keeping> = {
  'market.cards': 'dated',
  'market.product': 'dated',
  'market.farm': 'dated',
  'market.farmReviews': 'dated',
  'market.cart': 'dated',
  'market.priceMovers': 'dated',
  'market.priceOverview': 'dated',
  'market.cropPage': 'dated',
  'market.facets': 'undated',
  'market.farmRatings': 'undated',
  'market.crops': 'undated',
  'market.lots.get': 'dated',
  'market.contact': 'undated',
};

const ownProcedures: Record<string, Keeping> = {
  'buyer.cart.get': 'dated',
  'buyer.orders.list': 'dated',
  'buyer.orders.get': 'dated',
  'buyer.products': 'dated',
  'buyer.profile': 'undated',
  'buyer.lots.get': 'dated',
  'farmer.lots.get': 'dated',
  'agent.lots.get': 'dated',
  'phone.signedUpFarmers': 'undated',
  'farmer.overview': 'dated',
  'farmer.products.list': 'dated',
  'farmer.products.yesterday': 'undated',
  'farmer.orders.list': 'dated',
  'farmer.orders.get': 'dated',
  'farmer.payments.list': 'dated',
  'farmer.payments.summary': 'dated',
  'farmer.prices': 'dated',
  'farmer.profile': 'undated',
  'conversations.list': 'dated',
  'conversations.get': 'dated',
  'conversations.unread': 'undated',
  'notifications.list': 'dated',
  'notifications.unread': 'undated',
  'notifications.preferences': 'undated',
  'priceAlerts.list': 'dated',
  'follows.list': 'dated',
};

export function cachingOf(queryKey: QueryKey, isVisitor: boolean): Keeping | null {
  const [path] = queryKey;
  const name = Array.isArray(path) ? path.join('.') : '';
  return publicProcedures[name] ?? (isVisitor ? null : (ownProcedures[name] ?? null));
}

export type Owner = number | 'visitor';

export type CachedAnswer = { version: string; at: number; text: string };

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
export const CACHED_MILLISECONDS = 7 * DAY_MILLISECONDS;
export const ANSWER_LENGTH_MAX = 300_000;
const TOTAL_LENGTH_MAX = 4_000_000;

const database = createStore('answers', 'answers');
/** Rejects, where the library throws because the browser has no IndexedDB. */
const store: UseStore = async (mode, use) => database(mode, use);

const keyOf = (owner: Owner, hash: string) => `${owner}:${hash}`;

export async function findCached(
  owner: Owner,
  hash: string,
  version: string,
): Promise<CachedAnswer | null> {
  const cached = await get<CachedAnswer>(keyOf(owner, hash), store).catch(() => undefined);
  return cached && isCurrent(cached, { version, now: Date.now() }) ? cached : null;
}

export const writeCached = (owner: Owner, answers: [hash: string, CachedAnswer][]) =>
  setMany(
    answers.map(([hash, answer]) => [keyOf(owner, hash), answer]),
    store,
  ).catch(() => {});

export const deleteCachedAnswer = (owner: Owner, hash: string) =>
  delMany([keyOf(owner, hash)], store).catch(() => {});

/** Deletes what is too old, and then the oldest beyond the total length. */
export async function pruneCached(version: string) {
  const all = await entries<string, CachedAnswer>(store).catch(() => []);
  const superfluous = superfluousOf(all, { version, now: Date.now() });
  if (superfluous.length > 0) await delMany(superfluous, store).catch(() => {});
}

type Present = { version: string; now: number };

/** The clock may have been set back, so answers from the future expire too. */
const isCurrent = ({ version, at }: CachedAnswer, present: Present) =>
  version === present.version && Math.abs(present.now - at) < CACHED_MILLISECONDS;

export function superfluousOf(all: [key: string, CachedAnswer][], present: Present) {
  let length = 0;
  const newestFirst = all.toSorted(([, a], [, b]) => b.at - a.at);
  const isSuperfluous = ([, answer]: [string, CachedAnswer]) => {
    if (!isCurrent(answer, present)) return true;
    length += answer.text.length;
    return length > TOTAL_LENGTH_MAX;
  };
  return newestFirst.filter(isSuperfluous).map(([key]) => key);
}

/** One transaction, so that a closed page leaves nothing behind. */
const deleteKeys = (from: string, to: string): Promise<unknown> =>
  store('readwrite', (answers) =>
    promisifyRequest(answers.delete(IDBKeyRange.bound(from, to, false, true))),
  ).catch(() => {});

/** Behind the last key of an owner, because ';' follows ':'. */
const endOf = (owner: Owner) => `${owner};`;

export const deleteCached = (owner: Owner): Promise<unknown> =>
  deleteKeys(keyOf(owner, ''), endOf(owner));

/** All but the visitor's. Ids come before 'visitor'. */
export const deleteOthersCached = (owner: number): Promise<unknown> =>
  Promise.all([deleteKeys('', keyOf(owner, '')), deleteKeys(endOf(owner), keyOf('visitor', ''))]);

/** Version 1.1 had a database for each person. */
export async function deleteOldDatabases() {
  const databases = (await globalThis.indexedDB?.databases?.().catch(() => [])) ?? [];
  for (const { name = '' } of databases)
    if (name.startsWith('kept:')) indexedDB.deleteDatabase(name);
}
