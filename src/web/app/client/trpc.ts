import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '#server/trpc/app-router.ts';

/** The server's procedures as hooks with a shared cache. Works only under <ServerCache>; for single calls use rpc.ts. */
export const trpc = createTRPCReact<AppRouter>();
