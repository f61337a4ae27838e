import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';

const texts = {
  en: {
    add: 'Add a webhook',
    address: 'Address of your program',
    password: 'Password',
    refused: 'We cannot send there.',
    secret: 'The secret of your webhook',
    close: 'Close',
    test: 'Send a test',
    noAnswer: /No answer · Next try/,
    accepted: 'Accepted',
    again: 'Send again',
    pause: 'Pause',
    paused: 'Paused',
    resume: 'Switch on',
    remove: 'Delete',
  },
  sw: {
    add: 'Ongeza webhook',
    address: 'Anwani ya programu yako',
    password: 'Nenosiri',
    refused: 'Hatuwezi kutuma huko.',
    secret: 'Siri ya webhook yako',
    close: 'Funga',
    test: 'Tuma jaribio',
    noAnswer: /Hakuna jibu · Itajaribiwa tena/,
    accepted: 'Imekubaliwa',
    again: 'Tuma tena',
    pause: 'Simamisha',
    paused: 'Imesimamishwa',
    resume: 'Washa',
    remove: 'Futa',
  },
};
const screens = [
  { language: 'en', role: 'farmer', path: '/farmer/dashboard?tab=settings#programs' },
  { language: 'sw', role: 'buyer', path: '/buyer-dashboard?tab=profile#programs' },
] as const;

for (const { language, role, path } of screens)
  test(`a ${role} adds, tests, pauses and deletes a webhook in ${language}`, async ({
    page,
    context,
    accounts,
    dashboard,
    baseURL,
    expectNoAxeViolations,
  }) => {
    const text = texts[language];
    const account = role === 'farmer' ? await accounts.farmer() : await accounts.buyer();
    const token = role === 'farmer' ? await accounts.logIn(account, role) : account.token;
    await dashboard.keepSession(role, { ...account, token });
    await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(path);

    const { dialog, fill } = await openForm(page, text);
    await fill('https://127.0.0.1/hook', account.password);
    await expect(dialog.getByText(text.refused)).toBeVisible();
    await fill('https://hooks.invalid/sokoshamba', account.password);

    await expect(page.getByRole('dialog', { name: text.secret }).getByRole('textbox')).toHaveValue(
      /^whsec_/,
    );
    await expectNoAxeViolations();
    await page.getByRole('button', { name: text.close }).last().click();
    const line = page.getByRole('listitem').filter({ hasText: 'https://hooks.invalid/sokoshamba' });
    await line.getByRole('button', { name: text.test }).click();
    await expect(line.getByText(text.noAnswer)).toBeVisible({ timeout: 30_000 });
    await expectNoAxeViolations();
    for (const width of [320, 360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }

    await line.getByRole('button', { name: text.pause }).click();
    await expect(line.getByText(text.paused)).toBeVisible();
    await line.getByRole('button', { name: text.resume }).click();
    await expect(line.getByRole('button', { name: text.pause })).toBeVisible();
    await line.getByRole('button', { name: text.remove }).click();
    await page.getByRole('dialog').getByRole('button', { name: text.remove }).click();
    await expect(line).toHaveCount(0);
  });

for (const { language, role, path } of screens)
  test(`a ${role} sends an accepted event again in ${language}, with the same id`, async ({
    page,
    request,
    context,
    accounts,
    dashboard,
    baseURL,
  }) => {
    const text = texts[language];
    const account = role === 'farmer' ? await accounts.farmer() : await accounts.buyer();
    const token = role === 'farmer' ? await accounts.logIn(account, role) : account.token;
    await dashboard.keepSession(role, { ...account, token });
    await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
    await page.goto(path);
    const receiver = `${process.env.E2E_MAILS_URL}/hooks/${randomUUID()}`;
    const { fill } = await openForm(page, text);
    await fill(receiver, account.password);
    const secret = page.getByRole('dialog', { name: text.secret });
    await secret.getByRole('button', { name: text.close }).last().click();

    const line = page.getByRole('listitem').filter({ hasText: receiver });
    await line.getByRole('button', { name: text.test }).click();
    const event = line.getByRole('listitem');
    await expect(event.getByText(text.accepted, { exact: true })).toBeVisible({ timeout: 30_000 });
    const readIds = async () => (await request.get(receiver)).json();
    // More than one if the machine was too busy for an answer in time.
    const before = (await readIds()).length;
    await event.getByRole('button', { name: text.again }).click();
    await expect
      .poll(async () => (await readIds()).length, { timeout: 30_000 })
      .toBeGreaterThan(before);
    expect(new Set(await readIds()).size).toBe(1);
    await expect(event.getByText(text.accepted, { exact: true })).toBeVisible();
  });

async function openForm(page: Page, text: (typeof texts)['en' | 'sw']) {
  await page.getByRole('button', { name: text.add }).click();
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    async fill(address: string, password: string) {
      await dialog.getByLabel(text.address).fill(address);
      await dialog.getByLabel(text.password, { exact: true }).fill(password);
      await dialog.getByRole('button', { name: text.add }).click();
    },
  };
}
