import type { AnyRouter } from '@tanstack/react-router';
import { pageTitle } from './page-title.ts';

/**
 * What a browser does by itself when a page loads, for pages that come without loading: the title changes, and the focus
 * goes to the new page's heading (or the section that was asked for), so that a screen reader says where one is.
 */
export function announceNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    // Another search of the same page is the page's own to name (use-page-title.ts).
    if (!fromLocation || pathChanged) document.title = pageTitle(router.state.matches);
    if (fromLocation && pathChanged) focusPage(toLocation.hash);
  });
}

function focusPage(hash: string) {
  const target = (hash && document.getElementById(hash)) || document.querySelector<HTMLElement>('h1');
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
  target.focus({ preventScroll: true });
}
