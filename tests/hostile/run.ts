/*
 * `npm run hostile`: runs every test that shows a guarantee, on its own PostgreSQL unless
 * TEST_DATABASE_URL names one, and prints one table of what was observed. docs/guarantees.md
 * describes the flags; `--merge` with `--mutations` only runs the tests of the merge set.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  accounts,
  type FileResult,
  faults,
  hostile,
  tableOf,
} from '#tests/hostile/guarantees/guarantee-table.ts';
import { guarantees } from '#tests/hostile/guarantees/guarantees.ts';
import { canStartPostgres, startOwnPostgres } from '#tests/setup/processes/own-postgres.ts';
import type { ReportLine } from '#tests/setup/report.ts';
import { nodeVersions } from '#tests/setup/test-reports.ts';
import { putIntoDocument } from '#tooling/documents.ts';
import { runMutations } from './mutations/run-mutations.ts';
import { runFiles } from './run-files.ts';

const LONG = {
  HOSTILE_INPUTS: '10000',
  HOSTILE_ROUNDS: '20',
  HOSTILE_BASKETS: '500',
  HOSTILE_KILLS: '100',
  HOSTILE_POSTGRES_KILLS: '30',
  HOSTILE_RESTARTS: '10',
  HOSTILE_SLOW_CLIENTS: '1000',
  HOSTILE_LOAD_SECONDS: '600',
  HOSTILE_DEAR_SECONDS: '20',
  HOSTILE_HEAVY_SECONDS: '20',
  HOSTILE_USSD_SECONDS: '60',
  HOSTILE_CALLS_SECONDS: '20',
  TIMING_PAIRS: '500',
};
/** Files that measure times: in the long run nothing else runs at the same time. */
const ALONE = [
  ...['steady-load', 'slow-clients', 'followers', 'dear-questions', 'heavy-load'].map(hostile),
  ...[
    hostile('ussd-under-load'),
    hostile('many-calls'),
    hostile('picture-loads'),
    faults('stalls'),
    faults('restarts'),
    accounts('alike'),
  ],
].map((file) => `${file}.test.ts`);
const SHORT_LIMIT_SECONDS = 180;
const LONG_LIMIT_SECONDS = 1800;
const LONGEST_SHOWN = 12;
const QUIET_LOAD = 0.5;
const QUIET_LIMIT_MILLISECONDS = 10 * 60 * 1000;

const flags = process.argv.slice(2);
const against = takeOption('--against');
const isShort = flags.includes('--short');
const chosen = flags.filter((flag) => !flag.startsWith('--'));

if (flags.includes('--docs') && chosen.length > 0) {
  console.error('--docs writes the whole table: name no guarantees with it.');
  process.exit(1);
}
if (!process.env.TEST_DATABASE_URL && !canStartPostgres) {
  console.error(
    'Set TEST_DATABASE_URL, or TEST_POSTGRES_BIN to the folder with initdb and postgres: races need a real PostgreSQL.',
  );
  process.exit(1);
}
if (against) spawnSync('npm', ['run', '-s', 'text'], { cwd: against, stdio: 'inherit' });
const database = process.env.TEST_DATABASE_URL ? null : await startOwnPostgres();
const url = process.env.TEST_DATABASE_URL ?? database?.url ?? '';
const folder = mkdtempSync(join(tmpdir(), 'soko-hostile-'));
const linesFile = join(folder, 'lines');
try {
  process.exitCode = flags.includes('--mutations')
    ? await runMutations({ url, chosen, set: flags.includes('--merge') ? 'merge' : 'night' })
    : await showGuarantees();
} finally {
  rmSync(folder, { recursive: true, force: true });
  await database?.remove();
}

function takeOption(name: string): string | undefined {
  const at = flags.indexOf(name);
  return at < 0 ? undefined : flags.splice(at, 2)[1];
}

async function showGuarantees(): Promise<number> {
  const startedAt = Date.now();
  const [load = 0] = loadavg();
  const wanted = guarantees.filter(({ id }) => chosen.length === 0 || chosen.includes(id));
  const files = (isEmbedded: boolean) =>
    wanted
      .filter((guarantee) => Boolean(guarantee.isEmbedded) === isEmbedded)
      .flatMap((guarantee) => guarantee.files);
  const isAlone = (file: string) => !isShort && ALONE.includes(file);
  const projects = ['postgres', 'pure', 'screens'];
  const together = files(false).filter((file) => !isAlone(file));
  const ran = [
    ...(await runPart(together, { projects })),
    ...(await runAlone(files(false).filter(isAlone), projects)),
    ...(await runPart(files(true), { projects: ['embedded'] })),
  ];
  const written = existsSync(linesFile) ? readFileSync(linesFile, 'utf8') : '';
  const texts = written.split('\n').filter(Boolean);
  const lines = texts.map((line) => JSON.parse(line) as ReportLine);
  const table = tableOf(wanted, { lines, ran });
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB, ${nodeVersions()}`;
  const today = new Date().toISOString().slice(0, 10);
  const heading = `${today}, ${isShort ? 'short' : 'long'} run of ${minutes} minutes on ${machine}, at a load of ${load.toFixed(1)} before.`;
  console.log(`\n${heading}\n\n${table.text}`);
  const text = `${heading}\n\n${table.summary}`;
  if (flags.includes('--docs')) putIntoDocument('docs/guarantees.md', { name: 'hostile', text });
  console.log(`\nthe longest: ${longestOf(ran)}`);
  const hasFailed = ran.some(({ tests }) => tests.some(({ status }) => status === 'failed'));
  return table.notHeld > 0 || hasFailed ? 1 : 0;
}

async function runAlone(names: string[], projects: string[]): Promise<FileResult[]> {
  if (names.length === 0) return [];
  const endsAt = Date.now() + QUIET_LIMIT_MILLISECONDS;
  while ((loadavg()[0] ?? 0) > QUIET_LOAD && Date.now() < endsAt) await pause(1000);
  console.log(`The times are measured at a load of ${loadavg()[0]?.toFixed(1)}.`);
  return runPart(names, { projects, workers: 1 });
}

function runPart(
  names: string[],
  { projects, workers = 2 }: { projects: string[]; workers?: number },
): Promise<FileResult[]> {
  return runFiles({
    files: [...new Set(names)].map((name) => `tests/${name}`),
    projects,
    workers,
    environment: {
      TEST_DATABASE_URL: url,
      HOSTILE_REPORT: linesFile,
      ...(isShort ? { HOSTILE_INPUTS: '1000' } : LONG),
      ...(against && { HOSTILE_AGAINST: resolve(against) }),
    },
    limitSeconds: (isShort ? SHORT_LIMIT_SECONDS : LONG_LIMIT_SECONDS) * (against ? 4 : 1),
    results: join(folder, 'results'),
  });
}

function longestOf(ran: FileResult[]): string {
  return ran
    .filter(({ seconds }) => seconds >= 1)
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, LONGEST_SHOWN)
    .map(
      ({ name, seconds }) =>
        `${name.replace(/^tests\/|\.test\.ts$/g, '')} ${Math.round(seconds)} s`,
    )
    .join(', ');
}
