import { lazy } from '#ui/browser/lazy.tsx';

const LazyDeskPage = lazy(() => import('#operator/web/desk-page.tsx'), 'DeskPage');

export const DeskRoute = () => <LazyDeskPage />;
