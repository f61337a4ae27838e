import type { AnyRouteMatch, AnyRouter } from '@tanstack/react-router';
import { m } from '#shared/text/compiled/messages.js';

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

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the browser's tab says, without the site's name. */
    title?: () => string;
  }
}

/** The title of the page that these matches show; of the not-found page when no route of ours did. */
export function pageTitle(matches: readonly AnyRouteMatch[]): string {
  const title = matches.findLast((match) => match.staticData.title)?.staticData.title?.() ?? m.notFoundTitle();
  return title.includes('SokoShamba') ? title : `${title} · SokoShamba`;
}
