import { freshDays } from '#features/products/rules/freshness.ts';
import { DAY_SECONDS } from '#platform/rules/durations.ts';
import { test } from '#tests/e2e/account/demo-fixtures.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

test('a product that may be gone is asked about, and renewed with one tap', async ({
  demo,
  page,
  request,
  accounts,
  dashboard,
  expectNoAxeViolations,
}) => {
  test.slow();
  // Codes and positions must be recent.
  await demo.setAhead(0);
  const name = `${uniqueWord()} kale`;
  const { farmer } = await offer(request, accounts, [{ name }]);
  await demo.setAhead(freshDays('kale') * DAY_SECONDS);
  const token = await accounts.logIn(farmer, 'farmer', 3);
  await dashboard.keepSession('farmer', { ...farmer, token });
  await page.goto('/farmer/dashboard?tab=inventory');
  // The question comes with the clock's next round.
  const question = page.getByRole('heading', { name: 'Still there?' });
  await expect(async () => {
    await page.reload();
    await expect(question).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 90_000 });
  await expectNoAxeViolations();
  await page.getByRole('button', { name: /^Still there: .*120/ }).tap();
  await expect(question).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(name).first()).toBeVisible();
  await expect(question).toHaveCount(0);
});
