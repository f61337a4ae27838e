import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFairQueue } from '#platform/server/fair-queue.ts';
import { report } from '#tests/setup/report.ts';
import { outcomeOf } from '#tests/setup/rest.ts';

function startWork(queue: ReturnType<typeof createFairQueue>) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (client: string) =>
    queue.run(client, () => {
      begun.push(client);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const endFirst = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { begun, begin, endFirst };
}

const patient = { waitingPerClient: 100, waitMilliseconds: 60_000 };

describe('E51: a share of the work', () => {
  test('a client has at most its share at once; another finds a free place', async () => {
    const { begun, begin, endFirst } = startWork(
      createFairQueue({ atOnce: 4, perClient: 2, ...patient }),
    );
    for (let asked = 0; asked < 24; asked += 1) void begin('eager');
    expect(begun).toEqual(['eager', 'eager']);
    void begin('other');
    expect(begun).toEqual(['eager', 'eager', 'other']);
    // Otherwise waiting work would be refused a minute later, while another file runs.
    while (begun.length < 25) await endFirst();
  });

  test('waiting clients are served in turn, however much each has asked for', async () => {
    const { begun, begin, endFirst } = startWork(
      createFairQueue({ atOnce: 1, perClient: 1, ...patient }),
    );
    for (let asked = 0; asked < 5; asked += 1) void begin('eager');
    void begin('a');
    void begin('b');
    for (let ended = 0; ended < 6; ended += 1) await endFirst();
    expect(begun).toEqual(['eager', 'a', 'b', 'eager', 'eager', 'eager', 'eager']);
  });

  test('failed work frees its place', async () => {
    const queue = createFairQueue({ atOnce: 1, perClient: 1, ...patient });
    const failures = Array.from({ length: 3 }, () =>
      queue.run('a', () => Promise.reject(new Error('broken'))),
    );
    expect((await Promise.allSettled(failures)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(await queue.run('a', async () => 'done')).toBe('done');
  });

  test('a client over its own share gets 429, and a client blocked by others gets 503', async () => {
    const { begin } = startWork(
      createFairQueue({ atOnce: 1, perClient: 1, waitingPerClient: 1, waitMilliseconds: 20 }),
    );
    void begin('a');
    const waiting = begin('a');
    const tooMany = { code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 1 } };
    await expect(begin('a')).rejects.toMatchObject(tooMany);
    const other = begin('b');
    await expect(waiting).rejects.toMatchObject(tooMany);
    await expect(other).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { retryAfterSeconds: 1 },
    });
  });

  test('a client that gave up waiting occupies no place', async () => {
    const { begun, begin, endFirst } = startWork(
      createFairQueue({ atOnce: 1, perClient: 1, ...patient, waitMilliseconds: 5 }),
    );
    void begin('a');
    await expect(begin('b')).rejects.toThrow();
    await endFirst();
    void begin('c');
    expect(begun).toEqual(['a', 'c']);
  });

  test('optional work is skipped if it would wait too long', async () => {
    const queue = createFairQueue({ atOnce: 2, perClient: 1, ...patient, waitMilliseconds: 5 });
    let end = () => {};
    const first = queue.runOrSkip(
      'a',
      () => new Promise<string>((resolve) => (end = () => resolve('done'))),
    );
    expect(await queue.runOrSkip('a', async () => 'second')).toBeNull();
    expect(await queue.runOrSkip('b', async () => 'another')).toBe('another');
    end();
    expect(await first).toBe('done');
    expect(await queue.runOrSkip('a', async () => 'again')).toBe('again');
  });
});

describe('E55: turns', () => {
  test('a newcomer waits for at most one piece of work of each other owner, however many those have queued', async () => {
    const owners = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(owners, fc.integer({ min: 1, max: 3 }), async (before, atOnce) => {
        const { begun, begin, endFirst } = startWork(createFairQueue({ atOnce, ...patient }));
        for (const owner of before) void begin(`owner ${owner}`);
        void begin('newcomer');
        const atFirst = begun.length;
        while (begun.length < before.length + 1) await endFirst();
        const between = begun.slice(atFirst, begun.indexOf('newcomer'));
        expect(new Set(between).size).toBe(between.length);
      }),
      { numRuns: 200 },
    );
    report(
      'E55',
      '200 lines of up to 60 pictures of 6 farmers: a newcomer waited for at most one of each',
    );
  });

  test('a full queue evicts from the longest, and equally long ones keep their places', async () => {
    const { begun, begin, endFirst } = startWork(
      createFairQueue({ atOnce: 1, waitingMax: 4, waitMilliseconds: 60_000 }),
    );
    const outcomes: Record<string, string> = {};
    const bring = (owner: string, name: string) => {
      void outcomeOf(begin(owner)).then((outcome) => {
        outcomes[name] = outcome;
      });
    };
    for (let one = 0; one < 5; one += 1) bring('first', `first ${one}`);
    bring('first', 'first too many');
    bring('second', 'second a');
    bring('second', 'second b');
    bring('second', 'second too many');
    await new Promise(setImmediate);
    expect(outcomes).toEqual({
      'first too many': 'TOO_MANY_REQUESTS',
      'first 4': 'TOO_MANY_REQUESTS',
      'first 3': 'TOO_MANY_REQUESTS',
      'second too many': 'TOO_MANY_REQUESTS',
    });
    for (let one = 0; one < 5; one += 1) await endFirst();
    expect(begun[1]).toBe('second');
    expect(begun.toSorted()).toEqual(['first', 'first', 'first', 'second', 'second']);
  });
});

describe('E106: the client with the least recent use comes first', () => {
  async function afterUse(uses: Record<string, number>) {
    const queue = createFairQueue({ atOnce: 1, ...patient });
    for (const [client, milliseconds] of Object.entries(uses))
      await queue.run(client, () => pause(milliseconds));
    return startWork(queue);
  }

  test('forty networks that have used a place wait behind one that has not', async () => {
    const attackers = Array.from({ length: 40 }, (_, at) => `203.0.${at}.7`);
    const { begun, begin, endFirst } = await afterUse(
      Object.fromEntries(attackers.map((address) => [address, 2])),
    );
    void begin('running');
    for (const address of [...attackers, ...attackers]) void begin(address);
    void begin('198.51.100.1');
    for (let ended = 0; ended < 81; ended += 1) await endFirst();
    report(
      'E106',
      `an address without use behind 80 pieces of work of 40 networks: begun as number ${begun.indexOf('198.51.100.1')}`,
    );
    expect(begun[1]).toBe('198.51.100.1');
    await endFirst();
  });

  test.each([
    ['203.0.113.7', '203.0.113.8'],
    ['2001:db8:7:1::/64', '2001:db8:7:2::/64'],
    ['2001:db8:7:1::/64', '2001:db8:7:f000::/64'],
  ])('use by %s counts for %s in the same network', async (used, other) => {
    const { begun, begin, endFirst } = await afterUse({ [used]: 60 });
    void begin('running');
    void begin(other);
    void begin('198.51.100.1');
    for (let ended = 0; ended < 3; ended += 1) await endFirst();
    expect(begun).toEqual(['running', '198.51.100.1', other]);
  });

  test('rightful work counts a fraction, failed work whole', async () => {
    const queue = createFairQueue({ atOnce: 1, ...patient });
    const isRightful = () => true;
    await queue.run('198.51.100.1', () => pause(40), { isRightful });
    await queue
      .run('203.0.113.7', () => pause(20).then(() => Promise.reject(new Error('wrong'))), {
        isRightful,
      })
      .catch(() => {});
    const { begun, begin, endFirst } = startWork(queue);
    void begin('running');
    void begin('203.0.113.7');
    void begin('198.51.100.1');
    void begin('192.0.2.1');
    for (let ended = 0; ended < 4; ended += 1) await endFirst();
    expect(begun).toEqual(['running', '192.0.2.1', '198.51.100.1', '203.0.113.7']);
  });

  test('a full queue evicts the client with the most use from equally long ones', async () => {
    const queue = createFairQueue({ atOnce: 1, waitingMax: 1, waitMilliseconds: 60_000 });
    await queue.run('203.0.113.7', () => pause(20));
    const { begun, begin, endFirst } = startWork(queue);
    void begin('running');
    const eager = begin('203.0.113.7');
    void begin('198.51.100.1');
    await expect(eager).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    for (let ended = 0; ended < 2; ended += 1) await endFirst();
    expect(begun).toEqual(['running', '198.51.100.1']);
  });

  test('work that waits without a limit is not displaced by a newcomer', async () => {
    const queue = createFairQueue({ atOnce: 1, waitingMax: 2, waitMilliseconds: 60_000 });
    const { begun, begin, endFirst } = startWork(queue);
    void begin('running');
    const patientWork = [1, 2].map(() =>
      queue.run('eager', async () => 'done', { waitMilliseconds: Infinity }),
    );
    await expect(begin('newcomer')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { retryAfterSeconds: 1 },
    });
    await endFirst();
    expect(await Promise.all(patientWork)).toEqual(['done', 'done']);
    expect(begun).toEqual(['running']);
  });
});
