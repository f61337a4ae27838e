import type { RouterOutputs } from '#platform/web/client/trpc.ts';
import { tabStore } from '#platform/web/session/storage.ts';

export type FarmToVisit = RouterOutputs['desk']['cases']['visits'][number];

/* For an officer without a connection. They are kept in the tab, like the session. */

const KEY = 'deskVisits';

export type CachedVisits = { at: number; farms: FarmToVisit[] };

export const cacheVisits = (farms: FarmToVisit[]): void =>
  void tabStore.writeJson(KEY, { at: Date.now(), farms } satisfies CachedVisits);

/** Null if another version of the page wrote them. */
export function readCachedVisits(): CachedVisits | null {
  const kept = tabStore.readJson<CachedVisits>(KEY);
  const isList = Array.isArray(kept?.farms) && kept.farms.every((farm) => farm?.userId > 0);
  return isList && typeof kept.at === 'number' ? (kept as CachedVisits) : null;
}

export const forgetCachedVisits = (): void => void tabStore.write(KEY, null);
