import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#platform/contract.ts';

/** Works only under <ServerCache>; for single calls use rpc.ts. */
export const trpc = createTRPCReact<AppRouter>({ abortOnUnmount: true });

export type RouterOutputs = inferRouterOutputs<AppRouter>;
