import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { rpc } from './rpc.ts';
import { trpc } from './trpc.ts';

/** One for the page, so that going from screen to screen keeps what was read. */
const queryClient = new QueryClient();

/** What the dashboards' queries need around them. */
export function ServerCache({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={rpc} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
