// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { hashKey, QueryClient } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { afterEach, describe, expect, test } from 'vitest';
import { createKeeper } from '#platform/web/client/kept/keep-answers.ts';
import { deleteKept, findKept, writeKept } from '#platform/web/client/kept/kept-store.ts';

describe('a question that the server has answered', () => {
  afterEach(() => deleteKept('visitor'));

  const key = [['market', 'product'], { input: { productId: 7 }, type: 'query' }];
  const hash = hashKey(key);
  const versionHere = 'one en';
  const refusal = (httpStatus: number) =>
    new TRPCClientError('refused', {
      result: { error: { message: 'refused', code: -32_004, data: { httpStatus } } },
    } as never);

  /**
   * Asks with a client that keeps, and tells what is shown once the patience for kept answers is
   * over.
   */
  async function shownAfter(error: Error) {
    document.documentElement.dataset.version = 'one';
    await writeKept('visitor', [[hash, { version: versionHere, at: Date.now(), text: '"kept"' }]]);
    const client = new QueryClient();
    createKeeper(client).begin();
    await client
      .fetchQuery({ queryKey: key, retry: false, queryFn: () => Promise.reject(error) })
      .catch(() => {});
    return client;
  }

  test('with "no such thing" does not get what was kept, which is forgotten; one that could not be answered does', async () => {
    const gone = await shownAfter(refusal(404));
    await expect.poll(() => findKept('visitor', hash, versionHere)).toBe(null);
    expect(gone.getQueryData(key)).toBeUndefined();
    const unanswered = await shownAfter(refusal(503));
    await expect.poll(() => unanswered.getQueryData(key)).toBe('kept');
  });
});
