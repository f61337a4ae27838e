import { later } from '#web/ui/browser/lazy.tsx';

/** Position and place search come when somebody wants to say where they are. */
export const LaterPlaceDialog = later(() => import('./place-dialog.tsx').then(({ PlaceDialog }) => PlaceDialog), null);
