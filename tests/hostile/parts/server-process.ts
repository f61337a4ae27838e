import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill, startServerChild } from '../../setup/processes/children.ts';
import { testDatabaseUrl } from '../../setup/test-database.ts';
import { type LoadedTree, thisTree } from './loaded-trees.ts';

/** A server of its own on this worker's database, which makeMarket() has opened before; without the pages. */
export async function startServerProcess(settings: Record<string, string> = {}, tree: LoadedTree = thisTree) {
  const folder = mkdtempSync(join(tmpdir(), 'soko-hostile-server-'));
  const { child, word: port } = await startServerChild(
    {
      DATABASE_URL: testDatabaseUrl(),
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      APP_SECRET: 'x'.repeat(40),
      MAX_PENDING_ORDERS: '1000000',
      ...settings,
    },
    tree.folder,
  );
  return {
    child,
    port: Number(port),
    url: `http://127.0.0.1:${port}`,
    /** Its resident memory now, in MB. */
    megabytes: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async stop() {
      await kill(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The percentile, in milliseconds. */
export function percentile(milliseconds: number[], percent: number): number {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN);
}
