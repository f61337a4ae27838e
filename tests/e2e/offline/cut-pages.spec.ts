import { startCuttingProxy } from '#tests/e2e/cutting-proxy.ts';
import { expect, heading, shows, test, uniqueWord } from '#tests/e2e/fixtures.ts';
import { appIsKept, editProduct, pageIsKept, setKeptAt } from './kept-app.ts';

test.use({ serviceWorkers: 'allow' });

test('a page that breaks off falls back to its cached copy, then to the screen, then to the offline page', async ({
  page,
  baseURL,
  api,
}) => {
  const word = uniqueWord();
  const name = `${word} kale`;
  const { ids, token } = await api.offer([{ name, price: 85 }]);
  const proxy = await startCuttingProxy(baseURL ?? '');
  const [seen, unseen] = [`/market/${ids[0]}`, `/market?search=${word}`];
  await page.goto(`${proxy.url}${seen}`);
  await pageIsKept(page, seen);
  await appIsKept(page);
  // A copy from yesterday, with other content by now: it is shown only because the page does not
  // arrive.
  await setKeptAt(page, {
    keptAt: Date.now() - 25 * 60 * 60 * 1000,
    shownAt: Date.now() - 600_000,
  });
  await editProduct(api, token, { productId: ids[0], name, price: 99 });

  proxy.cutAnswersTo(seen);
  await page.goto(`${proxy.url}${seen}`);
  expect(proxy.cutAnswers()).toBeGreaterThan(0);
  await expect(page.locator('html')).toHaveAttribute('data-kept-at', /\d+/);
  // Its scripts run and refetch by themselves.
  await shows(page.getByText('KES 99', { exact: false }).first());

  const before = proxy.cutAnswers();
  proxy.cutAnswersTo(unseen);
  await page.goto(`${proxy.url}${unseen}`);
  expect(proxy.cutAnswers()).toBeGreaterThan(before);
  await shows(page.getByRole('article').filter({ hasText: name }));

  const cuts = proxy.cutAnswers();
  proxy.cutAnswersTo('/terms');
  await page.goto(`${proxy.url}/terms`);
  expect(proxy.cutAnswers()).toBeGreaterThan(cuts);
  await shows(heading(page, 'You are offline', 1));
  proxy.cutAnswersTo(null);
  await page.goto(`${proxy.url}/terms`);
  await shows(heading(page, 'Terms of use', 1));
  await proxy.close();
});
