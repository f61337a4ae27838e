import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type APIRequestContext, type Browser, expect } from 'playwright/test';
import { freePort, isReady } from './start-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export async function startDemo({ settings = {} } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sokoshamba-demo-'));
  const clockFile = join(folder, 'seconds-ahead');
  await writeFile(clockFile, '0');
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { NODE_ENV: _, DATABASE_URL: __, ...env } = process.env;
  const start = async (build = root) => {
    const server = spawn(process.execPath, ['src/tooling/start.mjs'], {
      cwd: build,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...env,
        DEMO: 'on',
        PORT: String(port),
        HOST: 'localhost',
        PUBLIC_URL: url,
        DATA_DIR: folder,
        LOG_LEVEL: 'error',
        MPESA_SWEEP_SECONDS: '1',
        NODE_OPTIONS: `--import=${new URL('./movable-clock.mjs', import.meta.url).href}`,
        E2E_CLOCK_FILE: clockFile,
        ...settings,
      },
    });
    const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    await Promise.race([
      isReady(url),
      exited.then(() => Promise.reject(new Error('The demo did not start'))),
    ]);
    return async () => {
      server.kill('SIGTERM');
      await exited;
    };
  };
  let ahead = 0;
  const writeAhead = (seconds: number) => {
    ahead = seconds;
    return writeFile(clockFile, String(seconds));
  };
  /** Waits until the server's clock has it, so that no step of a login is taken before. */
  const setAhead = async (seconds: number) => {
    await writeAhead(seconds);
    const readKnown = () => readFile(`${clockFile}.known`, 'utf8').catch(() => '');
    await expect.poll(readKnown).toBe(String(seconds));
  };
  let end = await start();
  return {
    url,
    folder,
    setAhead,
    moveOn: (seconds: number) => setAhead(ahead + seconds),
    /** Restarts it with its data, this much later: the nightly work runs at the start. */
    async restart(secondsAhead: number) {
      await end();
      await writeAhead(secondsAhead);
      end = await start();
    },
    /** Starts another build in its place, with its data. */
    async release(build: string) {
      await end();
      end = await start(build);
    },
    async stop() {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function approvePayment(browser: Browser, { url }: { url: string }) {
  const phone = await browser.newPage({ baseURL: url });
  await phone.goto('/demo/phone');
  await phone.getByLabel('PIN').fill('1234');
  await phone.getByRole('button', { name: 'OK', exact: true }).click();
  await phone.close();
}

/** Longer than a password's hash and a code take on a busy machine. */
const CODE_MILLISECONDS = 20_000;

/** Reads the codes from the demo's own mailbox page, which shows the newest first. */
export const createDemoMailbox = (request: APIRequestContext) => ({
  async codes(to: string): Promise<string[]> {
    const list = await (await request.get('/demo/mailbox', { params: { to } })).text();
    return [...list.matchAll(/class="code">(\d{6})</g)].map(([, code = '']) => code);
  },
  async code(to: string, number = 1): Promise<string> {
    let code: string | undefined;
    // A connection that the server has just closed is tried again, too.
    await expect(async () => {
      code = (await this.codes(to)).at(-number);
      expect(code).toMatch(/^\d{6}$/);
    }).toPass({ timeout: CODE_MILLISECONDS });
    return code ?? '';
  },
  async text(to: string): Promise<string> {
    const open = async (path: string, params = {}) => (await request.get(path, { params })).text();
    let path: string | undefined;
    await expect(async () => {
      path = /href="(\/demo\/mailbox\/\d+)"/.exec(await open('/demo/mailbox', { to }))?.[1];
      expect(path).toBeDefined();
    }).toPass({ timeout: CODE_MILLISECONDS });
    return open(path ?? '');
  },
});

export const createDemoInbox = (request: APIRequestContext) => ({
  async code(number: string, nth = 1): Promise<string> {
    const read = async () => {
      const page = await (await request.get('/demo/phone', { params: { number } })).text();
      return [...page.matchAll(/class="sms">[^<]*?\b(\d{6})\b/g)]
        .map(([, code = '']) => code)
        .at(-nth);
    };
    await expect.poll(read, { timeout: CODE_MILLISECONDS }).toMatch(/^\d{6}$/);
    return (await read()) ?? '';
  },
});

export async function verifyNumber(
  request: APIRequestContext,
  { token, number }: { token: string; number: string },
) {
  const headers = { authorization: `Bearer ${token}` };
  const phone = { phoneNumber: number, purpose: 'verify-phone' };
  await request.post('/api/auth/send-otp', { headers, data: phone });
  const otp = await createDemoInbox(request).code(number);
  const answer = await request.post('/api/auth/verify-otp', { headers, data: { ...phone, otp } });
  if (!answer.ok()) throw new Error(`The number was not verified: ${await answer.text()}`);
}
