import {
  button,
  expect,
  heading,
  MarketPage,
  press,
  shows,
  test,
  uniqueWord,
} from '#tests/e2e/fixtures.ts';

const PHONE = { width: 360, height: 800 };
const FOLLOWED = 'Favourites and farms you follow';
/** In Turkana, hundreds of kilometres from the farms of the other tests. */
const LODWAR = { latitude: 3.119, longitude: 35.597 };

test("a visitor's press on a product's heart is kept through the login, and a farm is followed; the profile lists them, and leads back", async ({
  page,
  api,
  mailbox,
  buyerLogin,
  codeScreen,
  dashboard,
}) => {
  await page.setViewportSize(PHONE);
  const name = `${uniqueWord()} kale`;
  const { ids } = await api.offer([{ name }]);
  const buyer = await api.buyer();
  await page.goto(`/market/${ids[0]}`);
  const heart = button(page, 'Save as a favourite');
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  const { width, height } = (await heart.boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
  await heart.click();
  await expect(page).toHaveURL(`/login?redirect=%2Fmarket%2F${ids[0]}`);
  await buyerLogin.logIn(buyer);
  await codeScreen.type(await mailbox.code(buyer.email, 2));
  await expect(page).toHaveURL(`/market/${ids[0]}`);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/buyer-dashboard?tab=profile');
  await expect(dashboard.row(FOLLOWED)).toContainText('1 saved');
  await dashboard.toggleRow(FOLLOWED);
  const list = page.getByRole('listitem').filter({ hasText: name });
  await expect(list).toContainText('KES 85 / kg');
  await list.getByRole('link').click();
  await expect(page).toHaveURL(`/market/${ids[0]}`);
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await page.goto('/buyer-dashboard?tab=profile');
  await dashboard.toggleRow(FOLLOWED);
  await shows(page, 'Tap the heart on a product, or Follow on a farm.');

  const { farmId } = await api.ask('market.product', { productId: ids[0] });
  await page.goto(`/farm/${farmId}`);
  const follow = button(page, 'Follow this farm');
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await follow.click();
  await shows(page, 'when it lists something new');
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
});

test('a buyer asks for a notice when a sold-out product is back, and when a farm delivers to a place', async ({
  page,
  api,
  dashboard,
  buyer: _,
}) => {
  await page.setViewportSize(PHONE);
  const word = uniqueWord();
  const name = `${word} kale`;
  const { ids, token } = await api.offer([{ name }, { name: `${word} beans` }]);
  const market = new MarketPage(page);
  await page.goto(`/market?search=${word}`);
  await shows(market.link(name));
  const gone = { productId: ids[0], quantity: 0 };
  await api.call(token, 'farmer.products.setQuantity', gone);
  await market.link(name).click();
  await shows(heading(page, 'This product is no longer for sale'));
  await press(page, 'Tell me when it is back');
  await shows(page, 'We tell you when it is back.');

  await page.evaluate(
    (place) => localStorage.setItem('buyerPlace', JSON.stringify({ ...place, name: 'Lodwar' })),
    LODWAR,
  );
  await page.goto(`/market?search=${word}`);
  await shows(page, `No farm delivers ${word} to Lodwar yet.`);
  await shows(page.getByRole('link', { name: /^Nearest: \d{3} km, collect\./ }));
  const tell = button(page, 'Tell me when a farm delivers here');
  await tell.click();
  await shows(page, 'We tell you when a farm delivers here.');
  await expect(tell).toHaveAttribute('aria-pressed', 'true');
  // The actions share the notice's line on a phone.
  expect((await tell.locator('xpath=..').boundingBox())?.height).toBeLessThan(50);
  await page.goto('/buyer-dashboard?tab=profile');
  await dashboard.toggleRow(FOLLOWED);
  await shows(page, 'A farm that delivers to Lodwar');
});
