import { lazy } from '#ui/browser/lazy.tsx';

const LazyDeskPage = lazy(
  () => import('#operator/web/desk-page.tsx').then(({ DeskPage }) => DeskPage),
  null,
);

export const DeskRoute = () => <LazyDeskPage />;
