import { describe, expect, test } from 'vitest';
import { createFairQueue } from '../../src/server/fair-queue.ts';

/** Work that goes on until it is ended, and says when it begins. */
function startWork(queue: ReturnType<typeof createFairQueue>) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (client: string) =>
    queue.run(client, () => {
      begun.push(client);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  /** Ends what began first of all that goes on, and lets the next begin. */
  const endFirst = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { begun, begin, endFirst };
}

const patient = { waitingPerClient: 100, waitMilliseconds: 60_000 };

describe('E51: a share of the work', () => {
  test('one client has no more than its share at once; another finds a place free', async () => {
    const { begun, begin, endFirst } = startWork(createFairQueue({ atOnce: 4, perClient: 2, ...patient }));
    for (let asked = 0; asked < 24; asked += 1) void begin('eager');
    expect(begun).toEqual(['eager', 'eager']);
    void begin('other');
    expect(begun).toEqual(['eager', 'eager', 'other']);
    // What still waited would be refused a minute later, while another file runs.
    while (begun.length < 25) await endFirst();
  });

  test('waiting clients are served in turn, however much each has asked for', async () => {
    const { begun, begin, endFirst } = startWork(createFairQueue({ atOnce: 1, perClient: 1, ...patient }));
    for (let asked = 0; asked < 5; asked += 1) void begin('eager');
    void begin('a');
    void begin('b');
    for (let ended = 0; ended < 6; ended += 1) await endFirst();
    expect(begun).toEqual(['eager', 'a', 'b', 'eager', 'eager', 'eager', 'eager']);
  });

  test('work that fails gives its place back', async () => {
    const queue = createFairQueue({ atOnce: 1, perClient: 1, ...patient });
    const failures = Array.from({ length: 3 }, () => queue.run('a', () => Promise.reject(new Error('broken'))));
    expect((await Promise.allSettled(failures)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await queue.run('a', async () => 'done')).toBe('done');
  });

  test('a client over its own share is told so; one that waits for others, that there is no place', async () => {
    const { begin } = startWork(createFairQueue({ atOnce: 1, perClient: 1, waitingPerClient: 1, waitMilliseconds: 20 }));
    void begin('a');
    const waiting = begin('a');
    const tooMany = { code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 1 } };
    await expect(begin('a')).rejects.toMatchObject(tooMany);
    const other = begin('b');
    await expect(waiting).rejects.toMatchObject(tooMany);
    await expect(other).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { retryAfterSeconds: 1 } });
  });

  test('a client that waited in vain takes up no place', async () => {
    const { begun, begin, endFirst } = startWork(createFairQueue({ atOnce: 1, perClient: 1, ...patient, waitMilliseconds: 5 }));
    void begin('a');
    await expect(begin('b')).rejects.toThrow();
    await endFirst();
    void begin('c');
    expect(begun).toEqual(['a', 'c']);
  });

  test('work that can be skipped is skipped when it would wait too long', async () => {
    const queue = createFairQueue({ atOnce: 2, perClient: 1, ...patient, waitMilliseconds: 5 });
    let end = () => {};
    const first = queue.runOrSkip('a', () => new Promise<string>((resolve) => (end = () => resolve('done'))));
    expect(await queue.runOrSkip('a', async () => 'second')).toBeNull();
    expect(await queue.runOrSkip('b', async () => 'another')).toBe('another');
    end();
    expect(await first).toBe('done');
    expect(await queue.runOrSkip('a', async () => 'again')).toBe('again');
  });
});
