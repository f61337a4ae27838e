import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { textCompilation } from '../src/tooling/text-compilation.ts';

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

export default defineConfig({
  root,
  plugins: [paraglideVitePlugin(textCompilation)],
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['tests/shared/**/*.test.ts', 'tests/web/**/*.test.ts', 'tests/tooling/**/*.test.ts', 'tests/*.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      onDatabase('embedded'),
      ...(process.env.TEST_DATABASE_URL ? [onDatabase('postgres')] : []),
    ],
  },
});
