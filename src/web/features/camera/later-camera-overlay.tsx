import { later } from '#web/ui/browser/lazy.tsx';

/** Fetched when somebody is about to photograph, not with the screen. */
export const LaterCameraOverlay = later(() => import('./camera-overlay.tsx').then(({ CameraOverlay }) => CameraOverlay), null);
