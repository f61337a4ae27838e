import type { AnyRouteMatch } from '@tanstack/react-router';
import { m } from '#shared/text/compiled/messages.js';

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
