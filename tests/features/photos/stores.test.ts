import { createObjectStore } from '#photos/server/object-store.ts';
import { createFolderStore, type FileStore } from '#photos/server/photo-store.ts';
import { refused } from '#tests/setup/in-market.ts';
import { emptyPhotoFolder } from '#tests/setup/photo-folder.ts';
import { type ObjectStore, startObjectStore } from '#tests/setup/servers/object-store.ts';

let remote: ObjectStore;
beforeEach(async () => {
  remote = await startObjectStore();
});
afterEach(() => remote.close());

const stores: Record<string, () => FileStore> = {
  folder: () => createFolderStore(emptyPhotoFolder()),
  'object store': () => createObjectStore(remote.url),
};
const keyOf = (start: string) => `${start.padEnd(64, '0')}-320.webp`;
const file = (text: string) => ({
  bytes: new TextEncoder().encode(text),
  contentType: 'image/webp',
});

describe.each(Object.keys(stores))('photos in a %s', (kind) => {
  let store: FileStore;
  beforeEach(() => {
    store = stores[kind]?.() as FileStore;
  });

  test('are read back as stored, even if stored twice', async () => {
    const key = keyOf('ab');
    expect([await store.get(key), await store.exists(key)]).toEqual([null, false]);
    for (let time = 0; time < 2; time += 1) await store.put(key, file('a picture'));
    const { bytes, contentType } = (await store.get(key)) ?? {};
    expect([new TextDecoder().decode(bytes), contentType]).toEqual(['a picture', 'image/webp']);
    expect(await store.exists(key)).toBe(true);
  });

  test('are gone once deleted, and deleting again is harmless', async () => {
    const key = keyOf('ab');
    await store.put(key, file('a picture'));
    for (let time = 0; time < 2; time += 1) await store.delete(key);
    expect([await store.get(key), await store.exists(key)]).toEqual([null, false]);
  });

  test('are listed part by part, over any number of pages', async () => {
    const keys = ['ab1', 'ab2', 'ab3', 'ab4', 'ab5', 'ab6', 'ab7'].map(keyOf);
    for (const key of [...keys, keyOf('ac')]) await store.put(key, file('a picture'));
    expect(await store.list('ab')).toEqual(keys);
    expect(await store.list('00')).toEqual([]);
  });
});

test.each([
  [403, 'UNAVAILABLE'],
  [507, 'DISK_FULL'],
])('an object store that answers %i is %s', async (status, code) => {
  remote.outage.status = status;
  const store = createObjectStore(remote.url);
  await expect(store.put(keyOf('ab'), file('a picture'))).rejects.toThrow(code);
  await expect(store.get(keyOf('ab'))).rejects.toThrow(code);
});

test('an object store is UNAVAILABLE when it is down, lacks the bucket or has another secret', async () => {
  const odd = [
    remote.url.replace(/:\d+\//, ':1/'),
    `${remote.url}-not`,
    remote.url.replace('test%2F', 'rest%2F'),
  ];
  for (const url of odd)
    await refused(createObjectStore(url).put(keyOf('ab'), file('a picture')), 'UNAVAILABLE');
});
