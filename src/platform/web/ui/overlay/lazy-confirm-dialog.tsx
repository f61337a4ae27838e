import { lazy } from '../browser/lazy.tsx';

/** For questions that hardly anybody is asked. Its code loads after the screen. */
export const LazyConfirmDialog = lazy(
  () => import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ConfirmDialog),
  null,
);
