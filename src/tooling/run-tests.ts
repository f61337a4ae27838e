import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * `npm test`: vitest (on the embedded database, and on Postgres where TEST_DATABASE_URL is set), then the browser tests on the
 * built server. Both run whatever the first says; the last line counts what really ran, from the runners' own reports.
 */

type Count = { passed: number; failed: number };

const folder = await mkdtemp(join(tmpdir(), 'sokoshamba-tests-'));
const arguments_ = process.argv.slice(2);

const units = await run(
  'vitest',
  ['run', '--config', 'tests/vitest.config.ts', '--reporter=default', '--reporter=json', ...arguments_],
  {
    report: 'vitest.json',
    outputFlag: (file) => `--outputFile.json=${file}`,
    count: (report) => ({ passed: Number(report.numPassedTests), failed: Number(report.numFailedTests) }),
  },
);
const browser = await run(
  'playwright',
  ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json', ...arguments_],
  {
    report: 'playwright.json',
    variable: 'PLAYWRIGHT_JSON_OUTPUT_NAME',
    count: ({ stats }) => {
      const { expected, flaky, unexpected } = stats as Record<string, number>;
      return { passed: (expected ?? 0) + (flaky ?? 0), failed: unexpected ?? 0 };
    },
  },
);
await rm(folder, { recursive: true, force: true });

const passed = units.passed + browser.passed;
// A runner that failed without naming a test (it could not start, say) is a failure all the same.
const failed = units.failed + browser.failed + [units, browser].filter((r) => r.exitCode !== 0 && r.failed === 0).length;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

type Runner = {
  report: string;
  outputFlag?: (file: string) => string;
  variable?: string;
  count: (report: Record<string, unknown>) => Count;
};

async function run(command: string, parameters: string[], runner: Runner): Promise<Count & { exitCode: number }> {
  const file = join(folder, runner.report);
  const flags = runner.outputFlag ? [...parameters, runner.outputFlag(file)] : parameters;
  const exitCode = await new Promise<number>((resolve) => {
    const child = spawn('npx', ['--no-install', command, ...flags], {
      stdio: 'inherit',
      env: { ...process.env, ...(runner.variable && { [runner.variable]: file }) },
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
  const report = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  return { exitCode, ...(report ? runner.count(report) : { passed: 0, failed: 0 }) };
}
