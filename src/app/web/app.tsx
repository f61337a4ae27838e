import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import type { AppRouter } from './router.tsx';

/**
 * Must be the same in the browser and in the build: React's ids depend on a component's position.
 */
export function App({ router }: { router: AppRouter }) {
  // For load-scripts.ts and measurements.
  useEffect(() => void performance.mark('page-running'), []);
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}
