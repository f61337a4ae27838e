import { lazy } from './lazy.tsx';

export const LazyConfirmDialog = lazy(() => import('./dialog.tsx'), 'ConfirmDialog');
