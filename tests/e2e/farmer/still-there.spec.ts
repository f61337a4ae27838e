import { freshDays } from '#features/products/rules/freshness.ts';
import { DAY_SECONDS } from '#platform/rules/durations.ts';
import { test } from '#tests/e2e/account/demo-fixtures.ts';
import { createAccounts } from '#tests/e2e/accounts.ts';
import { createDemoMailbox } from '#tests/e2e/demo-server.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

const texts = {
  en: { title: 'Still there?', yes: /^Still there: .*120/ },
  sw: { title: 'Bado zipo?', yes: /^Bado ipo: .*120/ },
} as const;

for (const language of ['en', 'sw'] as const) {
  const said = texts[language];
  test(`in ${language}: a listing is renewed with one tap`, async ({
    demo,
    page,
    dashboard,
    expectNoAxeViolations,
    speak,
  }) => {
    test.slow();
    // Codes and positions must be recent.
    await demo.setAhead(0);
    const accounts = createAccounts(page.request, createDemoMailbox(page.request));
    const name = `${uniqueWord()} kale`;
    const { farmer } = await offer(page.request, accounts, [{ name }]);
    await demo.setAhead(freshDays('kale') * DAY_SECONDS);
    const token = await accounts.logIn(farmer, 'farmer', 3);
    await dashboard.keepSession('farmer', { ...farmer, token });
    await speak(language);
    await page.goto('/farmer/dashboard?tab=inventory');
    // The question comes with the clock's next round.
    const question = page.getByRole('heading', { name: said.title });
    await expect(async () => {
      await page.reload();
      await expect(question).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 90_000 });
    await expectNoAxeViolations();
    await page.screenshot({ path: `test-results/still-there-${language}.png` });
    await page.getByRole('button', { name: said.yes }).tap();
    await expect(question).toHaveCount(0);
    await page.reload();
    await expect(page.getByText(name).first()).toBeVisible();
    await expect(question).toHaveCount(0);
  });
}
