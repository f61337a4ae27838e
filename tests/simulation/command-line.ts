import { parseArgs } from 'node:util';
import type { Connection } from '#server/database.ts';
import { type FaultName, faultNames } from './faults.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { readRows } from './read-rows.ts';
import { type Result, runSeed } from './run-seed.ts';
import { commandOf, shrink } from './shrink.ts';
import type { Options } from './world.ts';

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
const seconds = () => Number(process.hrtime.bigint()) / NANOSECONDS;
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS;
};

function readOptions(given: string[]) {
  const { values } = parseArgs({
    args: given,
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '1' },
      days: { type: 'string', default: '30' },
      farms: { type: 'string', default: '40' },
      buyers: { type: 'string', default: '400' },
      faults: { type: 'string', default: 'all' },
      minutes: { type: 'string' },
      trace: { type: 'string' },
      postgres: { type: 'string' },
      'no-shrinking': { type: 'boolean', default: false },
    },
  });
  const { trace, faults } = values;
  return {
    ...values,
    count: values.minutes ? Number.POSITIVE_INFINITY : Number(values.seeds),
    endsAt: seconds() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60,
    options: {
      seed: Number(values.seed),
      days: Number(values.days),
      farms: Number(values.farms),
      buyers: Number(values.buyers),
      faults: readFaults(faults),
      traced: trace === undefined ? null : trace === 'all' ? ('all' as const) : Number(trace),
    },
  };
}

function readFaults(text: string): readonly FaultName[] {
  if (text === 'all') return faultNames;
  const names = text === 'none' ? [] : text.split(',');
  const unknown = names.filter((name) => !faultNames.some((known) => known === name));
  if (unknown.length > 0)
    throw new Error(`Unknown faults: ${unknown.join(', ')}. There are ${faultNames.join(', ')}.`);
  return faultNames.filter((name) => names.includes(name));
}

async function openDatabase(url: string | undefined): Promise<Connection> {
  if (url) {
    const { connectPostgres } = await import('#server/db/connect-postgres.ts');
    const connection = oneAtATime(await connectPostgres(url));
    await connection.db.transaction((tx) => readRows(tx, 'select 1'));
    await readRows(connection.db, 'select 1');
    return connection;
  }
  const connection = await (await import('#server/db/open-embedded.ts')).openEmbedded();
  // Otherwise the plans, and the order of rows, would depend on how often a statement was sent.
  await readRows(connection.db, 'set plan_cache_mode = force_generic_plan');
  return connection;
}

export async function runCommandLine(given: string[]): Promise<number> {
  const { options: first, count, endsAt, postgres, 'no-shrinking': isRaw } = readOptions(given);
  const connection = await openDatabase(postgres);
  let [days, spent, cpuSpent] = [0, 0, 0];
  for (let at = 0; at < count && seconds() < endsAt; at += 1) {
    const options: Options = { ...first, seed: first.seed + at };
    const [startedAt, cpuStartedAt] = [seconds(), cpuSeconds()];
    const result = await runSeed(connection, options);
    days += options.days;
    spent += seconds() - startedAt;
    cpuSpent += cpuSeconds() - cpuStartedAt;
    print(describe(options, result, seconds() - startedAt));
    if (!result.violation) continue;
    print(`It breaks a promise on day ${result.violation.day}: ${result.violation.message}`);
    print(`Replay it with: ${commandOf(options)}`);
    if (!isRaw) {
      const smallest = await shrink(options, result, (smaller) => runSeed(connection, smaller));
      print(`The smallest that breaks it: ${commandOf(smallest)}`);
    }
    return 1;
  }
  print(
    `${(days / spent).toFixed(2)} simulated days a second, ${(days / cpuSpent).toFixed(2)} a second of the processor`,
  );
  return 0;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

function describe({ seed, days }: Options, result: Result, took: number) {
  const { hash, events, orders, lots, sums } = result;
  const money = Object.entries(sums).map(
    ([name, cents]) => `${name} ${(cents / 100).toLocaleString('en')}`,
  );
  const ends = Object.entries(lots).map(([name, count]) => `${name} ${count}`);
  return `seed ${seed}: ${days} days, ${orders} orders, ${events} events, KES ${money.join(', ')}; lots ${ends.join(', ')}; hash ${hash}; ${took.toFixed(1)} s`;
}
