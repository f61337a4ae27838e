import { lazy } from '../browser/lazy.tsx';

export const LazyConfirmDialog = lazy(
  () => import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ConfirmDialog),
  null,
);
