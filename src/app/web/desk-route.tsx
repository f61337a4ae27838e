import { lazy } from '#platform/web/ui/browser/lazy.tsx';

/** Its own client and cache, apart from those of buyers and farmers. */
const LazyDeskPage = lazy(
  () => import('#features/operator/web/desk-page.tsx').then(({ DeskPage }) => DeskPage),
  null,
);

export const DeskRoute = () => <LazyDeskPage />;
