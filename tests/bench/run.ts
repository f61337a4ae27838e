import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { putIntoDocument } from '#tooling/documents.ts';
import { type Figure, tableOf } from './figures.ts';
import { onPostgres } from './postgres-server.ts';

const parts = 'accounts places catalogue photos orders messages prices feeds growth history'.split(
  ' ',
);

const flags = process.argv.slice(2);
const wanted = flags.filter((flag) => !flag.startsWith('--'));
const unknown = wanted.filter((name) => !parts.includes(name));
if (unknown.length > 0)
  throw new Error(`No benchmark is called ${unknown.join(', ')}; there are ${parts.join(', ')}.`);
if (flags.includes('--docs') && wanted.length > 0)
  throw new Error('--docs writes the whole table: name no benchmarks with it.');

const folder = mkdtempSync(join(tmpdir(), 'sokoshamba-bench-'));
const report = join(folder, 'figures');
try {
  const [load = 0] = loadavg();
  const startedAt = Date.now();
  for (const part of wanted.length > 0 ? wanted : parts) runPart(part);
  const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
  const table = tableOf(lines.map((line) => JSON.parse(line) as Figure));
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(0);
  const text = `${await machine()}, ${minutes} minutes, at a load of ${load.toFixed(1)} before.\n\n${table}`;
  console.log(`\n${text}`);
  if (flags.includes('--docs')) putIntoDocument('docs/benchmarks.md', { name: 'bench', text });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function runPart(part: string) {
  console.log(`\n${part}`);
  const file = fileURLToPath(new URL(`${part}.ts`, import.meta.url));
  const env = { ...process.env, BENCH_REPORT: report };
  const options = { stdio: 'inherit', env } as const;
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file], options);
  if (status !== 0) process.exitCode = 1;
}

async function machine(): Promise<string> {
  let version = '';
  await onPostgres(async ({ url }) => {
    const sql = postgres(url, { max: 1 });
    const [row] = await sql`show server_version`;
    await sql.end();
    version = String(row?.server_version).split(' ')[0] ?? '';
  });
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  const today = new Date().toISOString().slice(0, 10);
  return `${today}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${gigabytes} GB, Node ${process.version}, PostgreSQL ${version}`;
}
