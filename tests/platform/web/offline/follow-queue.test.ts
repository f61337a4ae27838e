import { followQueue } from '#app/web/pending/start-queue.ts';
import { logInHere } from '#tests/setup/web/log-in-here.ts';
import { addEntry, changeEntry, dropEntry } from '#web/offline/entries.ts';
import { type NewEntry, registerKinds } from '#web/offline/entry.ts';
import { queryClient } from '#web/server-cache.tsx';

const LIST = ['farmer', 'products', 'list'];
const ACHIENG = 73;
const count = (productId: number): NewEntry => ({
  kind: 'count',
  subject: `product:${productId}`,
  input: { productId },
  parts: { quantity: 5 },
});

test('after a reload, a refused change is not shown as done; a pending one is', async () => {
  const applied: unknown[] = [];
  registerKinds({
    count: {
      isInput: () => true,
      title: () => 'A count',
      shows: { query: LIST, change: (_, input) => applied.push(input) },
    },
  });
  queryClient.setQueryData([LIST], 'a list');
  logInHere(ACHIENG);
  const { key } = await addEntry(ACHIENG, count(1));
  await changeEntry(ACHIENG, key, (entry) => ({
    ...entry,
    refusal: { sentence: 'No', code: 'QUANTITY_CHANGED', facts: {} },
  }));
  followQueue();
  await addEntry(ACHIENG, count(2));
  await expect.poll(() => applied).toContainEqual({ productId: 2 });
  expect(applied).not.toContainEqual({ productId: 1 });
  queryClient.clear();
});

test('a cached answer that arrives after the queue shows what is pending, and keeps its time', async () => {
  registerKinds({
    count: {
      isInput: () => true,
      title: () => 'A count',
      shows: { query: LIST, change: (shown, input) => `${shown}, ${JSON.stringify(input)}` },
    },
  });
  logInHere(ACHIENG);
  followQueue();
  const { key } = await addEntry(ACHIENG, count(3));
  queryClient.setQueryData([LIST], 'an old list', { updatedAt: 1000 });
  await expect
    .poll(() => queryClient.getQueryData([LIST]))
    .toMatch(/^an old list, .*"productId":3/);
  expect(queryClient.getQueryState([LIST])?.dataUpdatedAt).toBe(1000);
  await dropEntry(ACHIENG, key);
  queryClient.clear();
});
