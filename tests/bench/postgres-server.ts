import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NOBODY = 65_534;

type Running = { url: string; stop(): void };

/**
 * The server of TEST_DATABASE_URL, or one started from the programs in TEST_POSTGRES_BIN and
 * removed afterwards.
 */
export async function openPostgres(): Promise<Running> {
  const { TEST_DATABASE_URL: url, TEST_POSTGRES_BIN: bin } = process.env;
  if (url) return { url, stop: () => {} };
  if (!bin)
    throw new Error(
      'Set TEST_DATABASE_URL to a PostgreSQL server, or TEST_POSTGRES_BIN to the folder of its programs.',
    );
  const place = makePlace(bin);
  place.run('initdb', '-D', place.data, '-U', 'bench', '--auth=trust', '--no-sync');
  const port = await place.start();
  return { url: `postgres://bench@127.0.0.1:${port}/postgres`, stop: place.stop };
}

/** Runs a benchmark with a PostgreSQL server and an empty folder, and removes both afterwards. */
export async function onPostgres(run: (place: { url: string; folder: string }) => Promise<void>) {
  const server = await openPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'sokoshamba-bench-'));
  try {
    await run({ url: server.url, folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    server.stop();
  }
}

/**
 * A standby of a server; null if its role may not copy it or the programs are missing. `url` points
 * to the same database.
 */
export async function openStandby(primaryUrl: string): Promise<Running | null> {
  const bin = process.env.TEST_POSTGRES_BIN;
  if (!bin) return null;
  const place = makePlace(bin);
  const { hostname, port, username, pathname } = new URL(primaryUrl);
  try {
    const from = ['-h', hostname, '-p', port || '5432', '-U', username];
    place.run(
      'pg_basebackup',
      '-D',
      place.data,
      ...from,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-sync',
    );
    const ownPort = await place.start();
    return { url: `postgres://${username}@127.0.0.1:${ownPort}${pathname}`, stop: place.stop };
  } catch (error) {
    console.log(`No standby, so nothing is measured with one: ${error}`);
    rmSync(place.folder, { recursive: true, force: true });
    return null;
  }
}

function makePlace(bin: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sokoshamba-postgres-'));
  const data = join(folder, 'data');
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (identity.uid) chownSync(folder, NOBODY, NOBODY);
  const run = (program: string, ...parameters: string[]) => {
    const ran = spawnSync(join(bin, program), parameters, {
      ...identity,
      cwd: folder,
      encoding: 'utf8',
    });
    if (ran.status !== 0) throw new Error(`${program} failed: ${ran.error?.message ?? ran.stderr}`);
  };
  return {
    folder,
    data,
    run,
    async start(): Promise<number> {
      const port = await freePort();
      const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
      run('pg_ctl', '-D', data, '-w', '-o', options, '-l', join(folder, 'log'), 'start');
      return port;
    },
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'fast', 'stop');
      rmSync(folder, { recursive: true });
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('No port is free')),
      );
    });
  });
}
