import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '#server/trpc/app-router.ts';

/** The server's procedures as hooks whose answers are kept and shared; under <ServerCache> only. Single calls: rpc.ts. */
export const trpc = createTRPCReact<AppRouter>();
