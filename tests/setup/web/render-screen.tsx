import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, configure, render, screen as shown } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { createTRPCClient, TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#platform/contract.ts';
import { overwriteGetLocale } from '#rules/text/compiled/runtime.js';
import { trpc } from '#web/trpc.ts';

export { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
export * from './fixtures.ts';

// A busy machine renders slowly; the timeout only delays failures and causes none.
configure({ asyncUtilTimeout: 10_000 });

type Call = { path: string; input: unknown };
export type Answers = Record<string, (input: unknown) => unknown>;

export async function renderScreen(
  screen: React.ReactNode,
  answers: Answers = {},
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
) {
  const calls: Call[] = [];
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op: { path, input } }) =>
          observable((observer) => {
            calls.push({ path, input });
            const ask = async () => {
              const answer = answers[path];
              if (!answer) throw new Error(`The test has no answer for ${path}`);
              return answer(input);
            };
            ask().then(
              (data) => {
                observer.next({ result: { type: 'data', data } });
                observer.complete();
              },
              (error: Error) => observer.error(TRPCClientError.from(error)),
            );
          }),
    ],
  });
  const root = createRootRoute({
    component: () => (
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>
      </trpc.Provider>
    ),
  });
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  // The cast: this router has one page, and the application has registered the type of its own.
  const rendered = render(<RouterProvider router={router as never} />);
  const address = () => router.history.location.href;
  return { ...rendered, calls, address, user: userEvent.setup() };
}

export const press = (user: UserEvent, name: string | RegExp) =>
  user.click(shown.getByRole('button', { name }));

export function givenBrowser(): void {
  beforeEach(() => {
    overwriteGetLocale(() => 'en');
    window.scrollTo = () => {};
    document.elementFromPoint = () => null;
    Element.prototype.scrollIntoView = () => {};
    File.prototype.text = function text() {
      return new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result));
        reader.readAsText(this);
      });
    };
    window.matchMedia = (media) =>
      Object.assign(new EventTarget(), {
        matches: false,
        media,
        onchange: null,
        addListener: () => {},
        removeListener: () => {},
      });
    window.IntersectionObserver = class {
      readonly root = null;
      readonly rootMargin = '';
      readonly scrollMargin = '';
      readonly thresholds = [];
      observe() {}
      unobserve() {}
      disconnect() {}
      takeRecords = () => [];
    };
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
    };
  });
  afterEach(() => {
    cleanup();
    sessionStorage.clear();
    localStorage.clear();
  });
}
