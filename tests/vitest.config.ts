import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { textCompilation } from '../src/tooling/text-compilation.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const usesDatabase = ['tests/server/**/*.test.ts', 'tests/hostile/*.test.ts'];

/** They build the server and start processes of it, which takes from ten seconds to a minute each: `npm run test:all` runs them. */
const startsServers = ['tests/server/demo/listening.test.ts', 'tests/hostile/proxied-addresses.test.ts'];

/** Which tests run: those of `npm test` (everyday), what `npm run test:all` has besides them (rest), or all of them. */
const scope = process.env.TEST_SCOPE ?? 'all';

/** Each worker keeps one database open for all its files: opening one costs seconds, emptying it milliseconds. */
const onDatabase = (name: 'embedded' | 'postgres'): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    include: name === 'embedded' && scope === 'rest' ? startsServers : usesDatabase,
    exclude: scope === 'everyday' ? startsServers : [],
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
    include: ['tests/shared/**/*.test.ts', 'tests/web/**/*.test.{ts,tsx}', 'tests/tooling/**/*.test.ts', 'tests/*.test.ts'],
    sequence: { groupOrder: 0 },
  },
};

export default defineConfig({
  root,
  plugins: [paraglideVitePlugin(textCompilation)],
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    projects: [
      ...(scope === 'rest' ? [] : [pure]),
      onDatabase('embedded'),
      ...(process.env.TEST_DATABASE_URL ? [onDatabase('postgres')] : []),
    ],
  },
});
