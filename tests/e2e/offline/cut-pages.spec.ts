import { call } from '#tests/e2e/call.ts';
import { startCuttingProxy } from '#tests/e2e/cutting-proxy.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';
import { appIsKept, pageIsKept } from './kept-app.ts';

test.use({ serviceWorkers: 'allow' });

test('a page that breaks off midway falls back to its cached copy, then to the screen itself, then to the offline page', async ({
  page,
  baseURL,
  request,
  accounts,
}) => {
  const word = uniqueWord();
  const name = `${word} kale`;
  const { ids, token } = await offer(request, accounts, [{ name, price: 85 }]);
  const proxy = await startCuttingProxy(baseURL ?? '');
  const [seen, unseen] = [`/market/${ids[0]}`, `/market?search=${word}`];
  await page.goto(`${proxy.url}${seen}`);
  await pageIsKept(page, seen);
  await appIsKept(page);
  // A copy from yesterday, with other content by now: it is shown only because the page does not
  // arrive.
  await page.evaluate(async () => {
    const [cacheName = ''] = (await caches.keys()).filter(
      (one) => one.startsWith('pages-') && one.endsWith('-en'),
    );
    const pages = await caches.open(cacheName);
    for (const address of await pages.keys()) {
      const kept = await pages.match(address);
      const headers = new Headers(kept?.headers);
      headers.set('X-Kept-At', String(Date.now() - 25 * 60 * 60 * 1000));
      const html = (await kept?.text())?.replace(
        /data-kept-at="\d+"/,
        `data-kept-at="${Date.now() - 600_000}"`,
      );
      await pages.put(address, new Response(html, { headers }));
    }
  });
  const kale = {
    name,
    description: 'Picked this morning',
    category: 'Vegetables',
    quantity: 120,
    unit: 'kg',
    price: 99,
  };
  await call(request, token, {
    path: 'farmer.products.edit',
    input: { ...kale, productId: ids[0] },
  });

  proxy.cutAnswersTo(seen);
  await page.goto(`${proxy.url}${seen}`);
  expect(proxy.cutAnswers()).toBeGreaterThan(0);
  await expect(page.locator('html')).toHaveAttribute('data-kept-at', /\d+/);
  // Its scripts run and refetch by themselves.
  await expect(page.getByText('KES 99', { exact: false }).first()).toBeVisible();

  const before = proxy.cutAnswers();
  proxy.cutAnswersTo(unseen);
  await page.goto(`${proxy.url}${unseen}`);
  expect(proxy.cutAnswers()).toBeGreaterThan(before);
  await expect(page.getByRole('article').filter({ hasText: name })).toBeVisible();

  const cuts = proxy.cutAnswers();
  proxy.cutAnswersTo('/terms');
  await page.goto(`${proxy.url}/terms`);
  expect(proxy.cutAnswers()).toBeGreaterThan(cuts);
  await expect(page.getByRole('heading', { name: 'You are offline', level: 1 })).toBeVisible();
  proxy.cutAnswersTo(null);
  await page.goto(`${proxy.url}/terms`);
  await expect(page.getByRole('heading', { name: 'Terms of use', level: 1 })).toBeVisible();
  await proxy.close();
});
