import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { dashboardPaths } from '#rules/routes.ts';
import { Skeleton } from '#ui/elements.tsx';
import { lazy } from '#ui/lazy.tsx';
import { useIsHydrated } from '#ui/screen-state.ts';
import { tabStore } from '#web/storage.ts';

const ownPaths: Record<Role, RegExp> = {
  buyer:
    /^\/(buyer-dashboard|buyer|market|farm|prices|checkout|cart|orders|notifications|messages|waiting|agent)(\/|$)/,
  farmer: /^\/(farmer|prices|notifications|messages|waiting|agent)(\/|$)/,
};

export function returnPath(wanted: string | undefined, role: Role) {
  const dashboard = dashboardPaths[role];
  if (!wanted?.startsWith('/')) return dashboard;
  // Parsed as in the browser: "//elsewhere.example" and "/\elsewhere.example" are other hosts.
  const url = URL.canParse(wanted, location.origin) ? new URL(wanted, location.origin) : null;
  if (url?.origin !== location.origin || !ownPaths[role].test(url.pathname)) return dashboard;
  return url.pathname + url.search + url.hash;
}

/** Empty in the first rendering, which must equal the prerendered page. */
export function useReturnSearch(wanted: string | undefined): { redirect?: string } {
  const isHydrated = useIsHydrated();
  return isHydrated && wanted !== undefined ? { redirect: wanted } : {};
}

const LOGIN_NAME_KEY = 'loginEmail';

/** An email or a phone number, to fill in the login after a sign-up. */
export const keepLoginName = (name: string) => tabStore.writeJson(LOGIN_NAME_KEY, name);
export const readLoginName = () => tabStore.readAs(LOGIN_NAME_KEY, z.string()) ?? '';
export const forgetLoginName = () => tabStore.write(LOGIN_NAME_KEY, null);

export function useDashboardAhead(role: Role, isWaiting: boolean) {
  const router = useRouter();
  useEffect(() => {
    if (!isWaiting) return;
    // Loads only the code, because the route's guard fails without a session.
    router.loadRouteChunk(router.routesByPath[dashboardPaths[role]])?.catch(() => {});
  }, [router, role, isWaiting]);
}

/** Loads while the user fills in the first step. */
export const LazyCodeEntry = lazy(
  () => import('./code-entry.tsx'),
  'CodeEntry',
  <Skeleton className="h-96" />,
);
