import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { canStartPostgres, startOwnPostgres } from '../setup/own-postgres.ts';
import type { ReportLine } from '../setup/report.ts';
import { type FileResult, tableOf } from './guarantee-table.ts';
import { type Guarantee, guarantees } from './guarantees.ts';
import { runMutations } from './run-mutations.ts';

/*
 * `npm run hostile`: every test that shows a guarantee, on a PostgreSQL of its own where TEST_DATABASE_URL names none, and one table
 * of what was seen. As often as was promised; with `--short` as often as `npm test` does. `--mutations` removes one guard after
 * the other instead, and sees the tests fail; names after it choose some of them.
 */

/** How often each is tried in the long run. */
const LONG = {
  HOSTILE_INPUTS: '10000',
  HOSTILE_ROUNDS: '20',
  HOSTILE_BASKETS: '500',
  HOSTILE_KILLS: '100',
  HOSTILE_POSTGRES_KILLS: '30',
  HOSTILE_SLOW_CLIENTS: '1000',
  HOSTILE_LOAD_SECONDS: '600',
  TIMING_PAIRS: '500',
};
const SHORT = { HOSTILE_INPUTS: '1000' };

const flags = process.argv.slice(2);
const isShort = flags.includes('--short');
const chosen = flags.filter((flag) => !flag.startsWith('--'));

if (!process.env.TEST_DATABASE_URL && !canStartPostgres) {
  console.error(
    'Set TEST_DATABASE_URL, or TEST_POSTGRES_BIN to the folder with initdb and postgres: races need a real PostgreSQL.',
  );
  process.exit(1);
}
const database = process.env.TEST_DATABASE_URL ? null : await startOwnPostgres();
const url = process.env.TEST_DATABASE_URL ?? database?.url ?? '';
const folder = mkdtempSync(join(tmpdir(), 'soko-hostile-'));
const linesFile = join(folder, 'lines');
try {
  process.exitCode = flags.includes('--mutations') ? await runMutations({ url, chosen }) : await showGuarantees();
} finally {
  rmSync(folder, { recursive: true, force: true });
  await database?.remove();
}

async function showGuarantees(): Promise<number> {
  const startedAt = Date.now();
  const wanted = guarantees.filter(({ id }) => chosen.length === 0 || chosen.includes(id));
  const onPostgres = wanted.filter(({ isEmbedded }) => !isEmbedded);
  const runs = [
    await runTests(onPostgres, ['postgres', 'pure']),
    await runTests(
      wanted.filter((guarantee) => !onPostgres.includes(guarantee)),
      ['embedded'],
    ),
  ];
  const lines = existsSync(linesFile) ? readFileSync(linesFile, 'utf8').split('\n').filter(Boolean) : [];
  const table = tableOf(wanted, {
    lines: lines.map((line) => JSON.parse(line) as ReportLine),
    ran: runs.flatMap(({ ran }) => ran),
  });
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}`;
  const today = new Date().toISOString().slice(0, 10);
  console.log(`\n${today}, ${isShort ? 'short' : 'long'} run of ${minutes} minutes on ${machine}\n\n${table.text}`);
  // A runner that failed without naming a test (a file that does not load, say) is a failure all the same.
  return table.notHeld > 0 || runs.some(({ exitCode }) => exitCode !== 0) ? 1 : 0;
}

async function runTests(wanted: Guarantee[], projects: string[]): Promise<{ exitCode: number; ran: FileResult[] }> {
  const files = [...new Set(wanted.flatMap((guarantee) => guarantee.files.map((file) => `tests/${file}`)))];
  if (files.length === 0) return { exitCode: 0, ran: [] };
  const results = join(folder, `${projects[0]}.json`);
  const chosenProjects = projects.flatMap((project) => ['--project', project]);
  const exitCode = await runVitest([
    ...chosenProjects,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...files,
  ]);
  if (!existsSync(results)) return { exitCode, ran: [] };
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as { testResults: FileResult[] };
  return { exitCode, ran: testResults };
}

function runVitest(parameters: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(
      'npx',
      ['--no-install', 'vitest', 'run', '--config', 'tests/vitest.config.ts', '--retry=0', ...parameters],
      {
        stdio: 'inherit',
        env: { ...process.env, TEST_DATABASE_URL: url, HOSTILE_REPORT: linesFile, ...(isShort ? SHORT : LONG) },
      },
    );
    child.on('close', (code) => resolve(code ?? 1));
  });
}
