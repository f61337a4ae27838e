import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import type { AppRouter } from './router.tsx';

/**
 * The whole tree. It must be the same in the browser and in the build, because React's generated
 * ids depend on a component's position.
 */
export function App({ router }: { router: AppRouter }) {
  // For load-scripts.ts and measurements: the page handles clicks from now on.
  useEffect(() => void performance.mark('page-running'), []);
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}
