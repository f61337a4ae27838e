import { demoLogins } from '#demo/logins.ts';
import { dayInNairobi, daysAfter, hourInNairobi } from '#rules/day.ts';
import { test } from '#tests/e2e/account/demo-fixtures.ts';
import { button, expect, inDialog, type Locator, link, shows } from '#tests/e2e/fixtures.ts';

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

/** The next round begins half a minute after the last one, and a busy machine is slow. */
const ROUND = { timeout: 90_000 };

test('an old order becomes a standing order in five taps, which is proposed, changed, ordered, skipped and ended', async ({
  demo,
  page,
  dashboard,
  expectAccessible,
  api,
  demoMailbox,
}) => {
  test.setTimeout(400_000);
  const today = dayInNairobi(new Date());
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
  const logIn = async () => {
    const token = await api.logIn(
      buyer,
      'buyer',
      (await demoMailbox.codes(buyer.email)).length + 1,
    );
    await dashboard.keepSession('buyer', { ...buyer, token });
  };
  await logIn();

  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  await page.goto('/buyer-dashboard?tab=orders');
  await tap(page.getByRole('heading', { level: 3 }).getByRole('link').last());
  await tap(button(page, 'Make it a standing order'));
  const dialog = page.getByRole('dialog');
  const [first, second] = [daysAfter(today, 1), daysAfter(today, 2)];
  for (const day of [first, second])
    await tap(dialog.getByLabel(weekdayName(day), { exact: true }));
  await tap(button(dialog, 'Start the standing order'));
  await expect(page).toHaveURL('/standing-orders');
  expect(taps).toBeLessThanOrEqual(5);
  await expectAccessible();

  const comes = (target: Locator) =>
    expect(async () => {
      await page.reload();
      await expect(target).toBeVisible({ timeout: 3000 });
    }).toPass(ROUND);
  await goTo(today, 19);
  await comes(page.getByText('Change it until 5 am', { exact: true }));
  await expectAccessible();
  const quantity = page.getByRole('textbox');
  const before = Number(await quantity.inputValue());
  await button(page, 'Increase').tap();
  await button(page, 'Save the changes').tap();
  await expect(button(page, 'Save the changes')).toHaveCount(0);
  const changed = Number(await quantity.inputValue());
  expect(changed).toBeGreaterThan(before);

  await goTo(first, 6);
  await logIn();
  await page.goto('/standing-orders');
  await comes(page.getByText(/: ordered$/));
  await link(page, /#\d+$/).tap();
  await expect(page.getByRole('main')).toContainText(new RegExp(`(?<!\\d)${changed}(?!\\d)`));

  await goTo(first, 19);
  await logIn();
  await page.goto('/standing-orders');
  await comes(page.getByText('Change it until 5 am', { exact: true }));
  await button(page, 'Skip this day').tap();
  await shows(page, /: skipped$/);
  await button(page, 'End').tap();
  await inDialog(page, 'End').tap();
  await shows(page, 'No standing orders yet', { exact: true });
});

const weekdayName = (day: Day) =>
  new Intl.DateTimeFormat('en-KE', { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
