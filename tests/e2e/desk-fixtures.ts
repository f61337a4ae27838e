import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Locator, type Page, request as requests } from 'playwright/test';
import { sha256 } from '#platform/server/hashes.ts';
import { createDemoMailbox, startDemo } from './demo-server.ts';
import { expect } from './fixtures.ts';

export const REASON = 'The photos show it';
export const PHONE = { width: 360, height: 800 };
export const DESKTOP = { width: 1440, height: 900 };

/** A device with a passkey store and a fingerprint. Chromium plays it (its WebAuthn domain). */
export async function addAuthenticator(page: Page) {
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

const OPERATOR_KEY = 'k'.repeat(43);
const mailOf = (name: string) => `${name}@soko.example`;

/** A demo with the operator's command line, where Baraka has the only key. */
export async function startDeskDemo() {
  const demo = await startDemo({ settings: { OPERATORS: `baraka:${sha256(OPERATOR_KEY)}` } });
  async function command(...words: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['src/tooling/operator.mjs', ...words],
      { env: { ...process.env, DATA_DIR: demo.folder, OPERATOR_KEY } },
    );
    return stdout;
  }
  return {
    ...demo,
    command,
    /** The link of the first lead, who is invited by a single person. */
    firstLink: async () =>
      linkIn(
        await command(
          ...['invite', 'amina', '--role', 'lead'],
          ...['--email', mailOf('amina'), '--reason', REASON],
        ),
      ),
    /** Asks for a link on the command line, which another operator at the desk approves. */
    requestLink: async (what: 'invite' | 'new-link', name: string, ...role: string[]) =>
      /approve (\d+)/.exec(
        await command(what, name, ...role, '--email', mailOf(name), '--reason', REASON),
      )?.[1] ?? '',
    /** The link that an operator has got by mail. */
    async mailedLink(name: string): Promise<string> {
      const request = await requests.newContext({ baseURL: demo.url });
      const link = linkIn(await createDemoMailbox(request).text(mailOf(name)));
      await request.dispose();
      return link;
    },
    open: (page: Page, search = '') => page.goto(`${demo.url}/desk${search}`),
  };
}

const linkIn = (text: string) => /http\S+\/desk#[\w-]+/.exec(text)?.[0] ?? '';

/** Opens a link that works once, and makes a passkey. */
export async function enterByLink(page: Page, link: string) {
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
}

export async function logInWithPasskey(page: Page) {
  await page.getByRole('button', { name: 'Log in with a passkey' }).first().click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
}

/** Taps controls and counts the taps. */
export function countTaps() {
  let taps = 0;
  return {
    async tap(control: Locator) {
      await control.click();
      taps += 1;
    },
    get taps() {
      return taps;
    },
  };
}
