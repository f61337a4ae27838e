import { type APIRequestContext, type Browser, request as requests } from 'playwright/test';
import { type Account, type Api, createApi } from './api.ts';
import { createDemoMailbox, startDemo } from './demo-server.ts';
import { test } from './fixtures.ts';
import { DashboardPage } from './pages/dashboard-page.ts';

type Opened = { role: 'buyer' | 'farmer'; account: Account };

/**
 * Starts a demo for the tests of one file. It creates its market first, while the server of the
 * other tests starts too.
 */
export function useOwnDemo() {
  let demo: Awaited<ReturnType<typeof startDemo>>;
  let request: APIRequestContext;
  let api: Api;
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    demo = await startDemo();
    request = await requests.newContext({ baseURL: demo.url });
    api = createApi(request, createDemoMailbox(request));
  });
  test.afterAll(async () => {
    await request?.dispose();
    await demo?.stop();
  });
  return {
    get demo() {
      return demo;
    },
    get request() {
      return request;
    },
    get api() {
      return api;
    },
    async open(browser: Browser, { role, account }: Opened) {
      const viewport = { width: 360, height: 800 };
      const context = await browser.newContext({ baseURL: demo.url, viewport, hasTouch: true });
      const page = await context.newPage();
      await new DashboardPage(page).keepSession(role, account);
      return { page, context };
    },
  };
}
