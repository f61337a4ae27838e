import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { startDemo } from './demo-server.ts';
import { expect, test } from './fixtures.ts';

const REASON = 'The photos show it';

/** A device with a passkey store and a fingerprint. Chromium plays it (its WebAuthn domain). */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test.describe("the operators' desk", () => {
  // One demo for all: each person enters after the one before.
  test.describe.configure({ mode: 'serial' });
  let demo: Awaited<ReturnType<typeof startDemo>>;
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    demo = await startDemo();
  });
  test.afterAll(() => demo?.stop());

  async function command(...words: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['src/tooling/operator.mjs', ...words],
      { env: { ...process.env, DATA_DIR: demo.folder } },
    );
    return stdout;
  }
  const linkIn = (text: string) => /http\S+\/desk#\S+/.exec(text)?.[0] ?? '';
  const open = (page: Page, path: string) => page.goto(`${demo.url}${path}`);
  /** Asks for it on the command line, which another operator at the desk approves. */
  const request = async (...words: string[]) =>
    /approve (\d+)/.exec(await command(...words, '--reason', REASON))?.[1] ?? '';

  test('360 px: an operator enters by a link once, logs out, and comes back with the passkey', async ({
    page,
    expectNoAxeViolations,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await addAuthenticator(page);
    const link = linkIn(await command('invite', 'amina', '--role', 'lead', '--reason', 'First'));
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
    await request('invite', 'juma', '--role', 'lead');
    await open(page, '/desk');
    await page.getByRole('button', { name: /Needs approval/ }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByText(/juma opens this link/)).toBeVisible();
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
    const asked = await request('new-link', 'amina');
    // The command line is one person; a second key would be another.
    await expect(command('approve', asked)).rejects.toThrow();
    expect(asked).toMatch(/^\d+$/);
    await open(page, '/desk');
    await page.getByText('Umepoteza passkey au programu ya uthibitishaji?').click();
    await expect(page.getByText(/Mwombe kiongozi kiungo kipya/)).toBeVisible();
    await expectNoAxeViolations();
    await page.getByRole('button', { name: 'Ingia kwa passkey' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  });
});
