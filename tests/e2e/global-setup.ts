import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMailSink } from './mail-sink.ts';
import { startPushDouble } from './push-double.ts';
import { freePort, isReady } from './start-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts the server like `npm start`, building it if necessary, with its own database and a mail
 * server.
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes its setup from here
export default async function setUp() {
  const sink = await startMailSink();
  const push = await startPushDouble();
  const folder = await mkdtemp(join(tmpdir(), 'sokoshamba-e2e-'));
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const server = spawn(process.execPath, ['src/tooling/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: 'localhost',
      PUBLIC_URL: baseUrl,
      DATA_DIR: folder,
      // New buyers have at most three twentieths of this pending; a screen of orders needs four
      // from one buyer.
      MAX_PENDING_ORDERS: '40',
      TRUSTED_PROXIES: '127.0.0.1',
      DATABASE: 'embedded',
      DATABASE_URL: '',
      DEMO: 'off',
      LOG_LEVEL: 'error',
      SMTP_URL: sink.smtpUrl,
      ...push.serverSettings,
      SUPPORT_EMAIL: 'help@sokoshamba.example',
      TILE_URL: `${sink.httpUrl}/tiles/{z}/{x}/{y}.png`,
    },
  });
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await Promise.race([
    isReady(baseUrl),
    exited.then(() => Promise.reject(new Error('The server did not start'))),
  ]);

  process.env.E2E_BASE_URL = baseUrl;
  process.env.E2E_MAILS_URL = sink.httpUrl;
  process.env.E2E_PUSH_URL = push.controlUrl;
  return async () => {
    server.kill('SIGTERM');
    await exited;
    await sink.stop();
    await push.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
