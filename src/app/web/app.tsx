import { type AnyRouteMatch, type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import { m } from '#text';
import type { AppRouter } from './router.tsx';

/**
 * Must be the same in the browser and in the build: React's ids depend on a component's position.
 */
export function App({ router }: { router: AppRouter }) {
  // load-scripts.ts reads this mark.
  useEffect(() => void performance.mark('page-running'), []);
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}

/**
 * Mimics a page load: the title changes, and the focus moves to the new page's heading (or to the
 * section in the address), so that a screen reader announces it.
 */
export function announceNavigation(router: AnyRouter) {
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    // When only the search changes, the page sets its own title (`usePageTitle`).
    if (!fromLocation || !pathChanged) return;
    document.title = pageTitle(router.state.matches);
    focusPage(toLocation.hash);
  });
}

function focusPage(hash: string) {
  const target =
    (hash && document.getElementById(hash)) || document.querySelector<HTMLElement>('h1');
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
  target.focus({ preventScroll: true });
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: () => string;
  }
}

export function pageTitle(matches: readonly AnyRouteMatch[]) {
  const title =
    matches.findLast((match) => match.staticData.title)?.staticData.title?.() ?? m.notFoundTitle();
  return title.includes('SokoShamba') ? title : `${title} · SokoShamba`;
}
