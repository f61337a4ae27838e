import { lazy } from '#ui/lazy.tsx';

const LazyDeskPage = lazy(() => import('#operator/web/desk-page.tsx'), 'DeskPage');

export const DeskRoute = () => <LazyDeskPage />;
