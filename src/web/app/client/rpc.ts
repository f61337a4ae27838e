import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from '#server/trpc/app-router.ts';
import { RPC_BATCH_MAX } from '#shared/limits.ts';
import { readToken } from '#web/app/session/session.ts';
import { checkVersion } from './server-version.ts';

const KEPT_ALIVE_MAX = 4000;
/** A weak line takes long; one that takes longer than this has been cut without a word. */
const PATIENCE_MILLISECONDS = { GET: 20_000, POST: 60_000 };

/**
 * The server's procedures as plain calls, which is all that a form needs. A cookie carries the language, a bearer token the session.
 * Data that is kept on screen goes through trpc.ts, whose cache the account screens do not need.
 */
export const rpc = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/trpc',
      maxItems: RPC_BATCH_MAX,
      headers: ({ opList }) => {
        // The call that logs out passes the token that it ends, which is no longer stored by the time this runs.
        const token = opList.map(({ context }) => context.token).find((one) => typeof one === 'string') ?? readToken();
        const deviceToken = readDeviceToken();
        // A call passes its key in its context. Calls batched into one request share the key, which then applies to each call
        // separately.
        const idempotencyKey = opList.map(({ context }) => context.idempotencyKey).find((key) => typeof key === 'string');
        return {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(deviceToken && { 'x-device-token': deviceToken }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        };
      },
      // Keeps the request alive if the page is left right after it, since the screen already shows the change as made. Browsers allow
      // 64 kB of such bodies at once.
      fetch: (url, options) => {
        const isPost = options?.method === 'POST';
        const keepalive = isPost && String(options.body).length < KEPT_ALIVE_MAX;
        return fetchPatiently(url, { ...options, keepalive } as RequestInit, PATIENCE_MILLISECONDS[isPost ? 'POST' : 'GET']).then(
          checkVersion,
        );
      },
    }),
  ],
});

/** The time counts until the whole answer is here. @throws TypeError when it is over, as `fetch` does when a line is cut */
async function fetchPatiently(url: RequestInfo | URL, options: RequestInit, milliseconds: number): Promise<Response> {
  // `AbortSignal.any` and `timeout` are missing in browsers of three years ago.
  const end = new AbortController();
  const stop = () => end.abort();
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop);
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    stop();
  }, milliseconds);
  try {
    const answer = await fetch(url, { ...options, signal: end.signal });
    return new Response((await answer.text()) || null, answer);
  } catch (error) {
    throw isOver ? new TypeError('No answer') : error;
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
  }
}

/*
 * The token returned by the last login on this device. It grants no access: the server uses it to count this device's wrong passwords
 * separately, so that strangers who guess cannot lock the owner out. It is kept after a logout. Without storage none is sent.
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
