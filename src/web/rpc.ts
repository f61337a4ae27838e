import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from '#server/procedures/index.ts';
import { RPC_BATCH_MAX } from '#shared/limits.ts';
import { readToken } from './session.ts';

/**
 * The server's procedures as plain calls: all that a form needs. The language travels by cookie, the session by its bearer
 * token. What is read and kept on screen goes through trpc.ts, whose cache the account screens need not carry.
 */
export const rpc = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/trpc',
      maxItems: RPC_BATCH_MAX,
      headers: () => {
        const token = readToken();
        return token ? { authorization: `Bearer ${token}` } : {};
      },
    }),
  ],
});
