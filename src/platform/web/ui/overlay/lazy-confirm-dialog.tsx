import { lazy } from '../browser/lazy.tsx';

/** For rare questions. */
export const LazyConfirmDialog = lazy(
  () => import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ConfirmDialog),
  null,
);
