import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { useSyncExternalStore } from 'react';
import type { AppRouter } from '#platform/contract.ts';
import { m } from '#text';
import { readFailure, retryUnlessRefused, sayFailure } from '#web/client/rpc.ts';
import type { RouterOutputs } from '#web/client/trpc.ts';
import { deviceStore, tabStore } from '#web/session/storage.ts';
import { OPERATOR_IDLE_SECONDS } from '../rules/limits.ts';

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

/* Ends with the tab, apart from a buyer's or farmer's session on the same device. */

const KEY = 'deskToken';
/** Names the operator's pending visits also after the session has ended. */
const NAME_KEY = 'deskName';

type State = { token: string | null; isEnded: boolean };

let state: State = { token: tabStore.read(KEY) ?? null, isEnded: false };
let name: string | null = tabStore.read(NAME_KEY) ?? null;
const listeners = new Set<() => void>();
let idle: ReturnType<typeof setTimeout> | undefined;

/** `isEnded`: it was open in this tab, and the page that it had open is still there. */
export const useDeskSession = (): State =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => state,
  );

export const readDeskToken = (): string | null => state.token;

export const readDeskName = (): string | null => name;

/**
 * A device on which an operator has logged in, so that strangers' wrong passwords don't lock them
 * out here. It stays after the session.
 */
const DEVICE_KEY = 'deskDevice';

export const keepDeskDevice = (token: string): void => void deviceStore.write(DEVICE_KEY, token);

export function keepDeskName(known: string): void {
  name = known;
  tabStore.write(NAME_KEY, known);
}

/** Forgotten, because another operator may have logged in in this tab. */
export function openDeskSession(token: string): void {
  forgetName();
  tabStore.write(KEY, token);
  change({ token, isEnded: false });
  noteUse();
}

/** The server does not know the session any more. The page's content stays. */
function endDeskSession(): void {
  if (state.token === null) return;
  tabStore.write(KEY, null);
  change({ token: null, isEnded: true });
}

export function leaveDesk(): void {
  forgetName();
  tabStore.write(KEY, null);
  change({ token: null, isEnded: false });
}

function forgetName(): void {
  name = null;
  tabStore.write(NAME_KEY, null);
}

/**
 * The server ends a session that is not used for half an hour. Offline nobody can log in again, so
 * the page goes on until the server has been asked.
 */
function noteUse(): void {
  clearTimeout(idle);
  if (state.token) idle = setTimeout(endIdle, OPERATOR_IDLE_SECONDS * 1000);
}

const endIdle = () => (navigator.onLine ? endDeskSession() : noteUse());

function change(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

export type FarmToVisit = RouterOutputs['desk']['cases']['visits'][number];

/* For an officer without a connection. They are kept in the tab, like the session. */

const VISITS_KEY = 'deskVisits';

type CachedVisits = { at: number; farms: FarmToVisit[] };

export const cacheVisits = (farms: FarmToVisit[]): void =>
  void tabStore.writeJson(VISITS_KEY, { at: Date.now(), farms } satisfies CachedVisits);

/** Null if another version of the page wrote them. */
export function readCachedVisits(): CachedVisits | null {
  const kept = tabStore.readJson<CachedVisits>(VISITS_KEY);
  const isList = Array.isArray(kept?.farms) && kept.farms.every((farm) => farm?.userId > 0);
  return isList && typeof kept.at === 'number' ? (kept as CachedVisits) : null;
}

export const forgetCachedVisits = (): void => void tabStore.write(VISITS_KEY, null);
