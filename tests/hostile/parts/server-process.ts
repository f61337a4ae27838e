import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '#tests/bench/server-process.ts';
import { kill, startServerChild } from '#tests/setup/processes/children.ts';
import { testDatabaseUrl } from '#tests/setup/test-database.ts';
import { sourceHash } from '#tooling/source-hash.mjs';

type LoadedTree = {
  folder: string;
  label: string;
  isBound: boolean;
};

const here = fileURLToPath(new URL('../../..', import.meta.url));
const against = process.env.HOSTILE_AGAINST;

const thisTree: LoadedTree = { folder: here, label: against ? 'now, ' : '', isBound: true };

/**
 * For `describe.each`: the trees under load. `npm run hostile -- --against DIR` names another one,
 * and then each has two turns in alternation, so that a change of the machine's speed shows as a
 * difference between the turns of one tree.
 */
export const loadedTrees: LoadedTree[] = against
  ? [1, 2].flatMap(() => [{ folder: against, label: 'before, ', isBound: false }, thisTree])
  : [thisTree];

export async function startServerProcess(
  settings: Record<string, string> = {},
  tree: LoadedTree = thisTree,
) {
  const { folder, remove } = makeDataFolder();
  const own = { DATABASE_URL: testDatabaseUrl(), DATA_DIR: folder, MAX_PENDING_ORDERS: '1000000' };
  const { child, word: port } = await startServerChild({ ...own, ...settings }, tree.folder);
  return {
    child,
    folder,
    port: Number(port),
    url: `http://127.0.0.1:${port}`,
    megabytes: () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) /
      1024,
    async stop() {
      await kill(child);
      remove();
    },
  };
}

export async function startBuiltServer(
  settings: Record<string, string> = {},
  tree: LoadedTree = thisTree,
) {
  if (!isBuilt(tree.folder))
    execFileSync('npm', ['run', '-s', 'build'], {
      cwd: tree.folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const { folder, remove } = makeDataFolder();
  const server = await startServer([join(tree.folder, 'dist', 'server', 'main.js')], {
    HOST: '127.0.0.1',
    DATABASE_URL: testDatabaseUrl(),
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    APP_SECRET: 'x'.repeat(40),
    ...settings,
  });
  return {
    url: server.origin,
    folder,
    peakMegabytes: server.peakMegabytes,
    async stop() {
      await server.stop();
      remove();
    },
  };
}

function makeDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'soko-hostile-server-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function isBuilt(tree: string): boolean {
  const file = join(tree, 'dist', 'build.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).hash === sourceHash(tree);
}

export function percentile(milliseconds: number[], percent: number): number {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return Math.round(
    sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN,
  );
}

export const timesOf = (milliseconds: number[]) =>
  `p50 ${percentile(milliseconds, 50)} ms, p99 ${percentile(milliseconds, 99)} ms`;
