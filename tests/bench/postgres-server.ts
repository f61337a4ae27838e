import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** PostgreSQL refuses to run as root; then it runs as nobody. */
const NOBODY = 65_534;

/** The server of TEST_DATABASE_URL, or one of our own, made from the programs in TEST_POSTGRES_BIN and gone afterwards. */
export async function openPostgres(): Promise<{ url: string; stop(): void }> {
  const { TEST_DATABASE_URL: url, TEST_POSTGRES_BIN: bin } = process.env;
  if (url) return { url, stop: () => {} };
  if (!bin) throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server, or TEST_POSTGRES_BIN to the folder of its programs.');
  const folder = mkdtempSync(join(tmpdir(), 'sokoshamba-postgres-'));
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (identity.uid) chownSync(folder, NOBODY, NOBODY);
  const run = (program: string, ...parameters: string[]) => {
    const ran = spawnSync(join(bin, program), parameters, { ...identity, cwd: folder, encoding: 'utf8' });
    if (ran.status !== 0) throw new Error(`${program} failed: ${ran.error?.message ?? ran.stderr}`);
  };
  const data = join(folder, 'data');
  const port = await freePort();
  run('initdb', '-D', data, '-U', 'bench', '--auth=trust', '--no-sync');
  run(
    'pg_ctl',
    '-D',
    data,
    '-w',
    '-o',
    `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`,
    '-l',
    join(folder, 'log'),
    'start',
  );
  return {
    url: `postgres://bench@127.0.0.1:${port}/postgres`,
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
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port is free'))));
    });
  });
}
