import { lazy } from '#platform/web/ui/browser/lazy.tsx';

/** Follows a farm, a product or a place. Loaded after the page's own code, in the same space. */
export const FollowButton = lazy(
  () => import('./follow-toggle.tsx').then(({ FollowToggle }) => FollowToggle),
  <span className="inline-block size-12" />,
);
