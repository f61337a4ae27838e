import type { Page } from 'playwright/test';
import {
  addAuthenticator,
  enterByLink,
  operatorOn,
  PHONE,
  startDeskDemo,
} from './desk-fixtures.ts';
import { expect, shows, test } from './fixtures.ts';
import config from './playwright.config.ts';

const AT_THE_FARM = { latitude: -0.4169, longitude: 36.951, accuracy: 8 };
const SESSION_SECONDS = 8 * 3600;

test.use({
  viewport: PHONE,
  hasTouch: true,
  serviceWorkers: 'allow',
  geolocation: AT_THE_FARM,
  permissions: ['geolocation', 'camera'],
  launchOptions: {
    ...config.use?.launchOptions,
    args: [...(config.use?.launchOptions?.args ?? []), '--use-fake-device-for-media-stream'],
  },
});

test.describe('a visit to a farm', () => {
  let demo: Awaited<ReturnType<typeof startDeskDemo>>;
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    demo = await startDeskDemo();
  });
  test.afterAll(() => demo?.stop());

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

  async function record(page: Page, words: string) {
    await button(page, 'Measure my position').click();
    await shows(page, /from the farm's pin/);
    await button(page, 'Take a photo').click();
    const camera = page.getByRole('dialog', { name: 'Take photos' });
    await camera.getByRole('button', { name: 'Take a photo' }).click();
    await camera.getByRole('button', { name: /^Done|Use/ }).click();
    await shows(page.getByRole('img', { name: 'Photo of the visit' }));
    await page.getByRole('textbox', { name: 'Reason' }).fill(words);
    await button(page, 'Record the visit').click();
  }

  test('is recorded with a photo and the position, also offline, and waits for the next login if the session has ended', async ({
    page,
    context,
    expectAccessible,
  }) => {
    test.setTimeout(120_000);
    await addAuthenticator(page);
    await enterByLink(operatorOn(page, 'en'), await demo.firstLink());
    await demo.open(page, '?tab=visits');
    await button(page, 'Change the name').click();
    await page.getByRole('textbox', { name: /Your name on farms' pages/ }).fill('Amina W.');
    await button(page, 'Save changes').click();
    await shows(page, 'Farms you visit show your name: Amina W.');
    await button(page, 'Nearest first').click();
    const rows = page.getByRole('tabpanel').getByRole('listitem');
    await expect(rows.first()).toContainText(/\d k?m/);
    await expectAccessible();
    const first = (await rows.first().textContent()) ?? '';
    await rows.first().getByRole('button').click();
    await expectAccessible();
    await record(page, 'Maize in the store');
    await shows(page, /^The visit to .* is recorded/);
    await expect(rows.first()).not.toHaveText(first);

    await context.setOffline(true);
    await rows.first().getByRole('button').click();
    const farm = (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? '';
    const id = /visit-(\d+)/.exec(page.url())?.[1];
    await record(page, 'Beans on the field');
    await expect(page.getByRole('region', { name: 'Visits that are not sent yet' })).toContainText(
      farm,
      { timeout: 10_000 },
    );
    await shows(page, 'Sent when you are online.', { exact: true });

    await demo.moveOn(SESSION_SECONDS);
    await context.setOffline(false);
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(ended).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('after you log in')).toBeAttached();
    await ended.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(ended).toBeHidden();
    await expect(rows.filter({ hasText: farm })).toHaveCount(0, { timeout: 20_000 });

    await expect(async () => {
      await demo.open(page, `?open=account-${id}`);
      await expect(page.getByText(/Amina W\./)).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 30_000 });
    await button(page, 'Show the photo').click();
    await shows(page.getByRole('img', { name: 'Photo of the visit' }));
    await page.goto(`${demo.url}/farm/${id}`);
    await shows(page, /^Visited on .+ by Amina W\./);
  });
});
