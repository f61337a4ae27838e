import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from '#platform/contract/router.ts';
import { RPC_BATCH_MAX } from '#platform/rules/limits.ts';
import { readToken } from '../session/session.ts';

const KEPT_ALIVE_MAX = 4000;

type Send = (url: RequestInfo | URL, options: RequestInit) => Promise<Response>;
let send: Send = (url, options) => fetch(url, options);

/** Replaces the function that sends calls: see patient-fetch.ts, which loads after the page. */
export function sendBy(other: Send): void {
  send = other;
}

/**
 * The server's procedures as plain calls, which is all that a form needs. A cookie carries the
 * language, a bearer token the session. Screens with cached data use trpc.ts, whose cache the
 * account screens do not need.
 */
export const rpc = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/trpc',
      maxItems: RPC_BATCH_MAX,
      headers: ({ opList }) => {
        const given = (name: string) =>
          opList.map(({ context }) => context[name]).find((one) => typeof one === 'string');
        // A logout call passes the token that it ends, which is no longer stored at this point.
        const token = given('token') ?? readToken();
        const deviceToken = readDeviceToken();
        // A call passes its key in its context. Calls batched into one request share the key, which
        // then applies to each call separately.
        const idempotencyKey = given('idempotencyKey');
        return {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(deviceToken && { 'x-device-token': deviceToken }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        };
      },
      // Keeps the request alive if the user leaves the page right after it, because the screen
      // already shows the change. Browsers allow 64 kB of such bodies at once.
      fetch: (url, options) => {
        const keepalive =
          options?.method === 'POST' && String(options.body).length < KEPT_ALIVE_MAX;
        const request = { ...options, keepalive } as RequestInit;
        return send(url, request);
      },
    }),
  ],
});

/*
 * The token returned by the last login on this device. It grants no access. The server uses it to
 * count this device's wrong passwords separately, so that strangers who guess cannot lock the owner
 * out. It is kept after logout. Without storage none is sent.
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
    // No storage, see above.
  }
}
