import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { rpc } from './rpc.ts';
import { trpc } from './trpc.ts';

/** One cache for the page, so that fetched data is kept when going from screen to screen. */
const queryClient = new QueryClient();

/** The provider that the dashboards' queries need. */
export function ServerCache({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={rpc} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
