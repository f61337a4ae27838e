import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from '#platform/contract.ts';
import { m } from '#text';
import { readFailure, retryUnlessRefused, sayFailure } from '#web/rpc.ts';
import { deviceStore } from '#web/storage.ts';
import type { RouterOutputs } from '#web/trpc.ts';
import { DEVICE_KEY, endDeskSession, noteUse, readDeskToken } from './desk-session.ts';

const bearer = (token: string) => `Bearer ${token}`;

/** Sends the desk's token and no other. */
export const deskRpc = createTRPCClient<AppRouter>({
  links: [
    // The other client's link, so that no page loads a second one. A request each, because the
    // status of a batch says nothing about a single call.
    httpBatchLink({
      url: '/trpc',
      maxItems: 1,
      headers: ({ opList: [operation] }) => {
        // A pending visit is sent with the session of its own operator, or not at all.
        const token = operation?.context.token ?? readDeskToken();
        const deviceToken = deviceStore.read(DEVICE_KEY);
        return {
          ...(typeof token === 'string' && { authorization: bearer(token) }),
          ...(deviceToken && { 'x-device-token': deviceToken }),
        };
      },
      fetch: async (url, options) => {
        const response = await fetch(url, options as RequestInit);
        const sent = new Headers(options?.headers as HeadersInit).get('authorization');
        const isOfSession = sent === bearer(readDeskToken() ?? '');
        // A refusal without this session, such as a wrong password, does not end it.
        if (response.status !== 401) noteUse();
        else if (isOfSession) endDeskSession();
        return response;
      },
    }),
  ],
});

/** Never stored on the device. A call that the session's end refused is made again afterwards. */
export const deskQueries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      retry: retryUnlessRefused,
    },
    mutations: { networkMode: 'always' },
  },
});

type Performed = { outcome: 'done'; said: string } | { outcome: 'requested'; requestId: number };
type Call = { input: Record<string, unknown>; seen?: string };
type Operations = Record<string, { mutate: (call: Call) => Promise<Performed> }>;

/** The server checks the input of each operation. Returns what was done, or that it is requested. */
export const perform = async (name: string, call: Call): Promise<string> => {
  const operation = (deskRpc.desk.do as unknown as Operations)[name];
  if (!operation) throw new Error(`there is no operation ${name}`);
  const performed = await operation.mutate(call);
  return performed.outcome === 'done'
    ? performed.said
    : m.deskRequested({ id: performed.requestId });
};

const fallbacks = { failed: m.deskNotDone, connectionLost: m.deskConnectionLost };

export const deskFailure = (error: unknown): string | null =>
  error ? sayFailure(readFailure(error), fallbacks) : null;

type Desk = RouterOutputs['desk'];
type Cases = Desk['cases'];

export type OrderPageData = Cases['order'];
export type AccountPageData = Cases['account'];
export type LotPageData = Cases['lot'];
export type ReportPageData = Cases['report'];
export type RequestPageData = Cases['request'];
export type PayoutRow = Cases['payouts']['payouts'][number];
export type ServerPageData = Desk['server'];
export type Choice = OrderPageData['choices'][number];
