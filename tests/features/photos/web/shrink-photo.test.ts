const load = async (connection?: { effectiveType: string }) => {
  vi.resetModules();
  vi.stubGlobal('navigator', { connection });
  return import('#photos/web/shrink-photo.ts');
};

describe("'JPEG quality 0.95; ideal 1920x1080'", () => {
  afterEach(() => vi.unstubAllGlobals());

  test('photos are sent with these settings on a fast connection', async () => {
    for (const connection of [undefined, { effectiveType: '4g' }]) {
      const { photoSize } = await load(connection);
      expect(photoSize()).toEqual({ longSidePixels: 1920, quality: 0.95 });
    }
  });

  test("on a slow one they are smaller, judged by the browser's estimate or the duration of the last photo", async () => {
    const known = await load({ effectiveType: '3g' });
    expect(known.photoSize()).toEqual({ longSidePixels: 1280, quality: 0.8 });
    known.notePhotoSent(800_000, 1000);
    expect(known.isSlowLine()).toBe(false);
    const measured = await load();
    measured.notePhotoSent(800_000, 20_000);
    expect(measured.photoSize()).toEqual({ longSidePixels: 1280, quality: 0.8 });
  });
});
