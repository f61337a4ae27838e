import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));
const usesDatabase = ['tests/server/**/*.test.ts', 'tests/hostile/*.test.ts'];

/** Each worker keeps one database open for all its files: opening one costs seconds, emptying it milliseconds. */
const onDatabase = (name: 'embedded' | 'postgres'): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    include: usesDatabase,
    isolate: false,
    env: { TEST_DATABASE: name },
    setupFiles: ['tests/setup/no-unexpected-console.ts'],
    globalSetup: name === 'postgres' ? ['tests/setup/postgres-template.ts'] : [],
    sequence: { groupOrder: name === 'postgres' ? 2 : 1 },
  },
});

const pure: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'pure',
    isolate: false,
    include: ['tests/shared/**/*.test.ts', 'tests/web/**/*.test.{ts,tsx}', 'tests/tooling/**/*.test.ts', 'tests/*.test.ts'],
    sequence: { groupOrder: 0 },
  },
};

export default defineConfig({
  root,
  test: {
    pool: 'forks',
    experimental: { fsModuleCache: true },
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    tags: [
      {
        name: 'long',
        description:
          'slow, and one of several about the same thing; or starts processes: left out of `npm test`, not of `npm run test:all`',
      },
    ],
    projects: [pure, onDatabase('embedded'), ...(process.env.TEST_DATABASE_URL ? [onDatabase('postgres')] : [])],
  },
});
