import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '#platform/contract.ts';

/** Works only under <ServerCache>; for single calls use rpc.ts. */
export const trpc = createTRPCReact<AppRouter>({ abortOnUnmount: true });
