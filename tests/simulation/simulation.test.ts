import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { faultNames } from './faults.ts';
import type { Result } from './run-seed.ts';
import { commandOf, shrink } from './shrink.ts';
import type { Options } from './world.ts';

/** In a process of its own, because the simulator replaces the clock and chance of its process. */
function simulate(...options: string[]) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      'tests/simulation/simulate.ts',
      '--farms',
      '5',
      '--buyers',
      '40',
      ...options,
    ],
    { encoding: 'utf8' },
  );
  return { said: stdout, errors: stderr, status, hash: /hash (\w+)/.exec(stdout)?.[1] };
}

describe('the simulator', () => {
  test('a seed gives the same trace and the same rows each time, and another seed others', () => {
    const [first, again, other] = [
      simulate('--seed', '7', '--days', '3'),
      simulate('--seed', '7', '--days', '3'),
      simulate('--seed', '8', '--days', '3'),
    ];
    expect(first, first.said + first.errors).toMatchObject({ status: 0 });
    expect(first.hash).toMatch(/^[0-9a-f]{16}$/);
    expect(again.hash).toBe(first.hash);
    expect(other.hash).not.toBe(first.hash);
  });
});

describe('a seed that breaks a promise', () => {
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
    return { hash: '', events: 0, orders: 0, sums: {}, violation };
  };
  const { violation: _, ...held } = broken('', 0);

  test('is shrunk to the days, faults and people that break it', async () => {
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

  test('is not shrunk to a simulation that breaks another promise', async () => {
    const smallest = await shrink(options, broken('stock', 30), async ({ buyers, faults }) =>
      broken(buyers < 400 || faults.length < faultNames.length ? 'money' : 'stock', 1),
    );
    expect(smallest).toMatchObject({ buyers: 400, faults: faultNames });
  });
});
