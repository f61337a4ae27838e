import { hashKey, QueryClient } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { createAnswerCache } from '#web/cached/cache-answers.ts';
import { deleteCached, findCached, writeCached } from '#web/cached/cached-store.ts';

afterEach(() => deleteCached('visitor'));

const key = [['market', 'product'], { input: { productId: 7 }, type: 'query' }];
const hash = hashKey(key);
const versionHere = 'one en';
const refusal = (httpStatus: number) =>
  new TRPCClientError('refused', {
    result: { error: { message: 'refused', code: -32_004, data: { httpStatus } } },
  } as never);

async function shownAfter(error: Error) {
  document.documentElement.dataset.version = 'one';
  await writeCached('visitor', [[hash, { version: versionHere, at: Date.now(), text: '"kept"' }]]);
  const client = new QueryClient();
  createAnswerCache(client).begin();
  await client
    .fetchQuery({ queryKey: key, retry: false, queryFn: () => Promise.reject(error) })
    .catch(() => {});
  return client;
}

test('a query that the server has answered shows no cached answer after a 404 and deletes it; an unanswered one shows it', async () => {
  const gone = await shownAfter(refusal(404));
  await expect.poll(() => findCached('visitor', hash, versionHere)).toBe(null);
  expect(gone.getQueryData(key)).toBeUndefined();
  const unanswered = await shownAfter(refusal(503));
  await expect.poll(() => unanswered.getQueryData(key)).toBe('kept');
});
