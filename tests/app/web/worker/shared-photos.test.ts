import {
  countOfferedPhotos,
  discardOfferedPhotos,
  takeOfferedPhotos,
  takeSharedPhotos,
} from '#products/web/own/stored-photos.ts';

const SITE = 'https://soko.example';

function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  return {
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        put: async (path: string, response: Response) =>
          void store.set(new URL(path, SITE).href, response),
        keys: async () => [...store.keys()].map((url) => ({ url })),
        match: async ({ url }: { url: string }) => store.get(url),
        delete: async ({ url }: { url: string }) => store.delete(url),
      };
    },
  };
}

async function share(referrer: string, count: number) {
  const { answerShare, isShare } = await import('#app/web/worker/photos.ts');
  const photos = Array.from(
    { length: count },
    (_, place) => new File(['x'], `${place}.jpg`, { type: 'image/jpeg' }),
  );
  const request = {
    referrer,
    formData: async () => ({ getAll: () => photos }),
  } as unknown as Request;
  if (isShare(request)) await answerShare(request).catch(() => {});
  vi.advanceTimersByTime(1);
}

describe('A112: photos shared from other apps', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.stubGlobal('caches', fakeCaches());
    vi.stubGlobal('__BUILD__', { version: 'test', core: [], rest: [] });
    vi.stubGlobal('location', new URL(SITE));
  });

  afterEach(() => vi.useRealTimers());

  test('are not used before a press, and are handed out once after it', async () => {
    await share('', 2);
    expect(await takeSharedPhotos()).toEqual([]);
    expect(await countOfferedPhotos()).toBe(2);
    expect(await takeOfferedPhotos()).toHaveLength(2);
    expect(await countOfferedPhotos()).toBe(0);
  });

  test('of one source do not replace those of another, and too many are refused', async () => {
    await share('', 2);
    await share('https://other.example/', 3);
    await share('', 12);
    expect(await countOfferedPhotos()).toBe(14);
    for (let more = 0; more < 4; more += 1) await share('', 12);
    expect(await countOfferedPhotos()).toBe(38);
  });

  test('do not replace photos sent from our own page, and can be refused', async () => {
    await share(`${SITE}/farmer/dashboard`, 3);
    await share('', 1);
    expect(await takeSharedPhotos()).toHaveLength(3);
    await discardOfferedPhotos();
    expect(await countOfferedPhotos()).toBe(0);
  });

  test('are refused from another site that names its origin', async () => {
    await share('https://hostile.example/', 1);
    expect([await countOfferedPhotos(), await takeSharedPhotos()]).toEqual([0, []]);
  });
});
