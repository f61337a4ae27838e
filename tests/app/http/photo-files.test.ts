import { describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { makePhoto } from '#tests/factories/photos.ts';
import { makeMarket } from '#tests/setup/market.ts';

const FOR_GOOD = 'public, max-age=31536000, immutable';

describe('photo files, as a CDN requests them', () => {
  async function makeFile() {
    const market = await makeMarket();
    const { url } = await makePhoto(market, await makeFarm(market));
    const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      market.app.request(path, { method, headers });
    return { market, url, ask };
  }

  test('are cacheable for good and carry a validator', async () => {
    const { url, ask } = await makeFile();
    for (const headers of [
      {},
      { authorization: 'Bearer of-somebody-who-is-not-known', cookie: 'language=sw' },
    ]) {
      const response = await ask(url, headers);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, FOR_GOOD]);
      expect(response.headers.get('etag')).toBe(`"${url.slice('/photos/'.length)}"`);
      expect(response.headers.get('content-type')).toBe('image/jpeg');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect([response.headers.get('set-cookie'), response.headers.get('vary')]).toEqual([
        null,
        null,
      ]);
      expect(Number(response.headers.get('content-length'))).toBe(
        (await response.arrayBuffer()).byteLength,
      );
    }
  });

  test('answer 304 to a matching validator, as long as the photo exists', async () => {
    const { market, url, ask } = await makeFile();
    const etag = (await ask(url)).headers.get('etag') ?? '';
    for (const tags of [etag, `W/${etag}`, `"another", ${etag}`]) {
      const response = await ask(url, { 'if-none-match': tags });
      expect([response.status, response.headers.get('cache-control')]).toEqual([304, FOR_GOOD]);
      expect((await response.arrayBuffer()).byteLength).toBe(0);
    }
    expect((await ask(url, { 'if-none-match': '"another"' })).status).toBe(200);
    await market.services.photoStore.delete(url.slice('/photos/'.length));
    expect((await ask(url, { 'if-none-match': etag })).status).toBe(404);
  });

  test('may be embedded in pages of another origin, unlike everything else', async () => {
    const { url, ask } = await makeFile();
    const policyOf = async (path: string, headers = {}) =>
      (await ask(path, headers)).headers.get('cross-origin-resource-policy');
    expect([await policyOf(url), await policyOf(url, { 'if-none-match': '*' })]).toEqual([
      'cross-origin',
      'cross-origin',
    ]);
    expect([
      await policyOf('/trpc/market.products'),
      await policyOf('/api/dispute-photos/1'),
    ]).toEqual(['same-origin', 'same-origin']);
  });

  test('HEAD answers with the headers of GET and no body', async () => {
    const { url, ask } = await makeFile();
    const [head, get] = [await ask(url, {}, 'HEAD'), await ask(url)];
    expect(head.status).toBe(200);
    for (const name of ['etag', 'cache-control', 'content-type', 'content-length']) {
      expect(head.headers.get(name), name).toBe(get.headers.get(name));
    }
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  test('missing and unreadable photos are not cached', async () => {
    const { market, ask } = await makeFile();
    const missing = `/photos/${'0'.repeat(64)}-800.jpg`;
    for (const path of [missing, '/photos/nothing.jpg', '/photos/..%2Fsecret']) {
      const response = await ask(path);
      expect([response.status, response.headers.get('cache-control')], path).toEqual([
        404,
        'no-store',
      ]);
    }
    market.services.photoStore.get = () => Promise.reject(new Error('the store is gone'));
    const failed = await ask(missing);
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(failed.headers.get('cache-control')).toBe('no-store');
  });
});
