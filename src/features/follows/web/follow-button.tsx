import { lazy } from '#platform/web/ui/browser/lazy.tsx';

export const FollowButton = lazy(
  () => import('./follow-toggle.tsx').then(({ FollowToggle }) => FollowToggle),
  <span className="inline-block size-12" />,
);
