import { addAuthenticator, REASON, startDeskDemo } from './desk-fixtures.ts';
import { expect, test } from './fixtures.ts';

test.describe("the operators' desk", () => {
  // One demo for all: each person enters after the one before.
  test.describe.configure({ mode: 'serial' });
  let demo: Awaited<ReturnType<typeof startDeskDemo>>;
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    demo = await startDeskDemo();
  });
  test.afterAll(() => demo?.stop());

  test('360 px: an operator enters by a link once, logs out, and comes back with the passkey', async ({
    page,
    expectNoAxeViolations,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await addAuthenticator(page);
    const link = await demo.firstLink();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Set up your way in' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create a passkey' })).toBeVisible();
    expect(page.url()).not.toContain('#');
    await page.getByText('Use a password and an authenticator app instead').click();
    await expect(page.getByRole('img', { name: /QR image/ })).toBeVisible();
    await expectNoAxeViolations();
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await expect(page.getByText('A third of it was bruised.')).toBeVisible();
    await expectNoAxeViolations();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(page.getByText('A third of it was bruised.')).toBeVisible();

    // It shows what a decision does before it is made.
    await page.getByText('A third of it was bruised.').click();
    await page.getByRole('button', { name: 'Cancel the order' }).click();
    await expect(page.getByText('No money moves.')).toBeVisible();
    await expectNoAxeViolations();

    // A session that ends leaves what was typed.
    await page.getByRole('textbox', { name: 'Reason' }).fill(REASON);
    await page.route('**/trpc/desk.do.**', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer x' } }),
    );
    await page.getByRole('button', { name: 'Do it' }).click();
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(ended).toBeVisible();
    await page.unroute('**/trpc/desk.do.**');
    await ended.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(ended).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveValue(REASON);
    await page.getByRole('button', { name: 'Do it' }).click();
    await expect(page.getByText(/Order \d+ is cancelled/)).toBeVisible();

    // Somebody else asked for a second operator, and she approves it.
    await demo.requestLink('invite', 'juma', '--role', 'finance');
    await demo.open(page);
    await page.getByRole('button', { name: /Needs approval/ }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByText(/juma gets a link by email to juma@soko.example/)).toBeVisible();
    await page.goto(link);
    await expect(page.getByText(/link has been used or has lapsed/)).toBeVisible();
  });

  test('1440 px, Swahili: the login says what to do about a lost passkey, and a new link takes a second person', async ({
    page,
    context,
    expectNoAxeViolations,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await context.addCookies([{ name: 'language', value: 'sw', url: demo.url }]);
    await addAuthenticator(page);
    const asked = await demo.requestLink('new-link', 'amina');
    // A key is one person.
    await expect(demo.command('approve', asked)).rejects.toThrow();
    expect(asked).toMatch(/^\d+$/);
    await demo.open(page);
    await page.getByText('Umepoteza passkey au programu ya uthibitishaji?').click();
    await expect(page.getByText(/Mwombe kiongozi kiungo kipya/)).toBeVisible();
    await expectNoAxeViolations();
    await page.getByRole('button', { name: 'Ingia kwa passkey' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  });
});
