import { QueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { useSyncExternalStore } from 'react';
import type { AppRouter } from '#platform/contract.ts';
import { m } from '#text';
import { readFailure, retryUnlessRefused, sayFailure } from '#web/rpc.ts';
import { deviceStore, tabStore } from '#web/storage.ts';
import type { RouterOutputs } from '#web/trpc.ts';
import { type CasePage, OPERATOR_IDLE_SECONDS } from '../rules/desk-input.ts';

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

const TOKEN_KEY = 'deskToken';
/** Names the operator's pending visits also after the session has ended. */
const NAME_KEY = 'deskName';

type State = { token: string | null; isEnded: boolean };

let state: State = { token: tabStore.read(TOKEN_KEY) ?? null, isEnded: false };
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
  tabStore.write(TOKEN_KEY, token);
  change({ token, isEnded: false });
  noteUse();
}

/** The server does not know the session any more. The page's content stays. */
function endDeskSession(): void {
  if (state.token === null) return;
  tabStore.write(TOKEN_KEY, null);
  change({ token: null, isEnded: true });
}

export function leaveDesk(): void {
  forgetName();
  tabStore.write(TOKEN_KEY, null);
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

export const deskTabs = [
  'cases',
  'payouts',
  'visits',
  'statement',
  'figures',
  'log',
  'people',
  'server',
] as const;
export type DeskTab = (typeof deskTabs)[number];
type OpenPage = Exclude<CasePage, 'statement'> | 'visit';
export type OpenCase = { page: OpenPage; id: number };

export type DeskSearch = { tab: DeskTab; open: OpenCase | null; find: string };

const pages: readonly OpenPage[] = ['order', 'report', 'account', 'lot', 'request', 'visit'];

/** Parsed here, because every page of the site loads the router. */
function readSearch(given: Record<string, unknown>): Omit<DeskSearch, 'find'> {
  const [page, id] = typeof given.open === 'string' ? given.open.split('-') : [];
  const known = pages.find((one) => one === page);
  return {
    tab: deskTabs.find((one) => one === given.tab) ?? 'cases',
    open: known && /^\d{1,10}$/.test(id ?? '') ? { page: known, id: Number(id) } : null,
  };
}

/**
 * The search is only in the entry of the history, because people's numbers and names belong in no
 * address.
 */
export function useDeskSearch() {
  const raw = useRouterState({ select: ({ location }) => location.search });
  const navigate = useNavigate();
  const state = useRouterState({ select: ({ location }) => location.state });
  const { find: kept = '' } = state as { find?: string };
  const search = { ...readSearch(raw as Record<string, unknown>), find: kept };
  const go = (to: Partial<DeskSearch>, { isReplacing = false } = {}) => {
    const { tab, open, find } = { ...search, ...to };
    void navigate({
      to: '/desk',
      search: {
        ...(tab !== 'cases' && { tab }),
        ...(open && { open: `${open.page}-${open.id}` }),
      } as never,
      state: { find } as never,
      replace: isReplacing,
      resetScroll: to.open !== null,
    });
  };
  return { ...search, go };
}
