import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from '#tests/setup/test-reports.ts';

test('vitest: a failure, a retry and a file that could not be loaded are distinguished', () => {
  const report = readVitestReport({
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      {
        name: 'tests/a.test.ts',
        assertionResults: [
          { fullName: 'is right', status: 'passed', failureMessages: [] },
          { fullName: 'is late', status: 'passed', failureMessages: ['expected 1 to be 2'] },
          {
            fullName: 'is wrong',
            status: 'failed',
            failureMessages: ['first', 'second\n at 1\n at 2\n at 3\n at 4\n at 5\n at 6'],
          },
        ],
      },
      { name: 'tests/b.test.ts', message: 'no such module', assertionResults: [] },
    ],
  });
  expect(report).toEqual({
    passed: 2,
    failed: 1,
    failures: [
      { name: 'tests/b.test.ts', reason: 'no such module' },
      { name: 'tests/a.test.ts > is wrong', reason: 'second\n at 1\n at 2\n at 3\n at 4\n at 5' },
    ],
    secondTries: [{ name: 'tests/a.test.ts > is late', reason: 'expected 1 to be 2' }],
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
