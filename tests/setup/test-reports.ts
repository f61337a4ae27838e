/*
 * The JSON reports of the two test runners, read as one: how many tests passed and failed, and the
 * names of those that failed or passed only on a retry, so that they can be listed again at the end
 * of a long output.
 */

/** A test that failed or needed a retry; `reason` is the first lines of its last failure. */
export type Trouble = { name: string; reason: string };

export type TestReport = {
  passed: number;
  failed: number;
  failures: Trouble[];
  secondTries: Trouble[];
};

type VitestTest = { fullName: string; status: string; failureMessages?: string[] };
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; message?: string; assertionResults: VitestTest[] }[];
};

/** In vitest's report, a passed test with a failure message passed on its retry. */
export function readVitestReport(report: VitestReport): TestReport {
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({
      status: test.status,
      trouble: {
        name: `${file.name} > ${test.fullName}`,
        reason: firstLines(test.failureMessages?.at(-1)),
      },
    })),
  );
  const unread = report.testResults
    .filter((file) => file.assertionResults.length === 0 && file.message)
    .map((file) => ({ name: file.name, reason: firstLines(file.message) }));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: [
      ...unread,
      ...tests.filter(({ status }) => status === 'failed').map(({ trouble }) => trouble),
    ],
    secondTries: tests
      .filter(({ status, trouble }) => status === 'passed' && trouble.reason)
      .map(({ trouble }) => trouble),
  };
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: {
    file: string;
    title: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
};
type PlaywrightReport = {
  stats: { expected: number; flaky: number; unexpected: number };
  suites: PlaywrightSuite[];
};

export function readPlaywrightReport({ stats, suites }: PlaywrightReport): TestReport {
  const specs = suites.flatMap(specsOf);
  const withStatus = (wanted: string) =>
    specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === wanted)
        .map(({ results }) => ({
          name: `${spec.file} > ${spec.title}`,
          reason: firstLines(results.find(({ error }) => error)?.error?.message),
        })),
    );
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: withStatus('unexpected'),
    secondTries: withStatus('flaky'),
  };
}

function specsOf(suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

function firstLines(message = ''): string {
  return message.split('\n').slice(0, 6).join('\n');
}
