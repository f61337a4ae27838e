import { kinds } from '#app/web/features.ts';
import { logInHere } from '#tests/setup/web/log-in-here.ts';
import { addEntry } from '#web/offline/entries.ts';
import { callOf, type NewEntry, registerKinds } from '#web/offline/entry.ts';
import { sendEntries } from '#web/offline/send-entries.ts';

registerKinds(kinds);

const ACHIENG = 4713;

const entryOf = (kind: string, input: unknown): NewEntry => ({
  kind,
  subject: 'any',
  input,
  parts: {},
});

const one = { productId: 5, quantity: 7, quantitySeen: 8 };
const offer = { name: 'Kale', category: 'Vegetables', unit: 'kg', price: 80, quantity: 9 };
const product = { ...offer, id: 5, farmId: 3, photos: [] };
const handover = { code: '1234', takenAt: '2026-03-02T08:00:00.000Z' };
const entries = {
  'a quantity': entryOf('setQuantity', one),
  'an edit': entryOf('editProduct', { ...offer, ...one, photoIds: [1] }),
  'an acceptance': entryOf('confirmOrder', { orderId: 3 }),
  'a rejection': entryOf('rejectOrder', { orderId: 3, reason: 'Sold out' }),
  'a handover': entryOf('completeOrder', { ...handover, orderId: 3 }),
  'a change of the cart': entryOf('setCart', { productId: 5, quantity: 2, product }),
  'a removal from the cart': entryOf('setCart', { productId: 5, quantity: 0, product }),
  'an addition to an unknown cart': entryOf('addToCart', { productId: 5, quantity: 2, product }),
  'a message': entryOf('message', { to: { kind: 'conversation', id: 9 }, text: 'Fresh?' }),
  'a question about a product': entryOf('message', { to: { kind: 'product', id: 9 }, text: 'Hi' }),
};

async function sentByPage() {
  const fetched = vi.fn(async (_url: RequestInfo | URL, _init?: RequestInit) =>
    Response.json([{ result: { data: {} } }]),
  );
  vi.stubGlobal('fetch', fetched);
  await sendEntries();
  expect(fetched.mock.calls.map(([url]) => String(url))).toEqual([
    expect.stringContaining('/trpc/'),
  ]);
  const [url, init] = fetched.mock.calls[0] ?? [];
  const path = new URL(String(url), location.origin).pathname.replace('/trpc/', '');
  return { path, input: JSON.parse(String(init?.body))['0'], headers: new Headers(init?.headers) };
}

afterEach(() => void vi.unstubAllGlobals());

test.each(Object.entries(entries))(
  'an entry for %s contains the call of a page',
  async (_, entry) => {
    logInHere(ACHIENG);
    const { key, call } = await addEntry(ACHIENG, entry);
    const { path, input, headers } = await sentByPage();
    expect(call).toEqual({ path, input, of: JSON.stringify(entry.input) });
    expect(headers.get('idempotency-key')).toBe(key);
    expect(headers.get('authorization')).toBe('Bearer token');
  },
);

test('an entry contains no call if it has files or is of an unknown kind', () => {
  const photos = { ...offer, photos: [], typed: {} };
  const to = { kind: 'conversation', id: 9 };
  const left = [
    entryOf('message', { to, text: '', media: { kind: 'photo', count: 1 } }),
    entryOf('newProduct', photos),
    entryOf('editPhotos', { ...photos, productId: 5 }),
    entryOf('later', one),
  ];
  expect(left.map(callOf)).toEqual([null, null, null, null]);
});
