import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { retryUnlessRefused, rpc } from './rpc.ts';
import { trpc } from './trpc.ts';

const LOADED_AHEAD_MILLISECONDS = 2000;

class ScreenQueries extends QueryClient {
  /** A query's first answer under way may be older than the change, so it is fetched once more. */
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions) {
    for (const { promise, queryKey, state } of this.getQueryCache().findAll(filters))
      if (state.data === undefined)
        promise?.then(
          () => super.invalidateQueries({ queryKey, exact: true }),
          () => {},
        );
    return super.invalidateQueries(filters, options);
  }
}

/**
 * An offline mutation fails at once. By default the library would send it when the connection
 * returns, such as a payment that the user no longer expects.
 */
export const queryClient = new ScreenQueries({
  defaultOptions: {
    queries: { staleTime: LOADED_AHEAD_MILLISECONDS, retry: retryUnlessRefused },
    mutations: { networkMode: 'always' },
  },
});

export function ServerCache({ children }: { children: ReactNode }) {
  useEffect(() => {
    // Nothing is cached if this fails, as on a device without storage.
    import('./cached/start-caching.ts')
      .then(({ startCaching }) => startCaching(queryClient))
      .catch(() => {});
  }, []);
  return (
    <trpc.Provider client={rpc} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
