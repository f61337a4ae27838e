import { expect, press, test, uniqueWord } from '#tests/e2e/fixtures.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { appIsKept, editProduct } from './kept-app.ts';

test.use({ serviceWorkers: 'allow' });

test('photos are sized for the screen, small, or left out, as set on this device', async ({
  page,
  api,
  request,
  dashboard,
}) => {
  const name = `${uniqueWord()} kale`;
  const { ids, farmer, token } = await api.offer([{ name }]);
  const photo = {
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: await makeJpeg({ width: 1000, height: 750 }),
  };
  const headers = { authorization: `Bearer ${token}` };
  const sent = await request.post('/api/farmer/photos', { headers, multipart: { photos: photo } });
  const { photos } = (await sent.json()) as { photos: { id: number }[] };
  await editProduct(api, token, {
    productId: ids[0],
    name,
    photoIds: photos.map(({ id }) => id),
  });
  await dashboard.keepSession('farmer', farmer);
  await page.goto('/farmer/dashboard?tab=settings');
  await appIsKept(page);
  const shown = page.getByRole('main').locator('img[src^="/photos/"]').first();
  const widthOf = () =>
    shown.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : -1));
  const choose = async (label: string) => {
    await page.goto('/farmer/dashboard?tab=settings');
    await dashboard.toggleRow('Product photos');
    await page.getByRole('radio', { name: label }).check();
    await expect(dashboard.row('Product photos').locator('summary')).toContainText(label);
    await page.goto(`/market/${ids[0]}`);
    await expect(shown).toBeAttached();
  };
  /** The photo as the worker answers it, past the browser's memory cache. */
  const answerOf = (size: number) =>
    page.evaluate(async (pixels) => {
      const address = document
        .querySelector<HTMLImageElement>('img[src^="/photos/"]')
        ?.src.replace(/-\d+\./, `-${pixels}.`);
      const answer = await fetch(address ?? '', { cache: 'no-store' });
      return { type: answer.headers.get('content-type'), address: answer.url.replace(/.*-/, '') };
    }, size);
  await choose('None');
  expect(await answerOf(800)).toMatchObject({ type: 'image/svg+xml' });
  await press(page, 'Show photo');
  const wanted = page.getByRole('main').locator('img[src$="?wanted"]');
  await expect
    .poll(() => wanted.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await answerOf(1600)).toMatchObject({ type: 'image/svg+xml' });
  await choose('Small');
  expect(await answerOf(1600)).toEqual({ type: 'image/jpeg', address: '160.jpg' });
  await choose('Full size');
  expect(await answerOf(800)).toEqual({ type: 'image/jpeg', address: '800.jpg' });
  await expect.poll(widthOf).toBeGreaterThan(320);
});
