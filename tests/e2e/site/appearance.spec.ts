import type { Page } from 'playwright/test';
import { uniqueEmail } from '#tests/e2e/accounts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';

const sizes = [
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const schemes = ['light', 'dark'] as const;
const languages = ['en', 'sw'] as const;
/**
 * Opens every account screen. The texts differ by language, so nothing is found by its text here.
 */
const screens: Record<string, (page: Page) => Promise<void>> = {
  signup: (page) => open(page, '/signup'),
  'signup with errors': async (page) => {
    await open(page, '/signup');
    await page.getByRole('checkbox').check();
    await page.locator('button[type=submit]').click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
  },
  login: (page) => open(page, '/login'),
  'farmer login': (page) => open(page, '/loginF'),
  'login with errors': async (page) => {
    await open(page, '/login');
    await page.locator('button[type=submit]').click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
  },
  'forgotten password': (page) => open(page, '/forgot-password'),
  'farmer signup': (page) => open(page, '/signupFarmer'),
  code: (page) => openCode(page),
  'wrong code': async (page) => {
    await openCode(page);
    await page.keyboard.type('123456');
    await expect(page.getByRole('alert')).toBeVisible();
  },
};

async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function openCode(page: Page) {
  await open(page, '/forgot-password');
  await page
    .locator('input[type=email]')
    .fill(uniqueEmail('mama.mboga.wa.soko.la.gikomba.nairobi'));
  await page.locator('button[type=submit]').click();
  await expect(page.locator('[data-input-otp]')).toBeFocused();
}

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.beforeEach(({ speak }) => speak(language));

    for (const [name, show] of Object.entries(screens)) {
      const title = `${name}: axe finds no problem, and nothing overflows a screen of 320 px`;
      test(title, async ({ page, expectNoAxeViolations }) => {
        await show(page);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        // Another language changes only the texts, so colours and sizes are checked once.
        for (const colorScheme of language === 'en' ? schemes : schemes.slice(0, 1)) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          for (const size of language === 'en' ? sizes : sizes.slice(0, 1)) {
            await page.setViewportSize(size);
            await expectNoAxeViolations();
          }
        }
        await page.setViewportSize({ width: 320, height: 640 });
        // Polled, because components that measure themselves adjust just after the window.
        await expect
          .poll(() =>
            page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            ),
          )
          .toBe(0);
      });
    }
  });
}

for (const role of ['buyer', 'farmer'] as const) {
  const title = `${role}'s dashboard: axe finds no problem, in both schemes and every size`;
  test(title, async ({ page, accounts, dashboard, expectNoAxeViolations }) => {
    const account = await accounts[role]();
    const token = account.token || (await accounts.logIn(account, role));
    await dashboard.keepSession(role, { ...account, token });
    await page.goto(role === 'farmer' ? '/farmer/dashboard' : '/buyer-dashboard');
    await expect(dashboard.bar).toBeAttached();
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expectNoAxeViolations();
      }
    }
  });
}
