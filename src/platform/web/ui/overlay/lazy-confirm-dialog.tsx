import { lazy } from '../browser/lazy.tsx';

export const LazyConfirmDialog = lazy(() => import('./dialog.tsx'), 'ConfirmDialog');
