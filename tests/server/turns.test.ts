import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTurns } from '../../src/server/turns.ts';
import { report } from '../setup/report.ts';
import { outcomeOf } from '../setup/rest.ts';

/** Work that ends when it is told to; `started` says whose has begun, in order. */
function makeWork() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    of: (owner: number) => () =>
      new Promise<void>((end) => {
        started.push(owner);
        ends.push(end);
      }),
    /** Ends the work that began first, and lets the next begin. */
    async endOne() {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('E55: turns', () => {
  test('a newcomer waits for at most one piece of work of each other owner, however many those have brought', async () => {
    const owners = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(owners, fc.integer({ min: 1, max: 3 }), async (before, atOnce) => {
        const inTurn = createTurns({ atOnce, waitingMax: 100 });
        const work = makeWork();
        const all = before.map((owner) => inTurn(owner, work.of(owner)));
        all.push(inTurn(9, work.of(9)));
        await new Promise((resolve) => setImmediate(resolve));
        const atFirst = work.started.length;
        while (work.started.length < before.length + 1) await work.endOne();
        const between = work.started.slice(atFirst, work.started.indexOf(9));
        expect(new Set(between).size).toBe(between.length);
        while (work.started.length > 0 && all.length > 0) {
          await work.endOne();
          all.pop();
        }
      }),
      { numRuns: 200 },
    );
    report('E55', '200 lines of up to 60 pictures of 6 farmers: a newcomer waited for at most one of each');
  });

  test('when all places are taken, the longest line gives one up; equals are not driven out', async () => {
    const inTurn = createTurns({ atOnce: 1, waitingMax: 4 });
    const work = makeWork();
    const outcomes: Record<string, string> = {};
    const bring = (owner: number, name: string) => {
      void outcomeOf(inTurn(owner, work.of(owner))).then((outcome) => {
        outcomes[name] = outcome;
      });
    };
    for (let one = 0; one < 5; one += 1) bring(1, `first ${one}`);
    bring(1, 'first too many');
    bring(2, 'second a');
    bring(2, 'second b');
    bring(2, 'second too many');
    await new Promise((resolve) => setImmediate(resolve));
    expect(outcomes).toEqual({
      'first too many': 'UNAVAILABLE',
      'first 4': 'UNAVAILABLE',
      'first 3': 'UNAVAILABLE',
      'second too many': 'UNAVAILABLE',
    });
    for (let one = 0; one < 5; one += 1) await work.endOne();
    expect(work.started).toEqual([1, 1, 2, 1, 2]);
  });
});
