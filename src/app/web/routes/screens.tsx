import { Outlet } from '@tanstack/react-router';
import { lazy } from '#ui/lazy.tsx';
import { ScreenParts } from '../shell/screen-parts.tsx';
import '../styles.css';

export const OfflineScreen = lazy(() => import('#web/offline-screen.tsx'), 'OfflineScreen');

export const ScreensLayout = () => (
  <>
    <ScreenParts />
    <Outlet />
  </>
);
