import { spawnSync } from 'node:child_process';
import { readSources } from '#tests/setup/imports.ts';
import { faultNames } from './faults.ts';
import type { Result } from './run-seed.ts';
import { commandOf, shrink } from './shrink.ts';
import type { Options } from './world.ts';

/** In a process of its own, because the simulator replaces the clock and chance of its process. */
function simulate(...chosen: string[]) {
  const small = ['--days', '2', '--farms', '4', '--buyers', '40', '--no-shrinking'];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tests/simulation/simulate.ts', ...small, ...chosen],
    { encoding: 'utf8' },
  );
  const hashes = [...stdout.matchAll(/hash (\w+)/g)].map(([, hash]) => hash);
  return { said: stdout, errors: stderr, status, hashes };
}

const TIMEOUT_MILLISECONDS = 300_000;

test(
  'a seed gives the same trace and the same rows, after another one and by itself',
  () => {
    const both = simulate('--seed', '7', '--seeds', '2');
    const alone = simulate('--seed', '8');
    expect([both.status, alone.status], both.said + both.errors + alone.errors).toEqual([0, 0]);
    const [first, second] = both.hashes;
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    expect(second).not.toBe(first);
    expect(alone.hashes).toEqual([second]);
  },
  TIMEOUT_MILLISECONDS,
);

test('the application asks its clock for the time, and node:crypto for chance', () => {
  const server = readSources('src').filter(({ path }) =>
    /^src\/(features\/[\w-]+|platform|app)\/(server|rules)\//.test(path),
  );
  const direct = server.filter(({ text }) =>
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/.test(text),
  );
  expect(direct.map(({ path }) => path.replace('src/platform/server/', '')).sort()).toEqual([
    'adapters/mailer.ts',
    'adapters/web-push.ts',
    'clock.ts',
    'db/folder-lock.ts',
  ]);
  expect(server.length).toBeGreaterThan(300);
});

const options: Options = {
  seed: 42,
  days: 30,
  farms: 40,
  buyers: 400,
  faults: faultNames,
  traced: null,
};
const broken = (rule: string, day: number): Result => {
  const violation = { rule, message: rule, day };
  return { hash: '', events: 0, orders: 0, lots: {}, sums: {}, violation };
};
const { violation: _, ...held } = broken('', 0);

test('a seed that breaks a promise is shrunk to the days, faults and people that break it', async () => {
  const isEnough = ({ faults, buyers, days }: Options) =>
    faults.includes('death') && buyers >= 50 && days >= 9;
  const smallest = await shrink(options, broken('stock', 9), async (smaller) =>
    isEnough(smaller) ? broken('stock', 9) : held,
  );
  expect(smallest).toMatchObject({ days: 9, faults: ['death'], farms: 5, buyers: 50 });
  expect(commandOf(smallest)).toBe(
    'npm run simulate -- --seed 42 --days 9 --farms 5 --buyers 50 --faults death',
  );
});

test('a seed that breaks a promise is not shrunk to a simulation that breaks another promise', async () => {
  const smallest = await shrink(options, broken('stock', 30), async ({ buyers, faults }) =>
    broken(buyers < 400 || faults.length < faultNames.length ? 'money' : 'stock', 1),
  );
  expect(smallest).toMatchObject({ buyers: 400, faults: faultNames });
});
