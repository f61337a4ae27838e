import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { canStartPostgres, startOwnPostgres } from '#tests/setup/processes/own-postgres.ts';
import { canStartPgBouncer } from '#tests/setup/processes/pgbouncer.ts';
import { readPlaywrightReport, type TestReport, type Trouble } from '#tests/setup/test-reports.ts';
import { nodeVersions } from '#tooling/node-versions.ts';

/*
 * `npm test` is for every change: unit and server tests on the embedded database, and the browser's
 * journeys on the built server. `npm run test:all` is everything: also on Postgres, with the tests
 * that take long (crowds, outages, child processes, days of attacks), and every browser test. With
 * `--rest` it leaves out what `npm test` runs.
 *
 * Both runners always run, even if the first one fails. The last line counts what ran, from their
 * own reports; with `--totals=FILE`, which CI passes to one command after the other, it includes
 * the commands before it. Other arguments choose tests, as for the runners.
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

/**
 * On the embedded database only a sample of what runs at length on Postgres: generated inputs,
 * filters, and a day's attacks.
 */
const samples = { HOSTILE_INPUTS: '100', HOSTILE_FILTERS: '60', HOSTILE_ATTACK_MINUTES: '40' };

/**
 * Which tests each command runs. Unit and server tests that take long are tagged `long`; in the
 * browser, the way of each role from the landing page to a paid order is tagged `@journey`, and
 * details and the appearance of every screen are not.
 */
const { embedded, browser: browserTests } = {
  everyday: { embedded: ['--tagsFilter=!long'], browser: ['--grep=@journey'] },
  rest: { embedded: ['--tagsFilter=long'], browser: ['--grep-invert=@journey'] },
  all: { embedded: [], browser: [] },
}[scope];

const folder = await mkdtemp(join(tmpdir(), 'sokoshamba-tests-'));
const reports = [
  await runUnits('embedded', {
    parameters: ['--project=pure', '--project=embedded', ...embedded],
    variables: samples,
  }),
];
if (needsPostgres) {
  const database = process.env.TEST_DATABASE_URL ? null : await startOwnPostgres();
  const variables = { TEST_DATABASE_URL: database?.url ?? process.env.TEST_DATABASE_URL };
  reports.push(await runUnits('postgres', { parameters: ['--project=postgres'], variables }));
  if (canStartPgBouncer)
    reports.push(await runUnits('pgbouncer', { parameters: ['--project=pgbouncer'], variables }));
  else console.log('skipped: there is no PgBouncer here, so nothing runs through it');
  await database?.remove();
}
const browser = await run({
  command: 'playwright',
  parameters: [
    'test',
    '--config',
    'tests/e2e/playwright.config.ts',
    '--reporter=list,json',
    ...browserTests,
  ],
  variables: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'browser.json') },
  file: join(folder, 'browser.json'),
  read: readPlaywrightReport,
});
reports.push(browser);
await rm(folder, { recursive: true, force: true });

// Listed again at the end, where they are easy to find.
list(
  'passed only on the second try',
  reports.flatMap(({ secondTries }) => secondTries),
);
list(
  'failed',
  reports.flatMap(({ failures }) => failures),
);
// A runner that failed without naming a test (it could not start, for example) counts as one
// failure.
const unnamed = reports.filter((report) => report.exitCode !== 0 && report.failed === 0).length;
const { passed, failed } = addTotals({
  passed: sum(reports.map((report) => report.passed)),
  failed: sum(reports.map((report) => report.failed)) + unnamed,
});
console.log(`ran on ${nodeVersions()}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

type Runner<Report> = {
  command: string;
  parameters: string[];
  /** Environment variables in addition to those of this process. */
  variables: NodeJS.ProcessEnv;
  /** Where the runner writes its report. */
  file: string;
  read: (report: Report) => TestReport;
};
type Finished = TestReport & { exitCode: number };

function runUnits(
  name: string,
  { parameters, variables }: Pick<Runner<unknown>, 'parameters' | 'variables'>,
): Promise<Finished> {
  const file = join(folder, `${name}.json`);
  return run({
    command: 'vitest',
    parameters: ['run', '--config=tests/vitest.config.ts', ...parameters],
    variables: { ...variables, UNIT_REPORT: file },
    file,
    read: (report: TestReport) => report,
  });
}

async function run<Report>({
  command,
  parameters,
  variables,
  file,
  read,
}: Runner<Report>): Promise<Finished> {
  const exitCode = await new Promise<number>((resolve) => {
    const child = spawn('npx', ['--no-install', command, ...parameters, ...chosen], {
      stdio: 'inherit',
      env: { ...process.env, ...variables },
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
  const report = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  return {
    exitCode,
    ...(report ? read(report) : { passed: 0, failed: 0, failures: [], secondTries: [] }),
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

type Totals = { passed: number; failed: number };

/** Adds the counts of the commands before this one, and stores the sum for the next. */
function addTotals(own: Totals): Totals {
  const file = options.totals;
  if (!file) return own;
  const before: Totals = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { passed: 0, failed: 0 };
  const totals = { passed: before.passed + own.passed, failed: before.failed + own.failed };
  writeFileSync(file, JSON.stringify(totals));
  return totals;
}

function list(title: string, troubles: Trouble[]): void {
  for (const { name, reason } of troubles) console.log(`${title}: ${name}\n${reason}\n`);
}
