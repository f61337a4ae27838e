import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '#app/server/app-router.ts';

/**
 * The server's procedures as hooks with a shared cache. What no screen waits for any more is not
 * asked on. Works only under <ServerCache>; for single calls use rpc.ts.
 */
export const trpc = createTRPCReact<AppRouter>({ abortOnUnmount: true });
