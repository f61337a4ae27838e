/*
 * `npm run screenshots`: takes pictures of the demo for the README and for the manifest, where a
 * browser shows them when somebody installs the app. They are written to
 * src/app/web/public/screenshots.
 */

import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { demoLogins } from '#demo/logins.ts';
import { projectRoot } from '#server/project-root.ts';
import { createApi } from './api.ts';
import { createDemoMailbox, startDemo } from './demo-server.ts';
import { findBrowser } from './find-browser.ts';
import { DashboardPage } from './pages/dashboard-page.ts';

const QUALITY = 78;
const phone = {
  viewport: { width: 360, height: 720 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const desktop = { viewport: { width: 1280, height: 960 } };

const demo = await startDemo();
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
});
try {
  await picture('market', desktop, async (page) => {
    await openMarket(page);
    // The filters load after the products.
    await page
      .getByLabel('All counties')
      .or(page.getByRole('combobox', { name: 'County' }))
      .first()
      .waitFor();
  });
  await picture('market-phone', phone, openMarket);
  await picture('inventory-phone', phone, async (page) => {
    const account = {
      email: demoLogins.farmer,
      password: demoLogins.password,
      firstName: 'Ekai',
      lastName: 'Adan',
      token: '',
    };
    const token = await createApi(page.request, createDemoMailbox(page.request)).logIn(
      account,
      'farmer',
      1,
    );
    await new DashboardPage(page).keepSession('farmer', { ...account, token });
    await page.goto('/farmer/dashboard?tab=inventory');
  });
} finally {
  await browser.close();
  await demo.stop();
}

async function openMarket(page: Page) {
  await page.goto('/market');
}

async function picture(
  name: string,
  options: BrowserContextOptions,
  prepare: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({
    ...options,
    baseURL: demo.url,
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await prepare(page);
  // A dashboard's network is never idle, because it keeps a change stream open.
  await page.getByText('KES').first().waitFor();
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
  const file = join(projectRoot, 'src/app/web/public/screenshots', `${name}.webp`);
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: QUALITY })
    .toFile(file);
  process.stdout.write(`${file}: ${Math.round(size / 1000)} kB\n`);
  await context.close();
}
