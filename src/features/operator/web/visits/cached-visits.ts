/* The farms to visit, kept in the tab like the session, so that an officer can read them offline. */

import { tabStore } from '#web/storage.ts';
import type { RouterOutputs } from '#web/trpc.ts';

export type FarmToVisit = RouterOutputs['desk']['cases']['visits'][number];

const VISITS_KEY = 'deskVisits';

type CachedVisits = { at: number; farms: FarmToVisit[] };

export const cacheVisits = (farms: FarmToVisit[]): void =>
  void tabStore.writeJson(VISITS_KEY, { at: Date.now(), farms } satisfies CachedVisits);

/** Null if another version of the page wrote them. */
export function readCachedVisits(): CachedVisits | null {
  const kept = tabStore.readJson<CachedVisits>(VISITS_KEY);
  const isList = Array.isArray(kept?.farms) && kept.farms.every((farm) => farm?.userId > 0);
  return isList && typeof kept.at === 'number' ? (kept as CachedVisits) : null;
}

export const forgetCachedVisits = (): void => void tabStore.write(VISITS_KEY, null);
