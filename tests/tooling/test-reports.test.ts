import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from '#tests/setup/test-reports.ts';

const moduleOf = (
  relativeModuleId: string,
  tests: Record<string, { state: string; errors?: { message: string; cause?: unknown }[] }>,
  errors: { message: string }[] = [],
) => ({
  relativeModuleId,
  project: { name: 'postgres' },
  errors: () => errors,
  children: {
    allTests: () =>
      Object.entries(tests).map(([fullName, result]) => ({ fullName, result: () => result })),
  },
});

test('vitest: a failure, a retry and a file that could not be loaded are distinguished', () => {
  const late = { message: 'expected 1 to be 2' };
  const wrong = {
    message: 'UNEXPECTED',
    stack: 'UNEXPECTED\n at 1\n at 2\n at 3\n at 4\n at 5\n at 6',
    cause: { message: 'deadlock detected' },
  };
  const report = readVitestReport([
    moduleOf('tests/a.test.ts', {
      'is right': { state: 'passed' },
      'is late': { state: 'passed', errors: [late] },
      'is wrong': { state: 'failed', errors: [late, wrong] },
      'is left out': { state: 'skipped' },
    }),
    moduleOf('tests/b.test.ts', {}, [{ message: 'no such module' }]),
  ]);
  expect(report).toEqual({
    passed: 2,
    failed: 2,
    failures: [
      { name: 'postgres: tests/b.test.ts', reason: 'no such module' },
      {
        name: 'postgres: tests/a.test.ts > is wrong',
        reason: 'UNEXPECTED\n at 1\n at 2\n at 3\n at 4\n at 5\nCaused by: deadlock detected',
      },
    ],
    secondTries: [{ name: 'postgres: tests/a.test.ts > is late', reason: 'expected 1 to be 2' }],
  });
});

test('playwright: a flaky test counts as passed, and is named', () => {
  const result = (message?: string) => ({ ...(message && { error: { message } }) });
  const report = readPlaywrightReport({
    stats: { expected: 1, flaky: 1, unexpected: 1 },
    suites: [
      {
        specs: [
          {
            file: 'a.spec.ts',
            title: 'is right',
            tests: [{ status: 'expected', results: [result()] }],
          },
        ],
        suites: [
          {
            specs: [
              {
                file: 'a.spec.ts',
                title: 'is late',
                tests: [{ status: 'flaky', results: [result('too late'), result()] }],
              },
              {
                file: 'a.spec.ts',
                title: 'is wrong',
                tests: [{ status: 'unexpected', results: [result('never')] }],
              },
            ],
          },
        ],
      },
    ],
  });
  expect(report).toEqual({
    passed: 2,
    failed: 1,
    failures: [{ name: 'a.spec.ts > is wrong', reason: 'never' }],
    secondTries: [{ name: 'a.spec.ts > is late', reason: 'too late' }],
  });
});
