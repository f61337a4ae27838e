// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { followQueue } from '#app/web/waiting/follow-queue.ts';
import { addEntry, changeEntry } from '#platform/web/offline/entries.ts';
import type { NewEntry } from '#platform/web/offline/entry.ts';
import { registerKinds } from '#platform/web/offline/kinds.ts';
import { storeSession } from '#platform/web/session/session.ts';

const ACHIENG = 7;
const user = {
  id: ACHIENG,
  role: 'farmer',
  email: 'a@shop.example',
  firstName: 'A',
  lastName: 'B',
} as const;
const count = (productId: number): NewEntry => ({
  kind: 'count',
  subject: `product:${productId}`,
  input: { quantity: 5 },
  parts: { quantity: 5 },
});

test('after a reload, a refused change is not shown as done; a pending one is', async () => {
  const applied: string[] = [];
  registerKinds({
    count: async () => ({
      send: async () => null,
      apply: ({ subject }) => void applied.push(subject),
    }),
  });
  storeSession({ token: 'token', user }, { isRemembered: true });
  const { key } = await addEntry(ACHIENG, count(1));
  await changeEntry(ACHIENG, key, (entry) => ({
    ...entry,
    refusal: { sentence: 'No', code: 'QUANTITY_CHANGED', facts: {} },
  }));
  followQueue();
  await addEntry(ACHIENG, count(2));
  await vi.waitFor(() => expect(applied).toContain('product:2'));
  expect(applied).not.toContain('product:1');
});
