import { File as NodeFile } from 'node:buffer';
import { logInHere } from '#tests/setup/web/log-in-here.ts';
import { listStored } from '#web/offline/database.ts';
import { addEntry, dropEntry, findFiles } from '#web/offline/entries.ts';
import { type Entry, type NewEntry, notSent, registerKinds } from '#web/offline/entry.ts';
import { readEntries } from '#web/offline/mirror.ts';
import { type Change, saveChange } from '#web/offline/save-change.ts';
import { sendEntries } from '#web/offline/send-entries.ts';
import { clearSession } from '#web/session.ts';
import { pass, whileTimePasses } from './while-time-passes.ts';

const ACHIENG = 74;

let sent: Entry[] = [];
let answer: (entry: Entry) => number | Promise<number> = () => 200;
const any = { isInput: () => true, title: () => 'Any' };
registerKinds({
  count: {
    ...any,
    loadSend:
      async () =>
      async (entry, { signal }) => {
        sent.push(entry);
        const aborted = new Promise<number>((resolve) => {
          signal.addEventListener('abort', () => resolve(0));
        });
        const status = await Promise.race([answer(entry), aborted]);
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
const pending = () => readEntries(ACHIENG);
const subjects = () => sent.map(({ subject }) => subject);
const send = () => whileTimePasses(sendEntries());
const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
const hanging = () => new Promise<number>(() => {});
const merged = (quantity: number) => () => ({ input: { quantity }, parts: { quantity } });
const save = (entry: NewEntry, more: Partial<Change> = {}) => saveChange({ entry, ...more });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  logInHere(ACHIENG);
  sent = [];
  answer = () => 200;
});
afterEach(async () => {
  for (const { key } of pending()) await dropEntry(ACHIENG, key);
  await pass(100);
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
  expect(pending()).toEqual([]);
});

test('two counts of one product at once keep their order offline, and become one', async () => {
  goOffline();
  const pressed = [6, 7].map((quantity) => save(count(1, quantity), { merge: merged(quantity) }));
  await Promise.all(pressed);
  await save(count(2, 1));
  expect(sent).toEqual([]);
  expect(pending()).toMatchObject([
    { subject: 'product:1', input: { quantity: 7 } },
    { subject: 'product:2', input: { quantity: 1 } },
  ]);
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
  expect(pending()).toMatchObject([{ subject: 'product:1', refusal: null }]);
});

test('on a full device a count after a pending one is kept in memory and marked', async () => {
  goOffline();
  await save(count(1, 5), { merge: merged(5) });
  const full = () => {
    throw new DOMException('No room', 'QuotaExceededError');
  };
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full);
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(full);
  await save(count(1, 6), { merge: merged(6) });
  expect(pending()).toMatchObject([
    { input: { quantity: 5 } },
    { input: { quantity: 6 }, isLoose: true },
  ]);
});

test('a change deleted while being sent is aborted, and the next one is sent', async () => {
  const isAborted = vi.fn();
  const loadSend =
    async () =>
    ({ key }: Entry, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          isAborted();
          reject(notSent(null, { status: 0 }));
        });
        void dropEntry(ACHIENG, key);
      });
  registerKinds({ long: { ...any, loadSend } });
  await addEntry(ACHIENG, { ...count(1, 5), kind: 'long' });
  await addEntry(ACHIENG, count(2, 5));
  await send();
  expect(isAborted).toHaveBeenCalledOnce();
  expect(subjects()).toEqual(['product:2']);
  expect(pending()).toEqual([]);
});

test('a clock set back by an hour does not delay anything by an hour', async () => {
  answer = () => 500;
  await addEntry(ACHIENG, count(1, 5));
  await send();
  answer = () => 200;
  vi.setSystemTime(Date.now() - 3600_000);
  await send();
  expect(pending()).toEqual([]);
});

test('without storage a change is kept in memory and marked', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  const photo = new File(['photo'], 'photo.jpg');
  const { key } = await addEntry(ACHIENG, count(2, 5), [photo]);
  expect(pending()).toMatchObject([{ subject: 'product:2', isLoose: true }]);
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
  expect(pending()).toMatchObject([{ kind: 'unheardOf', refusal: { code: null } }]);
});

test('a change is on the disk before it is sent, and not pending any more once it is accepted', async () => {
  let stored: Entry[] = [];
  answer = async () => {
    stored = await listStored(ACHIENG);
    return 200;
  };
  expect(await whileTimePasses(save(count(1, 5)))).toBeNull();
  expect(stored).toMatchObject([{ subject: 'product:1', input: { quantity: 5 } }]);
  expect(pending()).toEqual([]);
});

test('a refusal within 3 seconds goes to the screen, and nothing stays pending', async () => {
  answer = () => 409;
  await expect(whileTimePasses(save(count(1, 5)))).rejects.toThrow('Not this one');
  expect(await listStored(ACHIENG)).toEqual([]);
});

test('a refusal for a screen that was left stays in the list', async () => {
  answer = () => 409;
  const saving = save(count(1, 5), { isShown: () => false });
  expect(await whileTimePasses(saving)).toMatchObject({
    refusal: { sentence: 'Not this one' },
  });
  expect(pending()).toHaveLength(1);
});

test.each([
  ['carries nothing', hanging],
  ['refuses', () => 0],
  ['leads to a failing server', () => 503],
])('on a connection that %s, a change is pending after 3 seconds at most', async (_, way) => {
  answer = way;
  const startedAt = Date.now();
  expect(await whileTimePasses(save(count(1, 5)))).toMatchObject({ tries: 1, refusal: null });
  expect(Date.now() - startedAt).toBeLessThan(3100);
  expect(await listStored(ACHIENG)).toHaveLength(1);
});

test('photos on their way do not hold up a count of another product, but do one of the same', async () => {
  let finish = (_status: number) => {};
  answer = ({ fileCount }) =>
    fileCount === 0
      ? 200
      : new Promise((resolve) => {
          finish = resolve;
        });
  const photo = new NodeFile(['photo'], 'photo.jpg') as File;
  await whileTimePasses(save(count(1, 5), { files: [photo] }));
  expect(await whileTimePasses(save(count(2, 6)))).toBeNull();
  expect(await whileTimePasses(save(count(1, 7)))).toMatchObject({ tries: 0 });
  finish(200);
  await pass(100);
  expect(subjects()).toEqual(['product:1', 'product:2', 'product:1']);
  expect(pending()).toEqual([]);
});

test('a change behind another on its subject waits its turn, even online', async () => {
  answer = () => 409;
  await addEntry(ACHIENG, count(1, 5));
  await send();
  answer = () => 200;
  expect(await whileTimePasses(save(count(1, 6)))).toMatchObject({ tries: 0 });
  expect(pending()).toMatchObject([
    { refusal: { sentence: 'Not this one' }, tries: 1 },
    { refusal: null, tries: 0 },
  ]);
  expect(await whileTimePasses(save(count(2, 6)))).toBeNull();
});

test('a change that was tried is not merged any more: the next quantity comes after it', async () => {
  answer = () => 500;
  await addEntry(ACHIENG, count(1, 5));
  await send();
  goOffline();
  await save(count(1, 6), { merge: merged(6) });
  expect(pending()).toMatchObject([
    { input: { quantity: 5 }, tries: 1 },
    { input: { quantity: 6 }, tries: 0 },
  ]);
});

test('twenty new counts go in one call, and each has its own outcome', async () => {
  const calls: number[] = [];
  registerKinds({
    many: {
      ...any,
      call: (input) => ({ path: 'farmer.products.setQuantity', input }) as never,
      loadTogether: async () => async (entries) => {
        calls.push(entries.length);
        const refusal = { sentence: 'Not this one', code: null, facts: {} };
        return entries.map((_, at) => (at === 3 ? { refusal } : { sent: null }));
      },
    },
  });
  const entries = Array.from({ length: 20 }, (_, id) => ({ ...count(id, 5), kind: 'many' }));
  const ends = await whileTimePasses(Promise.allSettled(entries.map((entry) => save(entry))));
  expect(calls).toEqual([20]);
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(ends[3]).toMatchObject({ status: 'rejected', reason: { message: 'Not this one' } });
  expect(pending()).toEqual([]);
});
