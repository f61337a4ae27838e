import { createHash } from 'node:crypto';
import type { Random } from '#demo/make-market.ts';
import type { FaultName } from './faults.ts';
import { forkRandom, outside } from './isolation.ts';

export type Options = {
  seed: number;
  days: number;
  farms: number;
  buyers: number;
  faults: readonly FaultName[];
  traced: number | 'all' | null;
};

export const FIRST_MOMENT = Date.UTC(2026, 2, 2, 6);
export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const NAIROBI_AHEAD = 3 * HOUR;

export class Violation extends Error {
  readonly rule: string;
  constructor(rule: string, details: string) {
    super(`${rule}: ${details}`);
    this.rule = rule;
  }
}

type Event = { at: number; run: () => Promise<void> };

export function createWorld({ seed, faults, traced }: Options) {
  const forks = new Map<string, Random>();
  const chance = (name: string): Random => {
    const random = forks.get(name) ?? forkRandom(seed, name);
    forks.set(name, random);
    return random;
  };
  outside.now = FIRST_MOMENT;
  outside.random = chance('the process');
  outside.hosts.clear();

  const events: Event[] = [];
  const at = (moment: number, run: Event['run']) => {
    let [from, to] = [0, events.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      // Two events at one moment keep their order.
      if ((events[middle]?.at ?? 0) <= moment) from = middle + 1;
      else to = middle;
    }
    events.splice(from, 0, { at: moment, run });
  };

  const hash = createHash('sha256');
  const world = {
    chance,
    events: 0,
    areFaultsOver: false,
    touched: new Set<number>(),
    now: () => new Date(outside.now),
    at,
    after: (seconds: number, run: Event['run']) => at(outside.now + seconds * 1000, run),
    isFaulty: (name: FaultName, probability: number): boolean =>
      !world.areFaultsOver && faults.includes(name) && chance(name).isTrue(probability),
    tell(sentence: string, orderIds: readonly number[] = []) {
      hash.update(`${outside.now} ${sentence}\n`);
      for (const id of orderIds) world.touched.add(id);
      if (traced === 'all' || (traced !== null && orderIds.includes(traced))) world.show(sentence);
    },
    show(sentence: string) {
      const there = new Date(outside.now + NAIROBI_AHEAD * 1000).toISOString();
      process.stdout.write(`${there.slice(0, 19).replace('T', ' ')} ${sentence}\n`);
    },
    traceHash: () => hash.copy().digest('hex'),
    async runUntil(moment: number, afterEach: () => Promise<void>) {
      for (let event = events[0]; event && event.at <= moment; event = events[0]) {
        events.shift();
        outside.now = Math.max(outside.now, event.at);
        world.events += 1;
        await event.run();
        await afterEach();
      }
      outside.now = moment;
    },
  };
  return world;
}

export type World = ReturnType<typeof createWorld>;
