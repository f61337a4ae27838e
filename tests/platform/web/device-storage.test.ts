import { roomFor, roomIn } from '#web/device-storage.ts';

const MB = 1024 * 1024;

afterEach(() => vi.unstubAllGlobals());

test.each([
  [100, 1000, 5, 'enough'],
  [960, 1000, 5, 'nearlyFull'],
  [980, 1000, 5, 'full'],
  [900, 1000, 70, 'nearlyFull'],
  [900, 1000, 90, 'full'],
  [0, 10, 2, 'enough'],
  [9, 10, 0.5, 'full'],
])(
  'storage on the device of which %d of %d MB are used has room for %d MB: %s',
  (usage, quota, bytes, room) => {
    expect(roomIn({ usage: usage * MB, quota: quota * MB }, bytes * MB)).toBe(room);
  },
);

test('storage on the device is unknown if the browser does not report it', async () => {
  const refuse = () => Promise.reject(new TypeError('refused'));
  for (const navigator of [{}, { storage: { estimate: refuse } }]) {
    vi.stubGlobal('navigator', navigator);
    expect(await roomFor(MB)).toBe('unknown');
  }
  const estimate = async () => ({ usage: 0, quota: 1000 * MB });
  vi.stubGlobal('navigator', { storage: { estimate } });
  expect(await roomFor(MB)).toBe('enough');
});

async function freshModule() {
  vi.resetModules();
  return await import('#web/device-storage.ts');
}

test('asking the browser to keep stored data is done once, and not if it was granted before', async () => {
  const persist = vi.fn(async () => true);
  vi.stubGlobal('navigator', { storage: { persisted: async () => false, persist } });
  const { requestPersistence } = await freshModule();
  expect([await requestPersistence(), await requestPersistence()]).toEqual([true, true]);
  expect(persist).toHaveBeenCalledTimes(1);

  const again = vi.fn(async () => true);
  vi.stubGlobal('navigator', { storage: { persisted: async () => true, persist: again } });
  expect(await (await freshModule()).requestPersistence()).toBe(true);
  expect(again).not.toHaveBeenCalled();
});

test('asking the browser to keep stored data returns false without an error if a browser cannot do it', async () => {
  const refuse = () => Promise.reject(new TypeError('refused'));
  for (const navigator of [{}, { storage: { persisted: refuse } }]) {
    vi.stubGlobal('navigator', navigator);
    expect(await (await freshModule()).requestPersistence()).toBe(false);
  }
});
