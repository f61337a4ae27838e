import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The built server as a demo with its own data. `folder` is deleted when it stops. */
export async function startMeasuredDemo(): Promise<{
  url: string;
  folder: string;
  stop: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'sokoshamba-measured-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = spawn('node', ['src/tooling/start.mjs', '--demo'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      PUBLIC_URL: url,
    },
  });
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    server.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await answers(`${url}/readyz`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, folder, stop };
}

export const CHROMIUM = process.env.CHROME_PATH ?? '/usr/bin/chromium';

export function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function answers(url: string) {
  for (let attempt = 0; attempt < 900; attempt++) {
    const isReady = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} does not answer`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
