// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addEntry, dropEntry, findFiles, storeEntry } from '#platform/web/offline/entries.ts';
import type { Entry, NewEntry } from '#platform/web/offline/entry.ts';
import { notSent, registerKinds } from '#platform/web/offline/kinds.ts';
import { readEntries } from '#platform/web/offline/mirror.ts';
import { sendEntries } from '#platform/web/offline/send-entries.ts';
import { sendOrKeep } from '#platform/web/offline/send-or-keep.ts';
import { clearSession, storeSession } from '#platform/web/session/session.ts';
import { pass, whileTimePasses } from './while-time-passes.ts';

// An id of this file's own: the files share the browser's storage.
const ACHIENG = 74;
const user = {
  id: ACHIENG,
  role: 'farmer',
  email: 'a@shop.example',
  firstName: 'A',
  lastName: 'B',
} as const;

/** The entries sent, in order; `answer` sets the status of each. */
let sent: Entry[] = [];
let answer: (entry: Entry) => number = () => 200;
const any = { isInput: () => true, title: () => 'Any' };
registerKinds({
  count: {
    ...any,
    loadSend: async () => async (entry) => {
      sent.push(entry);
      const status = answer(entry);
      if (status !== 200) throw notSent('Not this one', { status });
    },
  },
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

  test('a change that fails on the server is passed by others, and retried after a pause with its key', async () => {
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

  test('on a full device pending changes are still sent, and a refused one is not sent again at once', async () => {
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

  test('a refused change blocks only its own subject', async () => {
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

  test('a change deleted while being sent is aborted, and the next one is sent', async () => {
    const isAborted = vi.fn();
    registerKinds({
      long: {
        ...any,
        loadSend:
          async () =>
          ({ key }, { signal }) =>
            new Promise((_, reject) => {
              signal.addEventListener('abort', () => {
                isAborted();
                reject(notSent(null, { status: 0 }));
              });
              void dropEntry(ACHIENG, key);
            }),
      },
    });
    await addEntry(ACHIENG, { ...count(1, 5), kind: 'long' });
    await addEntry(ACHIENG, count(2, 5));
    await send();
    expect(isAborted).toHaveBeenCalledOnce();
    expect(subjects()).toEqual(['product:2']);
    expect(readEntries(ACHIENG)).toEqual([]);
  });

  test('a clock set back by an hour does not delay anything by an hour', async () => {
    answer = () => 500;
    await addEntry(ACHIENG, count(1, 5));
    await send();
    answer = () => 200;
    vi.setSystemTime(Date.now() - 3600_000);
    await send();
    expect(readEntries(ACHIENG)).toEqual([]);
  });

  test('without storage a change is kept in memory and marked, or refused as a whole', async () => {
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

  test('a change of an unknown kind waits for newer code, and blocks no other', async () => {
    await addEntry(ACHIENG, { ...count(1, 5), kind: 'unheardOf' });
    await addEntry(ACHIENG, count(2, 5));
    await send();
    expect(subjects()).toEqual(['product:2']);
    expect(readEntries(ACHIENG)).toMatchObject([{ kind: 'unheardOf', refusal: { code: null } }]);
  });

  test('online, a change is sent at once; a refused one is not queued', async () => {
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

  test('offline, it is queued; quantities of one product are merged into the last one', async () => {
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

  test('a change behind another on its subject waits its turn, even online', async () => {
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

  test('a change that was tried is not merged any more: the next quantity comes after it', async () => {
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
