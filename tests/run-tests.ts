/*
 * Runs one of three sets of tests: `change` (`npm test`), `merge` (`npm run test:merge`) or `night`
 * (`npm run test:all`). CONTRIBUTING.md describes them, and tests/sets.ts lists their files. Names
 * of files after the set choose tests of any set.
 *
 * Every runner runs, even if one before it fails. The last line counts what ran, from the runners'
 * own reports.
 */

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { isTestSet, type TestSet } from '#tests/sets.ts';
import { dropDatabase } from '#tests/setup/database/drop-database.ts';
import { databaseUrl } from '#tests/setup/postgres-template.ts';
import { canStartPostgres, startOwnPostgres } from '#tests/setup/processes/own-postgres.ts';
import { canStartPgBouncer } from '#tests/setup/processes/pgbouncer.ts';
import {
  nodeVersions,
  readPlaywrightReport,
  type TestReport,
  type Trouble,
} from '#tests/setup/test-reports.ts';

/** Seeds of the simulator on each kind of database, the days of each, and the market that it runs. */
const seeds = { change: 0, merge: 2, night: 10 };
const days = { change: 0, merge: 20, night: 30 };
const MARKET = ['--farms', '3', '--buyers', '12'];

/** The embedded database takes a sample of the inputs that PostgreSQL takes whole. */
const samples = { HOSTILE_INPUTS: '100', HOSTILE_FILTERS: '60', HOSTILE_ATTACK_MINUTES: '40' };
const browserTests = { change: ['--grep=@journey'], merge: ['--grep-invert=@night'], night: [] };

const { positionals } = parseArgs({ allowPositionals: true });
const [set = '', ...chosen] = positionals;
if (!isTestSet(set)) throw new Error(`There is no set of tests called "${set}"`);
if (set !== 'change' && !process.env.TEST_DATABASE_URL && !canStartPostgres) {
  console.error(
    'This set needs PostgreSQL: set TEST_DATABASE_URL, or TEST_POSTGRES_BIN to the folder with initdb and postgres.',
  );
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'sokoshamba-tests-'));
const reports =
  set === 'change'
    ? [await runUnits('pure', 'screens', 'embedded')]
    : await withPostgres(runOnServers);
reports.push(await runBrowser(set));
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
const passed = sum(reports.map((report) => report.passed));
const failed = sum(reports.map((report) => report.failed));
console.log(`ran on ${nodeVersions()}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function withPostgres(runAll: (url: string) => Promise<TestReport[]>): Promise<TestReport[]> {
  const own = process.env.TEST_DATABASE_URL ? null : await startOwnPostgres();
  const url = own?.url ?? process.env.TEST_DATABASE_URL ?? '';
  process.env.TEST_DATABASE_URL = url;
  try {
    return await runAll(url);
  } finally {
    await own?.remove();
  }
}

async function runOnServers(url: string): Promise<TestReport[]> {
  const simulated = chosen.length === 0 ? await simulate(url, seeds[set as TestSet]) : [];
  const units = [await runUnits('pure', 'screens', 'embedded'), await runUnits('postgres')];
  if (canStartPgBouncer) units.push(await runUnits('pgbouncer'));
  else console.log('skipped: there is no PgBouncer here, so nothing runs through it');
  return [...simulated, ...units];
}

async function simulate(url: string, count: number): Promise<TestReport[]> {
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  const name = `simulation_${process.pid}`;
  await admin.unsafe(`create database ${name}`);
  const onPostgres = ['--postgres', databaseUrl(url, name)];
  const reports = await Promise.all([runSeeds(1, count, onPostgres), runSeeds(1 + count, count)]);
  await dropDatabase(admin, name);
  await admin.end();
  return reports;
}

/** The simulator prints a line for each seed, and stops at the first that breaks a promise. */
async function runSeeds(first: number, count: number, more: string[] = []): Promise<TestReport> {
  const length = ['--days', `${days[set as TestSet]}`];
  const parameters = ['--seed', `${first}`, '--seeds', `${count}`, ...length, ...MARKET, ...more];
  const child = spawn(
    'npx',
    ['--no-install', 'tsx', 'tests/simulation/simulate.ts', ...parameters],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  let passed = 0;
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    lines.push(line);
    if (line.startsWith('seed ')) passed += 1;
  }
  if ((await ended) === 0) return { passed, failed: 0, failures: [], secondTries: [] };
  const name = `simulated seeds from ${first}`;
  return {
    passed: Math.max(0, passed - 1),
    failed: 1,
    failures: [{ name, reason: lines.slice(-4).join('\n') }],
    secondTries: [],
  };
}

function runUnits(...projects: string[]): Promise<TestReport> {
  const report = join(folder, `${projects.join('-')}.json`);
  return run({
    command: 'vitest',
    parameters: [
      'run',
      '--config=tests/vitest.config.ts',
      ...(chosen.length > 0 ? ['--passWithNoTests'] : []),
      ...projects.map((project) => `--project=${project}`),
    ],
    variables: {
      UNIT_REPORT: report,
      // Chosen files run whatever set they belong to.
      ...(chosen.length > 0 ? {} : { TEST_SET: set }),
      ...(projects.includes('embedded') ? samples : {}),
    },
    report,
    read: (written: TestReport) => written,
  });
}

function runBrowser(of: TestSet): Promise<TestReport> {
  const report = join(folder, 'browser.json');
  return run({
    command: 'playwright',
    parameters: [
      'test',
      '--config=tests/e2e/playwright.config.ts',
      '--reporter=list,json',
      ...(chosen.length > 0 ? ['--pass-with-no-tests'] : []),
      ...browserTests[of],
    ],
    variables: {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      ...(chosen.length > 0 ? {} : { TEST_SET: of }),
    },
    report,
    read: readPlaywrightReport,
  });
}

type Runner<Report> = {
  command: string;
  parameters: string[];
  variables: NodeJS.ProcessEnv;
  report: string;
  read: (report: Report) => TestReport;
};

/** A runner that fails without naming a test (it cannot start, for example) is one failure. */
async function run<Report>(runner: Runner<Report>): Promise<TestReport> {
  const { command, parameters, variables, report, read } = runner;
  const exitCode = await new Promise<number>((resolve) => {
    const child = spawn('npx', ['--no-install', command, ...parameters, ...chosen], {
      stdio: 'inherit',
      env: { ...process.env, ...variables },
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
  const written = await readFile(report, 'utf8').then(JSON.parse, () => null);
  const result = written ? read(written) : { passed: 0, failed: 0, failures: [], secondTries: [] };
  if (exitCode === 0 || result.failed > 0) return result;
  return { ...result, failed: 1, failures: [{ name: command, reason: `exit code ${exitCode}` }] };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function list(title: string, troubles: Trouble[]): void {
  for (const { name, reason } of troubles) console.log(`${title}: ${name}\n${reason}\n`);
}
