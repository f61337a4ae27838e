import { expect, heading, link, MarketPage, shows, test, uniqueWord } from '#tests/e2e/fixtures.ts';

test("a farm's name opens its page from a product and an order, with its county and products for the cart", async ({
  page,
  api,
  dashboard,
}) => {
  const word = uniqueWord();
  const { ids } = await api.offer([{ name: `${word} kale` }, { name: `${uniqueWord()} beans` }]);
  await api.offer([{ name: `${word} onions` }]);
  const market = new MarketPage(page);
  await page.goto(`/market?search=${word}`);
  await market.card(`${word} kale`).getByRole('link').click();
  await link(page, /^Farm in/).click();
  await expect(page).toHaveURL(/\/farm\/\d+$/);
  const address = new URL(page.url()).pathname;
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await shows(heading(page, 'What this farm sells'));
  await expect(market.cards).toHaveCount(2);
  await expect(market.card(`${word} onions`)).toBeHidden();
  await shows(page, 'Nairobi County');
  await shows(heading(page, 'What buyers say'));
  await market.card(`${word} kale`).getByRole('button', { name: 'Add to Cart' }).click();
  await shows(link(page, 'Shopping Cart, 1 product'));
  await link(page, 'All products').click();
  await expect(market.search).toHaveValue(word);

  // The same crop's other farms load further down.
  const farmLink = page
    .getByRole('main')
    .getByRole('link', { name: /farm\b/i })
    .first();
  await page.goto(`/market/${ids[0]}`);
  await farmLink.click();
  await expect(page).toHaveURL(address);

  const buyer = await api.buyer();
  await dashboard.keepSession('buyer', buyer);
  const inHeading = page.getByRole('heading', { level: 2 }).getByRole('link', { name: /farm/i });
  await api.order(buyer.token, { productIds: [ids[0]], quantity: 2 });
  await page.goto('/buyer-dashboard?tab=orders');
  await link(page, /^Order /).click();
  await expect(inHeading).toHaveAttribute('href', address);
});
