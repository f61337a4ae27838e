import { expect, test } from '#tests/e2e/fixtures.ts';
import { appIsKept } from './kept-app.ts';

test.use({ serviceWorkers: 'allow' });

test('Chromium reports no installability errors, and reads the whole manifest', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await appIsKept(page);
  const devTools = await context.newCDPSession(page);
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  // Playwright's contexts are private windows, in which nothing can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { url, errors, data } = await devTools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  const manifest = JSON.parse(data ?? '{}');
  expect(manifest).toMatchObject({
    start_url: '/start',
    share_target: { action: '/share-target', method: 'POST' },
  });
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  const pictures: { src: string; sizes: string }[] = [...manifest.icons, ...manifest.screenshots];
  for (const { src, sizes } of pictures) {
    const drawn = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      return `${picture.width}x${picture.height}`;
    }, src);
    expect(drawn, src).toBe(sizes);
  }
});
