import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '#platform/contract/router.ts';

/**
 * The server's procedures as hooks with a shared cache. A query is aborted when no screen needs it
 * any more. Works only under <ServerCache>; for single calls use rpc.ts.
 */
export const trpc = createTRPCReact<AppRouter>({ abortOnUnmount: true });
