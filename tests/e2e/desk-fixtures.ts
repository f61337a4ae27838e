import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, type Locator, type Page, request as requests } from 'playwright/test';
import { sha256 } from '#server/hashes.ts';
import { m } from '#text';
import { createDemoMailbox, startDemo } from './demo-server.ts';
import { expect, shows } from './fixtures.ts';

/** Below what an order of these tests costs. */
const TWO_PEOPLE_ABOVE_KES = 200;
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

/** A demo whose command line has one key, Baraka's. */
export async function startDeskDemo() {
  const demo = await startDemo({
    settings: {
      OPERATORS: `baraka:${sha256(OPERATOR_KEY)}`,
      PAYOUT_TWO_PEOPLE_ABOVE_KES: String(TWO_PEOPLE_ABOVE_KES),
    },
  });
  async function command(...words: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['src/tooling/operator.mjs', ...words],
      { env: { ...process.env, DATA_DIR: demo.folder, OPERATOR_KEY } },
    );
    return stdout;
  }
  const read: string[] = [];
  return {
    ...demo,
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
    async mailedLink(name: string): Promise<string> {
      const request = await requests.newContext({ baseURL: demo.url });
      let link = '';
      await expect(async () => {
        link = linkIn(await createDemoMailbox(request).text(mailOf(name)));
        expect(read).not.toContain(link);
      }).toPass({ timeout: 20_000 });
      read.push(link);
      await request.dispose();
      return link;
    },
    open: (page: Page, search = '') => page.goto(`${demo.url}/desk${search}`),
  };
}

const linkIn = (text: string) => /http\S+\/desk#[\w-]+/.exec(text)?.[0] ?? '';

/** The text of a message that a test does not know. */
export const ANY = '\u0000';

const speaking = (language: Language) => {
  function say<Inputs>(
    text: (inputs: Inputs, options: { locale: Language }) => string,
    inputs: Inputs,
  ): string {
    return text(inputs, { locale: language });
  }
  return {
    say,
    /** The same as a pattern, where `ANY` is whatever is there. */
    like: <Inputs>(...given: Parameters<typeof say<Inputs>>) =>
      new RegExp(
        say(...given)
          .split(ANY)
          .map(escaped)
          .join('.+'),
      ),
  };
};

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

export type Operator = { page: Page; button: (text: Plain) => Locator } & ReturnType<
  typeof speaking
>;
type Plain = (inputs: object, options: { locale: Language }) => string;

export function operatorOn(page: Page, language: Language): Operator {
  const speaker = speaking(language);
  return {
    page,
    button: (text) => page.getByRole('button', { name: speaker.say(text, {}), exact: true }),
    ...speaker,
  };
}

type Device = { viewport: typeof PHONE; language: Language; url: string };

export async function openOperator(browser: Browser, { viewport, language, url }: Device) {
  const context = await browser.newContext({ viewport });
  await context.addCookies([{ name: 'language', value: language, url }]);
  const page = await context.newPage();
  await addAuthenticator(page);
  return operatorOn(page, language);
}

export async function enterByLink({ page, button }: Operator, link: string) {
  await page.goto('about:blank');
  await page.goto(link);
  await button(m.deskMakePasskey).click();
  await shows(button(m.logoutButton));
}

export async function logInWithPasskey({ page, button }: Operator) {
  const readToken = () => page.evaluate(() => sessionStorage.getItem('deskToken'));
  const former = await readToken();
  await button(m.deskWithPasskey).first().click();
  // The token of a session that has ended may still be there.
  await expect.poll(async () => ![null, former].includes(await readToken())).toBe(true);
  await shows(button(m.logoutButton));
  // The page of a session that has ended stays behind its dialog.
  await expect(button(m.deskWithPasskey)).toHaveCount(0);
}
