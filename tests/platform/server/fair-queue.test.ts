import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { createFairQueue } from '#server/fair-queue.ts';
import { report } from '#tests/setup/report.ts';
import { outcomeOf } from '#tests/setup/rest.ts';

function openQueue(options: Parameters<typeof createFairQueue>[0]) {
  const queue = createFairQueue(options);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (client: string) =>
    queue.run(client, () => {
      begun.push(client);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const endFirst = async (count = 1) => {
    for (let ended = 0; ended < count; ended += 1) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { queue, begun, begin, endFirst };
}

const single = { atOnce: 1, perClient: 1 };
const patient = { waitingPerClient: 100, waitMilliseconds: 60_000 };

test('E51: a client has at most its share at once; another finds a free place', async () => {
  const { begun, begin, endFirst } = openQueue({ atOnce: 4, perClient: 2, ...patient });
  for (let asked = 0; asked < 24; asked += 1) void begin('eager');
  expect(begun).toEqual(['eager', 'eager']);
  void begin('other');
  expect(begun).toEqual(['eager', 'eager', 'other']);
  // Otherwise waiting work would be refused a minute later, while another file runs.
  while (begun.length < 25) await endFirst();
});

test('E51: a share of the work: a client over its own share gets 429, and a client blocked by others gets 503', async () => {
  const { begin } = openQueue({ ...single, waitingPerClient: 1, waitMilliseconds: 20 });
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

test('E51: a client that gave up waiting occupies no place', async () => {
  const { begun, begin, endFirst } = openQueue({ ...single, ...patient, waitMilliseconds: 5 });
  void begin('a');
  await expect(begin('b')).rejects.toThrow();
  await endFirst();
  void begin('c');
  expect(begun).toEqual(['a', 'c']);
});

test('E153: a client uses all slots while it is alone, and a share of them while others are here', async () => {
  const { begun, begin, endFirst } = openQueue({
    atOnce: 4,
    perClientAmongOthers: 2,
    ...patient,
  });
  for (let asked = 0; asked < 8; asked += 1) void begin('carrier');
  expect(begun).toHaveLength(4);
  void begin('other');
  await endFirst(2);
  expect(begun).toEqual([...Array(4).fill('carrier'), 'other']);
  await endFirst(3);
  expect(begun).toHaveLength(9);
  await endFirst(4);
});

test('E153: slots work that waits elsewhere lends its slot, goes on at once, and is not charged for it', async () => {
  const { queue, begun, begin, endFirst } = openQueue({ atOnce: 1, ...patient });
  let finishMail = () => {};
  const mail = new Promise<void>((resolve) => (finishMail = resolve));
  let hasGoneOn = false;
  const login = queue.run('login', async (withoutSlot) => {
    await withoutSlot(() => mail);
    hasGoneOn = true;
  });
  void begin('a');
  expect(begun).toEqual(['a']);
  await pause(20);
  finishMail();
  await login;
  expect(hasGoneOn).toBe(true);
  void begin('a');
  void begin('login');
  await endFirst(2);
  expect(begun).toEqual(['a', 'login', 'a']);
  await endFirst();
});

test('E55: turns: E120: a flood from many networks of one tenant waits behind itself, and a newcomer is next', async () => {
  const { begun, begin, endFirst } = openQueue({ atOnce: 4, perClient: 4, ...patient });
  for (let at = 0; at < 200; at += 1) void begin(`2001:db8:${at.toString(16)}::1`);
  await pause(20);
  await endFirst(4);
  await pause(20);
  void begin('2a02:6b8::1');
  await endFirst();
  expect(begun.at(-1)).toBe('2a02:6b8::1');
  while (begun.length < 201) await endFirst();
});

test('E55: a newcomer waits for at most one piece of work of each other owner, however many those have queued', async () => {
  const owners = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(owners, fc.integer({ min: 1, max: 3 }), async (before, atOnce) => {
      const { begun, begin, endFirst } = openQueue({ atOnce, ...patient });
      for (const owner of before) void begin(`owner ${owner}`);
      void begin('newcomer');
      const atFirst = begun.length;
      while (begun.length < before.length + 1) await endFirst();
      const between = begun.slice(atFirst, begun.indexOf('newcomer'));
      expect(new Set(between).size).toBe(between.length);
    }),
    { numRuns: 200 },
  );
});

test('E55: a full queue evicts from the longest, and equally long ones keep their places', async () => {
  const { begun, begin, endFirst } = openQueue({
    atOnce: 1,
    waitingMax: 4,
    waitMilliseconds: 60_000,
  });
  const outcomes: Record<string, string> = {};
  const bring = async (owner: string, number: number) => {
    outcomes[`${owner} ${number}`] = await outcomeOf(begin(owner));
  };
  for (const number of [0, 1, 2, 3, 4, 5]) void bring('first', number);
  for (const number of [0, 1, 2]) void bring('second', number);
  await new Promise(setImmediate);
  const refused = ['first 5', 'first 4', 'first 3', 'second 2'];
  expect(outcomes).toEqual(Object.fromEntries(refused.map((name) => [name, 'TOO_MANY_REQUESTS'])));
  await endFirst(5);
  expect(begun[1]).toBe('second');
  expect(begun.toSorted()).toEqual(['first', 'first', 'first', 'second', 'second']);
});

describe('E106: the client with the least recent use comes first', () => {
  async function afterUse(uses: Record<string, number>) {
    const opened = openQueue({ atOnce: 1, ...patient });
    for (const [client, milliseconds] of Object.entries(uses))
      await opened.queue.run(client, () => pause(milliseconds));
    return opened;
  }

  test('forty networks that have used a place wait behind one that has not', async () => {
    const attackers = Array.from({ length: 40 }, (_, at) => `203.0.${at}.7`);
    const { begun, begin, endFirst } = await afterUse(
      Object.fromEntries(attackers.map((address) => [address, 2])),
    );
    void begin('running');
    for (const address of [...attackers, ...attackers]) void begin(address);
    void begin('198.51.100.1');
    await endFirst(81);
    report(
      'E106',
      `an address without use behind 80 pieces of work of 40 networks: begun as number ${begun.indexOf('198.51.100.1')}`,
    );
    expect(begun[1]).toBe('198.51.100.1');
    await endFirst();
  });

  test('ever new clients do not starve one that has used the queue a little', async () => {
    const queue = createFairQueue({ ...single, ...patient, waitWeight: 1 / 4 });
    const use = () => pause(2);
    await queue.run('203.0.113.7', use);
    let isServed = false;
    let newcomers = 0;
    const arrive = (): Promise<void> =>
      queue.run(`198.51.${newcomers++}.1`, () => {
        if (!isServed && newcomers < 200) void arrive();
        return use();
      });
    const first = arrive();
    const served = queue.run('203.0.113.7', async () => {
      isServed = true;
    });
    await Promise.all([first, served]);
    report('E106', `a client with 2 ms of use is served before newcomer ${newcomers}`);
    expect(newcomers).toBeLessThan(200);
  });

  test.each([
    ['203.0.113.7', '203.0.113.8'],
    ['2001:db8:7:1::/64', '2001:db8:7:f000::/64'],
  ])('use by %s counts for %s in the same network', async (used, other) => {
    const { begun, begin, endFirst } = await afterUse({ [used]: 60 });
    void begin('running');
    void begin(other);
    void begin('198.51.100.1');
    await endFirst(3);
    expect(begun).toEqual(['running', '198.51.100.1', other]);
  });

  test('rightful work counts a fraction, failed work whole', async () => {
    const { queue, begun, begin, endFirst } = openQueue({ atOnce: 1, ...patient });
    const isRightful = () => true;
    await queue.run('198.51.100.1', () => pause(40), { isRightful });
    await queue
      .run('203.0.113.7', () => pause(20).then(() => Promise.reject(new Error('wrong'))), {
        isRightful,
      })
      .catch(() => {});
    for (const client of ['running', '203.0.113.7', '198.51.100.1', '192.0.2.1'])
      void begin(client);
    await endFirst(4);
    expect(begun).toEqual(['running', '192.0.2.1', '198.51.100.1', '203.0.113.7']);
  });

  test('a full queue evicts the client with the most use from equally long ones', async () => {
    const { queue, begun, begin, endFirst } = openQueue({
      atOnce: 1,
      waitingMax: 1,
      waitMilliseconds: 60_000,
    });
    await queue.run('203.0.113.7', () => pause(20));
    void begin('running');
    const eager = begin('203.0.113.7');
    void begin('198.51.100.1');
    await expect(eager).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await endFirst(2);
    expect(begun).toEqual(['running', '198.51.100.1']);
  });

  test('work that waits without a limit is not displaced by a newcomer', async () => {
    const { queue, begun, begin, endFirst } = openQueue({
      atOnce: 1,
      waitingMax: 2,
      waitMilliseconds: 60_000,
    });
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
