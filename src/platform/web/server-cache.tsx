import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { retryUnlessRefused, rpc } from './rpc.ts';
import { trpc } from './trpc.ts';

/** A screen does not fetch again what its route has just loaded. */
const LOADED_AHEAD_MILLISECONDS = 2000;

/**
 * An invalidation repeats a running fetch only if the query already has data. A first fetch goes
 * on, and its answer may be older than the change. So such a query is invalidated once more when
 * its first fetch has ended.
 */
class RefetchingQueryClient extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions) {
    for (const { promise, queryKey, state } of this.getQueryCache().findAll(filters))
      if (state.data === undefined)
        promise?.then(
          // Several changes share one fetch.
          () => super.invalidateQueries({ ...filters, queryKey }, { cancelRefetch: false }),
          () => {},
        );
    return super.invalidateQueries(filters, options);
  }
}

export const queryClient = new RefetchingQueryClient({
  defaultOptions: {
    queries: { staleTime: LOADED_AHEAD_MILLISECONDS, retry: retryUnlessRefused },
    // An offline mutation fails at once. By default the library would send it when the connection
    // returns, such as a payment that the user no longer expects.
    mutations: { networkMode: 'always' },
  },
});

export function ServerCache({ children }: { children: React.ReactNode }) {
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
