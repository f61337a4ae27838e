import { lazy } from '#platform/web/ui/browser/lazy.tsx';

/** Has its own client and cache. */
const LazyDeskPage = lazy(
  () => import('#features/operator/web/desk-page.tsx').then(({ DeskPage }) => DeskPage),
  null,
);

export const DeskRoute = () => <LazyDeskPage />;
