import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { nodeVersions } from './node-versions.ts';
import { readPlaywrightReport, readVitestReport, type TestReport, type Trouble } from './test-reports.ts';

/*
 * `npm test`: vitest (on the embedded database, and on Postgres where TEST_DATABASE_URL is set), then the browser tests on the
 * built server. Both run whatever the first says; the last line counts what really ran, from the runners' own reports.
 */

const folder = await mkdtemp(join(tmpdir(), 'sokoshamba-tests-'));
const arguments_ = process.argv.slice(2);

const units = await run({
  command: 'vitest',
  parameters: ['run', '--config', 'tests/vitest.config.ts', '--reporter=default', '--reporter=json'],
  reportTo: (file) => ({ flags: [`--outputFile.json=${file}`] }),
  read: readVitestReport,
});
const browser = await run({
  command: 'playwright',
  parameters: ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
  reportTo: (file) => ({ variables: { PLAYWRIGHT_JSON_OUTPUT_NAME: file } }),
  read: readPlaywrightReport,
});
await rm(folder, { recursive: true, force: true });

// Named once more at the end, where a long output is still read.
list('passed only on the second try', [...units.secondTries, ...browser.secondTries]);
list('failed', [...units.failures, ...browser.failures]);
const passed = units.passed + browser.passed;
// A runner that failed without naming a test (it could not start, say) is a failure all the same.
const failed = units.failed + browser.failed + [units, browser].filter((r) => r.exitCode !== 0 && r.failed === 0).length;
console.log(`ran on ${nodeVersions()}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

type Runner<Report> = {
  command: string;
  parameters: string[];
  /** How the runner is told to write its report to `file`. */
  reportTo: (file: string) => { flags?: string[]; variables?: Record<string, string> };
  read: (report: Report) => TestReport;
};

async function run<Report>({ command, parameters, reportTo, read }: Runner<Report>): Promise<TestReport & { exitCode: number }> {
  const file = join(folder, `${command}.json`);
  const { flags = [], variables = {} } = reportTo(file);
  const exitCode = await new Promise<number>((resolve) => {
    const child = spawn('npx', ['--no-install', command, ...parameters, ...flags, ...arguments_], {
      stdio: 'inherit',
      env: { ...process.env, ...variables },
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
  const report = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  return { exitCode, ...(report ? read(report) : { passed: 0, failed: 0, failures: [], secondTries: [] }) };
}

function list(title: string, troubles: Trouble[]): void {
  for (const { name, reason } of troubles) console.log(`${title}: ${relative(process.cwd(), name)}\n${reason}\n`);
}
