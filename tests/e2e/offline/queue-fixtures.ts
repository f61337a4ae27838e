import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Account,
  type Api,
  type BrowserContext,
  test as base,
  chromium,
  type Page,
  shows,
  uniqueWord,
} from '#tests/e2e/fixtures.ts';
import { DashboardPage } from '#tests/e2e/pages/dashboard-page.ts';
import { FarmerDashboardPage } from '#tests/e2e/pages/farmer-dashboard-page.ts';
import { queueStarted } from '#tests/e2e/pages/pending-page.ts';
import config from '#tests/e2e/playwright.config.ts';

export const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'phone-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

export const PHONE = { width: 360, height: 800 };
export const STOCK = 120;

type Farmer = { account: Account; token: string; ids: number[]; names: string[] };

export async function makeFarm(api: Api, products: number): Promise<Farmer> {
  const word = uniqueWord();
  const names = Array.from(
    { length: products },
    (_, at) => `${word} ${String.fromCharCode(65 + at)}`,
  );
  const { farmer, token, ids } = await api.offer(names.map((name) => ({ name, quantity: STOCK })));
  return { account: farmer, token, ids, names };
}

export async function keepSession(
  page: Page,
  { account, token }: { account: Account; token: string },
  id = 1,
) {
  await new DashboardPage(page).keepSession('farmer', { ...account, token, id });
  await page.evaluate(() => {
    for (const key of ['authToken', 'userType', 'userData']) {
      localStorage.setItem(key, sessionStorage.getItem(key) ?? '');
      sessionStorage.removeItem(key);
    }
  });
}

export async function openInventory(page: Page, farmer: Farmer, tab = 'inventory') {
  const farm = new FarmerDashboardPage(page);
  await farm.open(tab);
  await queueStarted(page);
  await shows(farm.row(tab === 'inventory' ? (farmer.names[0] ?? '') : '#').first());
  return farm;
}

export async function quantitiesOf(api: Api, token: string): Promise<Map<number, number>> {
  const { products } = await (await api.read(token, 'farmer/products')).json();
  return new Map(
    products.map(({ id, quantity }: { id: number; quantity: number }) => [id, quantity]),
  );
}

export function recordCalls(page: Page, procedure: string): string[] {
  const calls: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes(procedure) && response.ok())
      calls.push(response.request().postData() ?? '');
  });
  return calls;
}

export const openPhone = (baseURL = '', folder = '', userAgent?: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    ...config.use?.launchOptions,
    baseURL,
    ...(userAgent && { userAgent }),
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
  });

export const firstPage = async (phone: BrowserContext) => phone.pages()[0] ?? phone.newPage();

/** Kills every process of the browser with this profile at once, like a removed battery. */
export async function kill(folder: string) {
  for (const name of await readdir('/proc')) {
    const command = /^\d+$/.test(name)
      ? await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
      : '';
    if (command.includes(`--user-data-dir=${folder}`)) process.kill(Number(name), 'SIGKILL');
  }
}
