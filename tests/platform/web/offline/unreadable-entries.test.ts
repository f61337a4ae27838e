import { openDB } from 'idb';
import { kinds } from '#app/web/features.ts';
import { entryTitle, saveEntries, sizeOf } from '#app/web/pending/export-entries.ts';
import { quantityConflict } from '#app/web/pending/pending-page.tsx';
import { isProduct } from '#products/web/own/queued-products.ts';
import { logInHere } from '#tests/setup/web/log-in-here.ts';
import { m } from '#text';
import { readEntry } from '#web/offline/database.ts';
import { changeEntry, dropEntry, loadEntries } from '#web/offline/entries.ts';
import { callOf, type Entry, queueName, registerKinds } from '#web/offline/entry.ts';
import { readEntries } from '#web/offline/mirror.ts';
import { sendEntries } from '#web/offline/send-entries.ts';

const ACHIENG = 76;

const entryOf = (kind: string, input: unknown, more: object = {}): object => ({
  key: `key of ${kind}`,
  kind,
  subject: 'product:5',
  input,
  parts: { name: 'Kale', quantity: 7, unit: 'kg' },
  tries: 0,
  writtenAt: '2026-03-02T08:00:00.000Z',
  fileCount: 0,
  bytes: 0,
  clockOffsetMilliseconds: null,
  refusal: null,
  ...more,
});
const without = (entry: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !names.includes(name)));

const product = {
  name: 'Kale',
  category: 'Vegetables',
  unit: 'kg',
  price: 80,
  quantity: 7,
  photos: [],
  typed: {},
};
const count = { productId: 5, quantity: 7, quantitySeen: 8 };
const to = { kind: 'conversation', id: 9 };

const whole = [
  entryOf('setQuantity', count),
  entryOf('editProduct', { ...product, productId: 5 }),
  entryOf('editProduct', { productId: 5, price: 90, quantity: 7, quantitySeen: 8 }),
  entryOf('newProduct', {
    ...product,
    photos: [{ key: 'p', takenAt: '', id: null, hasFile: true }],
  }),
  entryOf('editPhotos', { ...product, productId: 5 }),
  entryOf('setCart', { productId: 5, quantity: 0 }),
  entryOf('addToCart', { productId: 5, quantity: 2, product: { ...product, id: 5, farmId: 3 } }),
  entryOf('message', { to, text: '', media: { kind: 'voice', seconds: 3 } }, { isPassable: true }),
  entryOf(
    'completeOrder',
    { orderId: 3, code: '1234' },
    { refusal: { sentence: 'No', code: null, facts: {} } },
  ),
  entryOf('ofALaterVersion', 'anything'),
];
const broken = [
  ...['key', 'kind', 'subject', 'parts', 'tries', 'writtenAt', 'fileCount', 'bytes', 'refusal'].map(
    (name) => without(entryOf('setQuantity', count), name),
  ),
  entryOf('setQuantity', { productId: 5 }),
  entryOf('setQuantity', count, { writtenAt: 'yesterday' }),
  entryOf('setQuantity', count, { refusal: {} }),
  entryOf('newProduct', { ...product, unit: 'sacks' }),
  entryOf('editProduct', product),
  entryOf('editProduct', { productId: 5, unit: 'sacks' }),
  entryOf('setCart', { productId: 5, quantity: 2, product: { id: 5 } }),
  entryOf('message', { text: 'Is it fresh?' }),
  entryOf('confirmOrder', {}),
  {},
];

async function store(entries: readonly object[]): Promise<void> {
  await loadEntries(ACHIENG);
  const database = await openDB(queueName(ACHIENG));
  await database.clear('entries');
  for (const entry of entries) await database.add('entries', entry);
  database.close();
  await loadEntries(ACHIENG);
}
const shown = () => readEntries(ACHIENG);

let sent: Entry[] = [];
beforeEach(() => {
  sent = [];
  logInHere(ACHIENG);
  const { call: _, ...setQuantity } = kinds.setQuantity;
  const loadSend = async () => async (entry: Entry) => sent.push(entry);
  registerKinds({ ...kinds, setQuantity: { ...setQuantity, loadSend } });
});

test('a queue entry of another shape is distinguished from valid ones', () => {
  for (const entry of whole)
    expect(readEntry({ ...entry, place: 1 })).toEqual({ ...entry, place: 1 });
  for (const entry of broken)
    expect(readEntry({ ...entry, place: 1 })).toMatchObject({ isUnreadable: true });
});

test('a queue entry of another shape is not treated as another kind, is marked in the list, and blocks nothing', async () => {
  await store([
    without(entryOf('setQuantity', count), 'refusal'),
    entryOf('newProduct', {}),
    entryOf('setQuantity', count, { key: 'k' }),
  ]);
  expect(shown().map(({ isUnreadable = false }) => isUnreadable)).toEqual([true, true, false]);
  expect(shown().filter(isProduct)).toEqual([]);
  expect(shown()[0]).toMatchObject({
    subject: 'product:5',
    refusal: { sentence: m.queueUnreadable() },
  });
  expect(shown().slice(0, 2).map(entryTitle)).toEqual([
    m.queueKindSetQuantity({ name: 'Kale', quantity: '7 kg' }),
    m.queueKindNewProduct({ name: 'Kale' }),
  ]);
  await sendEntries();
  expect(sent.map(({ key }) => key)).toEqual(['k']);
  expect(shown()).toHaveLength(2);
});

test('a queue entry of another shape shows no time if it has none', () => {
  for (const writtenAt of [undefined, 'yesterday'])
    expect(readEntry(entryOf('setQuantity', count, { writtenAt, place: 1 })).writtenAt).toBe('');
});

test('a queue entry of another shape is saved in full as a file, and deleted, even without a key', async () => {
  const odd = { what: 'by hand', count: 3 };
  await store([odd, entryOf('newProduct', {})]);
  const files: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
    revokeObjectURL: () => {},
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await saveEntries(ACHIENG, shown());
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(files[0] as Blob);
  });
  expect(JSON.parse(text).entries).toMatchObject([
    { input: odd },
    { input: { kind: 'newProduct', input: {} } },
  ]);
  for (const { key } of shown()) await dropEntry(ACHIENG, key);
  expect(shown()).toEqual([]);
  expect(await changeEntry(ACHIENG, 'place:1', (entry) => entry)).toBeNull();
});

test('a queue entry of another shape is left to a page by the service worker', () => {
  const calls = [undefined, null, 'text', {}].map((input) => callOf({ kind: 'message', input }));
  expect(calls).toEqual([null, null, null, null]);
  expect(callOf({ kind: 'setCart', input: { productId: 5 } })).toBeNull();
});

registerKinds(kinds);

const poisoned = [
  { kind: 'setQuantity', parts: { name: 'Kale', quantity: 3, unit: 'no such unit' } },
  { kind: 'setQuantity', parts: {} },
  { kind: 'message', parts: undefined },
  { kind: 'unheardOf', parts: null },
] as unknown as Pick<Entry, 'kind' | 'parts'>[];

test('the list of pending changes opens with any content of an entry, so that it can be deleted', () => {
  for (const entry of poisoned) expect(entryTitle(entry)).not.toBe('');
  expect(entryTitle({ kind: 'unheardOf', parts: {} })).toBe(m.queueKindOther());
  expect(sizeOf({ input: undefined, bytes: 7 })).toBe(7);
  const refusal = { sentence: 'No', code: 'QUANTITY_CHANGED', facts: { quantity: 3 } } as const;
  for (const input of [undefined, null, 'text', {}])
    expect(quantityConflict({ input, refusal })).toBeNull();
});
