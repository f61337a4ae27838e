import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import {
  core,
  isTestSet,
  nightly,
  notAtEveryChange,
  onBothDatabases,
  throughPooler,
} from '#tests/sets.ts';
import { canStartPgBouncer } from '#tests/setup/processes/pgbouncer.ts';
import { createUnitReporter } from '#tests/setup/test-reports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const screens = ['tests/**/web/**/*.test.{ts,tsx}'];
/** Rules need no database. The simulator opens its own. */
const rules = [
  'tests/**/rules/**/*.test.ts',
  'tests/{simulation,tooling}/**/*.test.ts',
  'tests/*.test.ts',
];
const usesDatabase = ['tests/{app,features,hostile,platform}/**/*.test.ts'];
/** The demo runs on the embedded database only. */
const demo = ['tests/demo/*.test.ts'];

/** Without a set, as in `npx vitest FILE`, every project has all its files. */
const set = process.env.TEST_SET ?? 'night';
if (!isTestSet(set)) throw new Error(`There is no set of tests called "${set}"`);
const isNight = set === 'night';
const left = { change: [...nightly, ...notAtEveryChange], merge: nightly, night: [] }[set];
const filesOf = {
  embedded: { change: core, merge: onBothDatabases, night: [...usesDatabase, ...demo] }[set],
  postgres: usesDatabase,
  pgbouncer: isNight ? ['tests/features/orders/**/*.test.ts', ...throughPooler] : throughPooler,
};

/** A merge runs these through PgBouncer, where there is one, and not directly as well. */
const pooledOnly = set === 'merge' && canStartPgBouncer ? throughPooler : [];

/** The projects with a database, in the order they run, after the two without. */
const names = { embedded: 2, postgres: 3, pgbouncer: 4 };
const globalSetups = {
  embedded: [],
  postgres: ['tests/setup/postgres-template.ts'],
  pgbouncer: ['tests/setup/postgres-template.ts', 'tests/setup/processes/pooler.ts'],
};

/**
 * Each worker keeps one database open for all its files: opening one costs seconds, emptying it
 * milliseconds.
 */
const onDatabase = (name: keyof typeof names): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    include: filesOf[name],
    exclude: [...rules, ...screens, ...left, ...(name === 'postgres' ? pooledOnly : [])],
    isolate: false,
    env: { TEST_DATABASE: name === 'embedded' ? name : 'postgres' },
    setupFiles: ['tests/setup/no-unexpected-console.ts'],
    globalSetup: globalSetups[name],
    sequence: { groupOrder: names[name] },
  },
});

/** A worker serves files of one environment, so screens, which need a browser's, are apart. */
const pure: TestProjectConfiguration[] = [
  { extends: true, test: { name: 'pure', isolate: false, include: rules, exclude: left } },
  {
    extends: true,
    test: {
      name: 'screens',
      environment: 'jsdom',
      isolate: false,
      include: screens,
      exclude: left,
      setupFiles: ['tests/setup/web/fresh-browser-storage.ts'],
      sequence: { groupOrder: 1 },
    },
  },
];

const report = process.env.UNIT_REPORT;
const pooled = canStartPgBouncer ? [onDatabase('pgbouncer')] : [];

export default defineConfig({
  root,
  test: {
    pool: 'forks',
    globals: true,
    reporters: ['default', ...(report ? [createUnitReporter(report)] : [])],
    // Plain JavaScript in more than a thousand files: Node loads it in half the time that
    // transforming takes.
    server: { deps: { external: [/text\/compiled/] } },
    experimental: { fsModuleCache: true },
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      ...pure,
      onDatabase('embedded'),
      ...(process.env.TEST_DATABASE_URL ? [onDatabase('postgres'), ...pooled] : []),
    ],
  },
});
