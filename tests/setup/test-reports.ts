import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter } from 'vitest/node';
import { projectRoot } from '#server/project-root.ts';

/** Measurements on one version don't apply to the other. */
export function nodeVersions(
  dockerfile = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8'),
): string {
  const shipped = new Set(
    [...dockerfile.matchAll(/^FROM node:(\d+\.\d+\.\d+)-/gm)].map(([, version]) => version),
  );
  const [version] = shipped;
  if (!version || shipped.size > 1)
    throw new Error('The Dockerfile builds and serves with one exact version of Node.js');
  return `Node ${process.version} (the image ships v${version})`;
}

export type Trouble = { name: string; reason: string };

export type TestReport = {
  passed: number;
  failed: number;
  failures: Trouble[];
  secondTries: Trouble[];
};

type Thrown = { message: string; stack?: string; cause?: unknown };
type VitestTest = {
  fullName: string;
  result: () => { state: string; errors?: readonly Thrown[] | undefined };
};
type VitestModule = {
  relativeModuleId: string;
  project: { name: string };
  errors: () => readonly Thrown[];
  children: { allTests: () => Iterable<VitestTest> };
};

export const createUnitReporter = (file: string): Reporter => ({
  onTestRunEnd: (modules) => writeFileSync(file, JSON.stringify(readVitestReport(modules))),
});

function readVitestReport(modules: readonly VitestModule[]): TestReport {
  const unread: Trouble[] = [];
  const tests: { state: string; trouble: Trouble }[] = [];
  for (const module of modules) {
    const file = `${module.project.name}: ${module.relativeModuleId}`;
    const troubleOf = (name: string, errors: readonly Thrown[] = []) => ({
      name,
      reason: errors.length === 0 ? '' : describe(errors.at(-1)),
    });
    if (module.errors().length > 0) unread.push(troubleOf(file, module.errors()));
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      tests.push({ state, trouble: troubleOf(`${file} > ${test.fullName}`, errors) });
    }
  }
  const inState = (wanted: string) =>
    tests.flatMap(({ state, trouble }) => (state === wanted ? trouble : []));
  const [passed, failures] = [inState('passed'), [...unread, ...inState('failed')]];
  return {
    passed: passed.length,
    failed: failures.length,
    failures,
    secondTries: passed.filter(({ reason }) => reason),
  };
}

function describe(error: unknown): string {
  const { message, stack, cause } = error as Thrown;
  const lines = firstLines(stack || message);
  return cause ? `${lines}\nCaused by: ${describe(cause)}` : lines;
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
