import type { Locator } from 'playwright/test';
import { demoLogins } from '#demo/logins.ts';
import { type Day, dayInNairobi, daysAfter, hourInNairobi } from '#platform/rules/day.ts';
import { test } from '#tests/e2e/account/demo-fixtures.ts';
import { createAccounts } from '#tests/e2e/accounts.ts';
import { createDemoMailbox } from '#tests/e2e/demo-server.ts';
import { expect } from '#tests/e2e/fixtures.ts';

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

/** Each login takes another mail of the demo's mailbox. */
let logins = 0;

/** The next round begins half a minute after the last one, and a busy machine is slow. */
const ROUND = { timeout: 90_000 };

const texts = {
  en: {
    every: 'Order this again every…',
    start: 'Start the standing order',
    until: 'Change it until 5 am',
    more: 'More',
    save: 'Save the changes',
    ordered: /: ordered$/,
    skip: 'Skip this day',
    skipped: /: skipped$/,
    end: 'End',
    none: 'No standing orders yet',
  },
  sw: {
    every: 'Agiza hii tena kila…',
    start: 'Anzisha oda ya kudumu',
    until: 'Badilisha hadi saa 11 asubuhi',
    more: 'Ongeza',
    save: 'Hifadhi mabadiliko',
    ordered: /: imeagizwa$/,
    skip: 'Ruka siku hii',
    skipped: /: imerukwa$/,
    end: 'Maliza',
    none: 'Bado huna oda ya kudumu',
  },
} as const;

const weekdayName = (day: Day, language: 'en' | 'sw') =>
  new Intl.DateTimeFormat(`${language}-KE`, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

for (const [at, language] of (['en', 'sw'] as const).entries()) {
  const said = texts[language];
  test(`in ${language}: an old order is a standing order in five taps; it is proposed, changed, ordered, skipped and ended`, async ({
    demo,
    page,
    dashboard,
    expectNoAxeViolations,
    speak,
  }) => {
    test.setTimeout(400_000);
    // Each language on days of its own.
    const today = daysAfter(dayInNairobi(new Date()), at * 3);
    const goTo = (day: Day, hour: number) =>
      demo.setAhead(Math.max(0, (hourInNairobi(day, hour).getTime() - Date.now()) / 1000));
    await goTo(today, 12);
    const buyer = {
      email: demoLogins.buyer,
      password: demoLogins.password,
      firstName: 'Achieng',
      lastName: 'Otieno',
      token: '',
    };
    const accounts = createAccounts(page.request, createDemoMailbox(page.request));
    // Sessions end within hours.
    const logIn = async () => {
      logins += 1;
      const token = await accounts.logIn(buyer, 'buyer', logins);
      await dashboard.keepSession('buyer', { ...buyer, token });
    };
    await logIn();
    await speak(language);

    let taps = 0;
    const tap = async (target: Locator) => {
      taps += 1;
      await target.tap();
    };
    await page.goto('/buyer-dashboard?tab=orders');
    await tap(page.getByRole('heading', { level: 3 }).getByRole('link').last());
    await tap(page.getByRole('button', { name: said.every }));
    const dialog = page.getByRole('dialog');
    const [first, second] = [daysAfter(today, 1), daysAfter(today, 2)];
    for (const day of [first, second])
      await tap(dialog.getByLabel(weekdayName(day, language), { exact: true }));
    await tap(dialog.getByRole('button', { name: said.start }));
    await expect(page).toHaveURL('/standing-orders');
    expect(taps).toBeLessThanOrEqual(5);
    await expectNoAxeViolations();

    /** Reloads until the clock's next round has shown this. */
    const comes = (target: Locator) =>
      expect(async () => {
        await page.reload();
        await expect(target).toBeVisible({ timeout: 3000 });
      }).toPass(ROUND);
    await goTo(today, 19);
    await comes(page.getByText(said.until, { exact: true }));
    await expectNoAxeViolations();
    const quantity = page.getByRole('textbox');
    const before = Number(await quantity.inputValue());
    await page.getByRole('button', { name: said.more }).tap();
    await page.getByRole('button', { name: said.save }).tap();
    await expect(page.getByRole('button', { name: said.save })).toHaveCount(0);
    const changed = Number(await quantity.inputValue());
    expect(changed).toBeGreaterThan(before);

    await goTo(first, 6);
    await logIn();
    await page.goto('/standing-orders');
    await comes(page.getByText(said.ordered));
    await page.getByRole('link', { name: /#\d+$/ }).tap();
    await expect(page.getByRole('main')).toContainText(new RegExp(`(?<!\\d)${changed}(?!\\d)`));

    await goTo(first, 19);
    await logIn();
    await page.goto('/standing-orders');
    await comes(page.getByText(said.until, { exact: true }));
    await page.getByRole('button', { name: said.skip }).tap();
    await expect(page.getByText(said.skipped)).toBeVisible();
    await page.getByRole('button', { name: said.end }).tap();
    await page.getByRole('dialog').getByRole('button', { name: said.end }).tap();
    await expect(page.getByText(said.none, { exact: true })).toBeVisible();
    await expectNoAxeViolations();
  });
}
