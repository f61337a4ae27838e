import { listPhotoFiles, makeFarm, makePhoto, market, openMarket } from '#tests/setup/in-market.ts';

const FOR_GOOD = 'public, max-age=31536000, immutable';

async function makeFile() {
  await openMarket();
  const { url } = await makePhoto(await makeFarm());
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    market.app.request(path, { method, headers });
  return { market, url, ask };
}

test('photo files are immutable in caches and have a validator, with and without a session', async () => {
  const { url, ask } = await makeFile();
  for (const headers of [{}, { authorization: 'Bearer of-a-stranger', cookie: 'language=sw' }]) {
    const response = await ask(url, headers);
    const { byteLength } = await response.arrayBuffer();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': FOR_GOOD,
      etag: `"${url.slice('/photos/'.length)}"`,
      'content-type': 'image/jpeg',
      'content-length': String(byteLength),
      'x-content-type-options': 'nosniff',
    });
    for (const name of ['set-cookie', 'vary']) expect(response.headers.get(name)).toBeNull();
  }
});

test('photo files answer 304 to a matching validator, as long as the photo exists', async () => {
  const { market, url, ask } = await makeFile();
  const etag = (await ask(url)).headers.get('etag') ?? '';
  for (const tags of [etag, `"another" ,\tW/${etag}, "third"`, '*']) {
    const response = await ask(url, { 'if-none-match': tags });
    expect([response.status, response.headers.get('cache-control')]).toEqual([304, FOR_GOOD]);
    expect((await response.arrayBuffer()).byteLength).toBe(0);
  }
  expect((await ask(url, { 'if-none-match': '"another"' })).status).toBe(200);
  for (const name of await listPhotoFiles()) await market.services.photoStore.delete(name);
  expect((await ask(url, { 'if-none-match': etag })).status).toBe(404);
});

test('photo files may be embedded in pages of another origin, unlike everything else', async () => {
  const { url, ask } = await makeFile();
  const policyOf = async (path: string, headers = {}) =>
    (await ask(path, headers)).headers.get('cross-origin-resource-policy');
  expect(await policyOf(url)).toBe('cross-origin');
  expect(await policyOf(url, { 'if-none-match': '*' })).toBe('cross-origin');
  for (const other of ['/trpc/market.cards', '/api/dispute-photos/1'])
    expect(await policyOf(other)).toBe('same-origin');
});

test('HEAD of a photo file answers with the headers of GET and no body', async () => {
  const { url, ask } = await makeFile();
  const [head, get] = [await ask(url, {}, 'HEAD'), await ask(url)];
  expect(head.status).toBe(200);
  for (const name of ['etag', 'cache-control', 'content-type', 'content-length'])
    expect(head.headers.get(name), name).toBe(get.headers.get(name));
  expect((await head.arrayBuffer()).byteLength).toBe(0);
});

test('photos that are missing or unreadable and other files are not cached', async () => {
  const { market, ask } = await makeFile();
  const hash = '0'.repeat(64);
  const missing = `${hash}-800.jpg`;
  for (const name of [
    missing,
    `${hash}-640.jpg`,
    `${missing}%00.png`,
    `${'A'.repeat(64)}-800.jpg`,
    '..',
    '..%2f..%2fsecret',
    `tmp%2f${missing}`,
  ]) {
    const response = await ask(`/photos/${name}`);
    expect(response.status, name).toBe(404);
    expect(response.headers.get('cache-control') ?? '').not.toContain('immutable');
  }
  market.services.photoStore.get = () => Promise.reject(new Error('the store is gone'));
  const failed = await ask(`/photos/${missing}`);
  expect(failed.status).toBeGreaterThanOrEqual(500);
  for (const answer of [failed, await ask('/photos/nothing.jpg')])
    expect(answer.headers.get('cache-control')).toBe('no-store');
});
