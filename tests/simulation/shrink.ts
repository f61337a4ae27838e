import { faultNames } from './faults.ts';
import type { Result } from './run-seed.ts';
import type { Options } from './world.ts';

export async function shrink(
  options: Options,
  { violation }: Result,
  run: (smaller: Options) => Promise<Result>,
): Promise<Options> {
  if (!violation) return options;
  const isSettling = violation.day > options.days;
  let smallest = { ...options, days: isSettling ? options.days : violation.day };
  const tryOut = async (smaller: Options) => {
    const { violation: found } = await run(smaller);
    if (found?.rule !== violation.rule) return;
    smallest = { ...smaller, days: Math.min(smaller.days, found.day) };
  };
  for (const days of [1, 3, 7, 14].filter((count) => count < smallest.days))
    if (isSettling && days < smallest.days) await tryOut({ ...smallest, days });
  for (const name of faultNames)
    if (smallest.faults.includes(name))
      await tryOut({ ...smallest, faults: smallest.faults.filter((one) => one !== name) });
  for (let [farms, buyers] = [half(smallest.farms), half(smallest.buyers)]; buyers >= 5; ) {
    await tryOut({ ...smallest, farms, buyers });
    [farms, buyers] = [half(farms), half(buyers)];
  }
  return smallest;
}

const half = (count: number) => Math.max(1, Math.floor(count / 2));

export function commandOf({ seed, days, farms, buyers, faults }: Options): string {
  const kinds = faults.length === faultNames.length ? 'all' : faults.join(',') || 'none';
  return `npm run simulate -- --seed ${seed} --days ${days} --farms ${farms} --buyers ${buyers} --faults ${kinds}`;
}
