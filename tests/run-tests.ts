import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeVersions } from '../src/tooling/node-versions.ts';
import { canStartPostgres, startOwnPostgres } from './setup/own-postgres.ts';
import { readPlaywrightReport, readVitestReport, type TestReport, type Trouble } from './setup/test-reports.ts';

/*
 * `npm test` is for every change: unit and server tests on the embedded database, and the browser's journeys on the built server.
 * `npm run test:all` is everything: on Postgres too, with the tests that start processes of their own, the hostile suite and the
 * appearance of every screen. With `--rest` it leaves out what `npm test` runs.
 *
 * Both runners always run, even if the first one fails. The last line counts what ran, from their own reports; with `--totals=FILE`,
 * which CI gives to one command after the other, it counts the commands before it too. Other arguments choose tests, as they do for
 * the runners.
 */

const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean' }, rest: { type: 'boolean' }, totals: { type: 'string' } },
});
const scope = options.rest ? 'rest' : options.all ? 'all' : 'everyday';
const needsPostgres = scope !== 'everyday';
if (needsPostgres && !process.env.TEST_DATABASE_URL && !canStartPostgres) {
  console.error(
    'Everything includes PostgreSQL: set TEST_DATABASE_URL, or TEST_POSTGRES_BIN to the folder with initdb and postgres.',
  );
  process.exit(1);
}

/** `npm test` takes samples of what `npm run test:all` does at length: generated inputs, random filters, and a long day's attacks. */
const samples = { HOSTILE_INPUTS: '300', HOSTILE_FILTERS: '60', HOSTILE_ATTACK_MINUTES: '40' };

/** How playwright is told which tests those are: the appearance of every screen is tagged with it. */
const tagFlags = { everyday: ['--grep-invert=@all'], rest: ['--grep=@all'], all: [] }[scope];

const folder = await mkdtemp(join(tmpdir(), 'sokoshamba-tests-'));
const units = await runUnits();
const browser = await run({
  command: 'playwright',
  parameters: ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json', ...tagFlags],
  variables: (file) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: file }),
  read: readPlaywrightReport,
});
await rm(folder, { recursive: true, force: true });

// Listed again at the end, where they are easy to find.
list('passed only on the second try', [...units.secondTries, ...browser.secondTries]);
list('failed', [...units.failures, ...browser.failures]);
// A runner that failed without naming a test (it could not start, for example) counts as one failure.
const unnamed = [units, browser].filter((report) => report.exitCode !== 0 && report.failed === 0).length;
const { passed, failed } = addTotals({
  passed: units.passed + browser.passed,
  failed: units.failed + browser.failed + unnamed,
});
console.log(`ran on ${nodeVersions()}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

type Runner<Report> = {
  command: string;
  parameters: string[];
  /** Environment variables, given the file that the runner is to write its report to. */
  variables: (file: string) => NodeJS.ProcessEnv;
  read: (report: Report) => TestReport;
};
type Finished = TestReport & { exitCode: number };

async function runUnits(): Promise<Finished> {
  const database = needsPostgres && !process.env.TEST_DATABASE_URL ? await startOwnPostgres() : null;
  const url = needsPostgres ? (database?.url ?? process.env.TEST_DATABASE_URL) : undefined;
  try {
    return await run({
      command: 'vitest',
      parameters: [
        'run',
        '--config',
        'tests/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(folder, 'vitest.json')}`,
      ],
      variables: () => ({ ...(scope === 'everyday' && samples), TEST_SCOPE: scope, TEST_DATABASE_URL: url }),
      read: readVitestReport,
    });
  } finally {
    await database?.remove();
  }
}

async function run<Report>({ command, parameters, variables, read }: Runner<Report>): Promise<Finished> {
  const file = join(folder, `${command}.json`);
  const exitCode = await new Promise<number>((resolve) => {
    const child = spawn('npx', ['--no-install', command, ...parameters, ...chosen], {
      stdio: 'inherit',
      env: { ...process.env, ...variables(file) },
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
  const report = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  return { exitCode, ...(report ? read(report) : { passed: 0, failed: 0, failures: [], secondTries: [] }) };
}

type Totals = { passed: number; failed: number };

/** Adds what the commands before this one counted, and writes the sum down for the next. */
function addTotals(own: Totals): Totals {
  const file = options.totals;
  if (!file) return own;
  const before: Totals = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 0 };
  const sum = { passed: before.passed + own.passed, failed: before.failed + own.failed };
  writeFileSync(file, JSON.stringify(sum));
  return sum;
}

function list(title: string, troubles: Trouble[]): void {
  for (const { name, reason } of troubles) console.log(`${title}: ${relative(process.cwd(), name)}\n${reason}\n`);
}
