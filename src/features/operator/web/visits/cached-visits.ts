import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#platform/contract.ts';

export type FarmToVisit = inferRouterOutputs<AppRouter>['desk']['cases']['visits'][number];

/* For an officer without a connection. They are kept in the tab, like the session. */

const KEY = 'deskVisits';

export type CachedVisits = { at: number; farms: FarmToVisit[] };

export function cacheVisits(farms: FarmToVisit[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ at: Date.now(), farms } satisfies CachedVisits));
  } catch {}
}

/** Null if another version of the page wrote them. */
export function readCachedVisits(): CachedVisits | null {
  try {
    const kept: Partial<CachedVisits> = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    const isList = Array.isArray(kept.farms) && kept.farms.every(({ userId }) => userId > 0);
    return isList && typeof kept.at === 'number' ? (kept as CachedVisits) : null;
  } catch {
    return null;
  }
}

export function forgetCachedVisits(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {}
}
