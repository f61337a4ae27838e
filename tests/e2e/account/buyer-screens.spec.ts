import { button, expect, link, MarketPage, shows, test, uniqueWord } from '#tests/e2e/fixtures.ts';

test("a phone's first screen of a product has picture, name, price and Add to Cart above the bar", async ({
  page,
  api,
  dashboard,
}) => {
  const word = uniqueWord();
  const { ids } = await api.offer([{ name: `${word} kale`, isOrganic: true }]);
  await page.setViewportSize({ width: 360, height: 800 });
  const add = button(page, 'Add to Cart').first();
  for (const isBuyer of [false, true]) {
    if (isBuyer) await dashboard.keepSession('buyer', await api.buyer());
    await page.goto(`/market/${ids[0]}`);
    const bar = page.getByRole('navigation');
    if (isBuyer) await shows(bar);
    const bottom = isBuyer ? ((await bar.boundingBox())?.y ?? 0) : 800;
    const first = [
      add,
      page.getByRole('textbox', { name: 'Quantity' }),
      page.getByRole('heading', { level: 1 }),
      page.getByText('KES 85.00').first(),
      page.getByText('Organic').first(),
    ];
    for (const part of first) {
      const box = await part.boundingBox();
      expect((box?.y ?? 800) + (box?.height ?? 800)).toBeLessThanOrEqual(bottom);
    }
    const picture = page.getByRole('region', { name: `Photos of ${word} kale` });
    expect((await picture.boundingBox())?.height).toBeLessThanOrEqual(184);
  }
  // The end of the page is not below the bars. Other farms' products come late and make it longer.
  const support = page.getByRole('contentinfo').getByRole('link').last();
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    const [end, low] = [await support.boundingBox(), await add.boundingBox()];
    expect((end?.y ?? 800) + (end?.height ?? 0)).toBeLessThanOrEqual(low?.y ?? 0);
  }).toPass();
});

test('a phone shows what is in the cart and what it costs below the list', async ({
  page,
  api,
}) => {
  const word = uniqueWord();
  await api.offer([{ name: `${word} kale` }, { name: `${word} beans`, price: 100 }]);
  await page.setViewportSize({ width: 360, height: 800 });
  const market = new MarketPage(page);
  await page.goto(`/market?search=${word}`);
  await expect(market.cards).toHaveCount(2);
  const bar = page.locator('[data-low-bar]');
  await expect(bar).toBeHidden();
  await market.card(`${word} kale`).getByRole('button', { name: 'Add to Cart' }).click();
  await expect(bar).toHaveText(`1 kg · ${word} kaleKES 85 ›`);
  await market.card(`${word} kale`).getByRole('button', { name: 'One more' }).click();
  await expect(bar).toHaveText(`2 kg · ${word} kaleKES 170 ›`);
  await market.card(`${word} beans`).getByRole('button', { name: 'Add to Cart' }).click();
  await expect(bar).toHaveText('2 productsKES 270 ›');
  await bar.click();
  await expect(page).toHaveURL('/cart');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a product and a farm are shared by WhatsApp, each with a sentence and its address', async ({
    page,
    api,
    baseURL,
  }) => {
    const word = uniqueWord();
    const { ids } = await api.offer([{ name: `${word} kale` }]);
    const shared = async () => {
      const href = await link(page, 'Share on WhatsApp').getAttribute('href');
      const { origin, pathname, searchParams } = new URL(href ?? '');
      expect(`${origin}${pathname}`).toBe('https://wa.me/');
      return searchParams.get('text');
    };
    await page.goto(`/market/${ids[0]}`);
    await page.getByRole('main').locator('summary', { hasText: 'More' }).click();
    expect(await shared()).toMatch(
      new RegExp(`^${word} kale for KES 85\\.00 / kg from .+: ${baseURL}/market/${ids[0]}$`),
    );
    await page.getByRole('main').locator('a[href^="/farm/"]').first().click();
    await expect(page).toHaveURL(/\/farm\/\d+$/);
    const message = await shared();
    expect(message).toContain(' sells on SokoShamba. See what is fresh: ');
    expect(message?.endsWith(page.url())).toBe(true);
  });
});
