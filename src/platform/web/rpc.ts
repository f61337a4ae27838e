import { createTRPCClient, httpBatchLink, isTRPCClientError } from '@trpc/client';
import type { AppRouter } from '#platform/contract.ts';
import { RPC_BATCH_MAX } from '#rules/limits.ts';
import { VERSION_HEADER } from '#rules/service-worker.ts';
import { readToken } from './session.ts';
import { deviceStore } from './storage.ts';

const KEPT_ALIVE_MAX = 4000;

type Send = (url: RequestInfo | URL, options: RequestInit) => Promise<Response>;
let send: Send = (url, options) => fetch(url, options);

export function sendBy(other: Send) {
  send = other;
}

/** A cookie carries the language. Screens with cached data use trpc.ts instead. */
export const rpc = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: '/trpc',
      maxItems: RPC_BATCH_MAX,
      headers: ({ opList }) => {
        const given = (name: string) =>
          opList.map(({ context }) => context[name]).find((one) => typeof one === 'string');
        // A logout call passes the token that it ends, which is no longer stored.
        const token = given('token') ?? readToken();
        const deviceToken = deviceStore.read(KEY);
        // Calls batched into one request share the key, which applies to each of them separately.
        const idempotencyKey = given('idempotencyKey');
        return {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(deviceToken && { 'x-device-token': deviceToken }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        };
      },
      // Lets the request outlive the page, because the screen already shows the change. Browsers
      // allow 64 kB of such bodies at once.
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
 * It grants no access: with it the server counts this device's wrong passwords separately, so that
 * strangers cannot lock the owner out. Kept after logout.
 */
const KEY = 'deviceToken';

export const keepDeviceToken = (token: string) => void deviceStore.write(KEY, token);

export const VERSION_DIFFERS = 'version-differs';
/** A window event: a call was refused because this page is old. */
export const UPDATE_NEEDED = 'update-needed';

/** Development has no versions. */
export async function checkVersion(response: Response) {
  const { dataset } = document.documentElement;
  const version = response.headers.get(VERSION_HEADER);
  if (!version || !dataset.version || version === dataset.version) return response;
  dataset.serverVersion = version;
  dispatchEvent(new Event(VERSION_DIFFERS));
  if (response.status === 200) return response;
  const { explainRefusals } = await import('./explain-refusals.ts');
  const explained = await explainRefusals(response);
  if (explained !== response) {
    dataset.updateNeeded = '';
    dispatchEvent(new Event(UPDATE_NEEDED));
  }
  return explained;
}

export type Failure = {
  code: ErrorCode | null;
  message: string | null;
  isConnectionLost: boolean;
  fieldErrors: Record<string, string>;
  retryAfterSeconds: number;
  codeExpiresInSeconds: number;
  facts: Record<string, unknown>;
};

export function readFailure(error: unknown): Failure {
  const answer = isTRPCClientError<AppRouter>(error) ? error : null;
  const data = answer?.data;
  return {
    code: data?.code ?? null,
    message: data?.code ? answer?.message.trim() || null : null,
    // fetch rejects with a TypeError in every browser; an unreadable response causes a different
    // error.
    isConnectionLost: answer?.cause instanceof TypeError,
    fieldErrors: data?.fieldErrors ?? {},
    retryAfterSeconds: data?.retryAfterSeconds ?? 0,
    codeExpiresInSeconds: data?.codeExpiresInSeconds ?? 0,
    facts: data?.facts ?? {},
  };
}

export const failureText = (error: unknown, otherwise: string) =>
  readFailure(error).message ?? otherwise;

export type Fallbacks = { failed: () => string; connectionLost: () => string };

export const sayFailure = (failure: Failure, { failed, connectionLost }: Fallbacks) =>
  failure.message ?? (failure.isConnectionLost ? connectionLost() : failed());

const TRIES = 2;

/** Only a lost connection is worth a retry; the server would give the same answer again. */
export const retryUnlessRefused = (failures: number, error: unknown) =>
  failures < TRIES && readFailure(error).code === null;
