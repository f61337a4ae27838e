// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { callOf } from '#app/web/worker/queued-calls.ts';
import type { Entry } from '#platform/web/offline/entry.ts';
import { loadKind } from '#platform/web/offline/kinds.ts';
import '#app/web/waiting/kinds.ts';

const entryOf = (kind: string, input: unknown): Entry => ({
  key: 'k'.repeat(32),
  kind,
  subject: 'any',
  input,
  parts: {},
  tries: 1,
  writtenAt: '2026-03-02T08:00:00.000Z',
  place: 1,
  fileCount: 0,
  bytes: 0,
  clockOffsetMilliseconds: 0,
  refusal: null,
});

const one = { productId: 5, quantity: 7, quantitySeen: 8 };
const product = { id: 5, name: 'Kale' };
const entries = {
  'a quantity': entryOf('setQuantity', one),
  'an edit': entryOf('editProduct', { ...one, name: 'Kale', photoIds: [1] }),
  'an acceptance': entryOf('confirmOrder', { orderId: 3 }),
  'a rejection': entryOf('rejectOrder', { orderId: 3, reason: 'Sold out' }),
  'a dispatch': entryOf('dispatchOrder', { orderId: 3 }),
  'a handover': entryOf('completeOrder', {
    orderId: 3,
    code: '1234',
    takenAt: '2026-03-02T08:00:00.000Z',
  }),
  'a change of the cart': entryOf('setCart', { productId: 5, quantity: 2, product }),
  'a removal from the cart': entryOf('setCart', { productId: 5, quantity: 0, product }),
  'an addition to an unknown cart': entryOf('addToCart', {
    productId: 5,
    quantity: 2,
    product,
  }),
  'a message': entryOf('message', { to: { kind: 'conversation', id: 9 }, text: 'Is it fresh?' }),
  'a question about a product': entryOf('message', {
    to: { kind: 'product', id: 9 },
    text: 'Is it fresh?',
  }),
};

/** The calls of the page's own code, with their headers. */
async function sentByPage(entry: Entry) {
  const fetched = vi.fn(async (_url: RequestInfo | URL, _init?: RequestInit) =>
    Response.json([{ result: { data: {} } }]),
  );
  vi.stubGlobal('fetch', fetched);
  const kind = await loadKind(entry.kind);
  await kind?.send(entry, {
    token: 'token',
    files: async () => [],
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  const [url, init] = fetched.mock.calls[0] ?? [];
  const path = new URL(String(url), location.origin).pathname.replace('/trpc/', '');
  return { path, input: JSON.parse(String(init?.body))['0'], headers: new Headers(init?.headers) };
}

describe('the service worker', () => {
  afterEach(() => void vi.unstubAllGlobals());

  test.each(Object.entries(entries))('sends %s as a page does', async (_, entry) => {
    const { path, input, headers } = await sentByPage(entry);
    expect(callOf(entry)).toEqual({ path, input });
    expect(headers.get('idempotency-key')).toBe(entry.key);
    expect(headers.get('authorization')).toBe('Bearer token');
  });

  test('leaves entries with files, and of unknown kinds, to a page', () => {
    const input = {
      to: { kind: 'conversation', id: 9 },
      text: '',
      media: { kind: 'photo', count: 1 },
    };
    const left = [
      entryOf('message', input),
      { ...entryOf('editProduct', one), fileCount: 1 },
      entryOf('newProduct', one),
      entryOf('editPhotos', one),
      entryOf('later', one),
    ];
    expect(left.map(callOf)).toEqual([null, null, null, null, null]);
  });
});
