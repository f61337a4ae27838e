import { lazy } from '#platform/web/ui/browser/lazy.tsx';

/** The operators' desk, with a client and a cache of its own. */
const LazyDeskPage = lazy(
  () => import('#features/operator/web/desk-page.tsx').then(({ DeskPage }) => DeskPage),
  null,
);

export const DeskRoute = () => <LazyDeskPage />;
