import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { rpc } from './rpc.ts';
import { trpc } from './trpc.ts';

/** So that what a route's loader has just fetched is not fetched again by its page. */
const LOADED_AHEAD_MILLISECONDS = 2000;

/**
 * One cache for the page, so that fetched data is kept when going from screen to screen. A change
 * without a line fails at once and says so: the library would else hold it back and send it when
 * the line is there, such as an order or a payment that nobody waits for any more.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: LOADED_AHEAD_MILLISECONDS },
    mutations: { networkMode: 'always' },
  },
});

/** The provider that the dashboards' queries need. */
export function ServerCache({ children }: { children: ReactNode }) {
  useEffect(() => {
    // Without it nothing is kept, and the pages are as on a device without storage.
    import('./kept/start-keeping.ts')
      .then(({ startKeeping }) => startKeeping(queryClient))
      .catch(() => {});
  }, []);
  return (
    <trpc.Provider client={rpc} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
