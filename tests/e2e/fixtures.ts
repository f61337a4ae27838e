import AxeBuilder from '@axe-core/playwright';
import {
  type BrowserContext,
  test as base,
  chromium,
  expect,
  type Locator,
  type Page,
} from 'playwright/test';
import { type Account, type Api, createApi, createMailbox, type Mailbox } from './api.ts';
import { BuyerSignupPage } from './pages/buyer-signup-page.ts';
import { CodeScreen } from './pages/code-screen.ts';
import { DashboardPage, readStorages } from './pages/dashboard-page.ts';
import { FarmerSignupPage } from './pages/farmer-signup-page.ts';
import { isRunning } from './pages/held-page.ts';
import { LoginPage } from './pages/login-page.ts';

type Fixtures = {
  mailbox: Mailbox;
  api: Api;
  buyerSignup: BuyerSignupPage;
  farmerSignup: FarmerSignupPage;
  buyerLogin: LoginPage;
  farmerLogin: LoginPage;
  codeScreen: CodeScreen;
  dashboard: DashboardPage;
  buyer: Account;
  farmer: Account;
  /** Sets the language of the pages that are opened or reloaded from now on. */
  speak: (language: string) => Promise<void>;
  expectAccessible: () => Promise<void>;
  quietConsole: undefined;
  runningPages: undefined;
};

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export async function axeViolations(page: Page): Promise<string[]> {
  await animationsEnded(page);
  // The slower mode is for pages with frames, which these are not.
  const { violations } = await new AxeBuilder({ page })
    .withTags(WCAG)
    .setLegacyMode(true)
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

export const test = base.extend<Fixtures>({
  mailbox: async ({ request }, use) => use(createMailbox(request)),
  api: async ({ request, mailbox }, use) => use(createApi(request, mailbox)),
  buyerSignup: async ({ page }, use) => use(new BuyerSignupPage(page)),
  farmerSignup: async ({ page }, use) => use(new FarmerSignupPage(page)),
  buyerLogin: async ({ page }, use) => use(new LoginPage(page, '/login')),
  farmerLogin: async ({ page }, use) => use(new LoginPage(page, '/loginF')),
  codeScreen: async ({ page }, use) => use(new CodeScreen(page)),
  dashboard: async ({ page }, use) => use(new DashboardPage(page)),
  buyer: async ({ api, dashboard }, use) => {
    const buyer = await api.buyer();
    await dashboard.keepSession('buyer', buyer);
    await use(buyer);
  },
  farmer: async ({ api, dashboard }, use) => {
    const account = await api.farmer();
    const farmer = { ...account, token: await api.logIn(account, 'farmer') };
    await dashboard.keepSession('farmer', farmer);
    await use(farmer);
  },

  speak: async ({ context, baseURL }, use) =>
    use((language) => setLanguage(context, { language, url: baseURL ?? '' })),

  expectAccessible: async ({ page }, use) =>
    use(async () => {
      expect(await axeViolations(page)).toEqual([]);
    }),

  // An uncaught error or one on the console fails every test; CSP violations appear there too. So
  // do refused calls, but tests of refusals check what the user sees.
  quietConsole: [
    async ({ page, context, serviceWorkers }, use) => {
      const line = noteCuts(context);
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => {
        const isRefusedCall =
          /\/(trpc|api)\//.test(message.location().url) &&
          message.text().startsWith('Failed to load resource');
        // The browser's own message when the test has taken the page or its service worker offline.
        const mayBeCut = line.wasCut || serviceWorkers === 'allow';
        const isCut = mayBeCut && /net::ERR_(INTERNET_DISCONNECTED|FAILED)/.test(message.text());
        if (message.type() === 'error' && !isRefusedCall && !isCut)
          problems.push(`${message.text()} (${message.location().url})`);
      });
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],

  // The server's HTML has buttons before the page runs, and a test does not wait as people do.
  runningPages: [
    async ({ page, javaScriptEnabled }, use) => {
      const pages: Page = Object.getPrototypeOf(page);
      const { goto, reload } = pages;
      if (javaScriptEnabled !== false) {
        pages.goto = async function (this: Page, url, options) {
          const response = await goto.call(this, url, options);
          if (!options?.waitUntil) await isRunning(this);
          return response;
        };
        pages.reload = async function (this: Page, options) {
          const response = await reload.call(this, options);
          if (!options?.waitUntil) await isRunning(this);
          return response;
        };
      }
      await use(undefined);
      Object.assign(pages, { goto, reload });
    },
    { auto: true },
  ],
});

type Place = Page | Locator;
type Name = string | RegExp;

export const button = (place: Place, name: Name) => place.getByRole('button', { name });
export const link = (place: Place, name: Name) => place.getByRole('link', { name });
export const heading = (place: Place, name: Name, level?: number) =>
  place.getByRole('heading', { name, ...(level && { level }) });
export const press = (place: Place, name: Name) => button(place, name).click();
export const inDialog = (page: Page, name: Name) => button(page.getByRole('dialog'), name);
export function shows(part: Locator): Promise<void>;
export function shows(place: Place, ...text: Parameters<Page['getByText']>): Promise<void>;
export function shows(place: Place, ...text: [] | Parameters<Page['getByText']>) {
  const [words, options] = text;
  // The cast: only a locator comes without a text.
  const part = words === undefined ? (place as Locator) : place.getByText(words, options);
  return expect(part).toBeVisible();
}

const setLanguage = (
  context: BrowserContext,
  { language, url }: { language: string; url: string },
) => context.addCookies([{ name: 'language', value: language, url }]);

function noteCuts(context: BrowserContext): { wasCut: boolean } {
  const line = { wasCut: false };
  const setOffline = context.setOffline.bind(context);
  context.setOffline = (isOffline) => {
    line.wasCut ||= isOffline;
    return setOffline(isOffline);
  };
  return line;
}

/**
 * Waits for transitions to end, because axe would measure transient colours. Not waited for are
 * endless animations, and those of content that is not drawn (`content-visibility`), whose clock
 * stands still.
 */
async function animationsEnded(page: Page) {
  await page.evaluate(async () => {
    const isRunning = ({ playState, effect }: Animation) =>
      playState === 'running' &&
      effect instanceof KeyframeEffect &&
      Number.isFinite(Number(effect.getComputedTiming().endTime)) &&
      effect.target?.checkVisibility({ contentVisibilityAuto: true });
    // After a change of colour scheme the transitions start in the next frame.
    do await new Promise((drawn) => requestAnimationFrame(drawn));
    while (document.getAnimations().some(isRunning));
  });
}

export type { APIRequestContext, Browser, BrowserContext, Locator, Page } from 'playwright/test';
export {
  type Account,
  type Api,
  createApi,
  PASSWORD,
  uniqueEmail,
  uniqueNumber,
  uniqueWord,
  wrongCode,
} from './api.ts';
export { AT_THE_FARM, CheckoutPage, openCheckout } from './pages/checkout-page.ts';
export { MarketPage } from './pages/market-page.ts';
export { PendingPage } from './pages/pending-page.ts';
export { chromium, DashboardPage, expect, readStorages };
