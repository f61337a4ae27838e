// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addEntry, dropEntry, findFiles, storeEntry } from '#platform/web/offline/entries.ts';
import type { Entry, NewEntry } from '#platform/web/offline/entry.ts';
import { notSent, registerKinds } from '#platform/web/offline/kinds.ts';
import { readEntries } from '#platform/web/offline/mirror.ts';
import { sendEntries } from '#platform/web/offline/send-entries.ts';
import { sendOrKeep } from '#platform/web/offline/send-or-keep.ts';
import { clearSession, storeSession } from '#platform/web/session/session.ts';
import { pass, whileTimePasses } from './while-time-passes.ts';

const ACHIENG = 7;
const user = {
  id: ACHIENG,
  role: 'farmer',
  email: 'a@shop.example',
  firstName: 'A',
  lastName: 'B',
} as const;

/** What was sent, by subject, in its order; `answer` says what becomes of it. */
let sent: Entry[] = [];
let answer: (entry: Entry) => number = () => 200;
registerKinds({
  count: async () => ({
    send: async (entry) => {
      sent.push(entry);
      const status = answer(entry);
      if (status !== 200) throw notSent('Not this one', { status });
    },
  }),
});

const count = (productId: number, quantity: number): NewEntry => ({
  kind: 'count',
  subject: `product:${productId}`,
  input: { quantity },
  parts: { quantity },
});
const subjects = () => sent.map(({ subject }) => subject);
const send = () => whileTimePasses(sendEntries());
const goOffline = (isOffline = true) =>
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isOffline);
const lost = () => Promise.reject(notSent(null, { status: 0 }));

describe('the queue', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    storeSession({ token: 'token', user }, { isRemembered: true });
    sent = [];
    answer = () => 200;
  });
  afterEach(async () => {
    for (const { key } of readEntries(ACHIENG)) await dropEntry(ACHIENG, key);
    clearSession();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test('what the server fails at is passed by others, and tried again after a pause with its key', async () => {
    answer = ({ subject }) => (subject === 'product:1' ? 500 : 200);
    for (const id of [1, 2, 3]) await addEntry(ACHIENG, count(id, 5));
    await send();
    expect(subjects()).toEqual(['product:1', 'product:2', 'product:3']);
    answer = () => 200;
    await pass(3500);
    expect(subjects()).toEqual(['product:1', 'product:2', 'product:3', 'product:1']);
    expect(sent.at(-1)?.key).toBe(sent[0]?.key);
    expect(readEntries(ACHIENG)).toEqual([]);
  });

  test('on a device where nothing more can be written what waits is sent all the same, and what is refused is not sent again at once', async () => {
    answer = ({ subject }) => (subject === 'product:1' ? 409 : 200);
    for (const id of [1, 2]) await addEntry(ACHIENG, count(id, 5));
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    await send();
    await pass(60_000);
    expect(subjects()).toEqual(['product:1', 'product:2']);
    expect(readEntries(ACHIENG)).toMatchObject([{ subject: 'product:1', refusal: null }]);
    expect(readEntries(ACHIENG)).toHaveLength(1);
  });

  test('what is refused holds up its own subject and no other', async () => {
    answer = ({ input }) => ((input as { quantity: number }).quantity === 5 ? 409 : 200);
    await addEntry(ACHIENG, count(1, 5));
    await addEntry(ACHIENG, count(1, 6));
    await addEntry(ACHIENG, count(2, 7));
    await send();
    expect(subjects()).toEqual(['product:1', 'product:2']);
    expect(readEntries(ACHIENG)).toMatchObject([
      { refusal: { sentence: 'Not this one' }, tries: 1 },
      { refusal: null, tries: 0 },
    ]);
  });

  test('what is deleted while it is being sent ends there, and the next goes', async () => {
    const isAborted = vi.fn();
    registerKinds({
      long: async () => ({
        send: ({ key }, { signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              isAborted();
              reject(notSent(null, { status: 0 }));
            });
            void dropEntry(ACHIENG, key);
          }),
      }),
    });
    await addEntry(ACHIENG, { ...count(1, 5), kind: 'long' });
    await addEntry(ACHIENG, count(2, 5));
    await send();
    expect(isAborted).toHaveBeenCalledOnce();
    expect(subjects()).toEqual(['product:2']);
    expect(readEntries(ACHIENG)).toEqual([]);
  });

  test('a clock that is set back an hour makes nothing wait for an hour', async () => {
    answer = () => 500;
    await addEntry(ACHIENG, count(1, 5));
    await send();
    answer = () => 200;
    vi.setSystemTime(Date.now() - 3600_000);
    await send();
    expect(readEntries(ACHIENG)).toEqual([]);
  });

  test('where there is no room a change waits in memory and says so, or is refused whole', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    const photo = new File(['photo'], 'photo.jpg');
    await expect(storeEntry(ACHIENG, count(1, 5), [photo])).rejects.toThrow();
    expect(readEntries(ACHIENG)).toEqual([]);
    const { key } = await addEntry(ACHIENG, count(2, 5), [photo]);
    expect(readEntries(ACHIENG)).toMatchObject([{ subject: 'product:2', isLoose: true }]);
    expect(await findFiles(ACHIENG, key)).toEqual([photo]);
    vi.restoreAllMocks();
    await send();
    expect(subjects()).toEqual(['product:2']);
  });

  test('a kind that these pages do not know waits for newer ones, and holds up nobody', async () => {
    await addEntry(ACHIENG, { ...count(1, 5), kind: 'unheardOf' });
    await addEntry(ACHIENG, count(2, 5));
    await send();
    expect(subjects()).toEqual(['product:2']);
    expect(readEntries(ACHIENG)).toMatchObject([{ kind: 'unheardOf', refusal: { code: null } }]);
  });

  test('with a line a change is sent at once; what the server refuses is not kept', async () => {
    await expect(sendOrKeep(count(1, 5), async () => 'done')).resolves.toEqual({
      outcome: 'sent',
      answer: 'done',
    });
    await expect(sendOrKeep(count(1, 5), () => Promise.reject(new Error('No')))).rejects.toThrow(
      'No',
    );
    await expect(sendOrKeep(count(1, 5), lost)).rejects.toThrow();
    expect(readEntries(ACHIENG)).toEqual([]);
  });

  test('without a line it is kept; counts of one product become one, with the last quantity', async () => {
    goOffline();
    const never = vi.fn();
    for (const quantity of [5, 6, 7]) {
      await sendOrKeep(count(1, quantity), never, () => ({
        input: { quantity },
        parts: { quantity },
      }));
    }
    await sendOrKeep(count(2, 1), never);
    expect(never).not.toHaveBeenCalled();
    expect(readEntries(ACHIENG).map(({ subject, input }) => [subject, input])).toEqual([
      ['product:1', { quantity: 7 }],
      ['product:2', { quantity: 1 }],
    ]);
  });

  test('behind something of its subject a change waits its turn, also with a line', async () => {
    answer = () => 409;
    await addEntry(ACHIENG, count(1, 5));
    await send();
    const direct = vi.fn();
    await sendOrKeep(count(1, 6), direct);
    expect(direct).not.toHaveBeenCalled();
    expect(readEntries(ACHIENG)).toHaveLength(2);
    await sendOrKeep(count(2, 6), direct);
    expect(direct).toHaveBeenCalledOnce();
  });

  test('what has been tried is not changed any more: the next count comes after it', async () => {
    answer = () => 500;
    await addEntry(ACHIENG, count(1, 5));
    await send();
    goOffline();
    await sendOrKeep(count(1, 6), vi.fn(), () => ({ input: { quantity: 6 }, parts: {} }));
    expect(readEntries(ACHIENG).map(({ input, tries }) => [input, tries])).toEqual([
      [{ quantity: 5 }, 1],
      [{ quantity: 6 }, 0],
    ]);
  });
});
