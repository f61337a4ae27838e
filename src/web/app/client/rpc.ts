import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from '#server/trpc/app-router.ts';
import { RPC_BATCH_MAX } from '#shared/limits.ts';
import { readToken } from '#web/app/session/session.ts';

const KEPT_ALIVE_MAX = 4000;

/**
 * The server's procedures as plain calls: all that a form needs. The language travels by cookie, the session by its bearer
 * token. What is read and kept on screen goes through trpc.ts, whose cache the account screens need not carry.
 */
export const rpc = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/trpc',
      maxItems: RPC_BATCH_MAX,
      headers: ({ opList }) => {
        const token = readToken();
        const deviceToken = readDeviceToken();
        // A call names its key in its context. Calls that share a request with it share the key, which holds for each by itself.
        const idempotencyKey = opList.map(({ context }) => context.idempotencyKey).find((key) => typeof key === 'string');
        return {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(deviceToken && { 'x-device-token': deviceToken }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        };
      },
      // A page that is left in the same breath still sends what it has said is done; browsers take 64 kB of such bodies at once.
      fetch: (url, options) => {
        const keepalive = options?.method === 'POST' && String(options.body).length < KEPT_ALIVE_MAX;
        return fetch(url, { ...options, keepalive } as RequestInit);
      },
    }),
  ],
});

/*
 * The token that the last login on this device was answered with. It grants nothing: with it the server counts wrong passwords of this
 * device separately, so that strangers who guess cannot lock its owner out. It is kept after a logout. Without storage none is sent.
 */
const KEY = 'deviceToken';

function readDeviceToken(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function keepDeviceToken(token: string): void {
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // No storage: see above.
  }
}
