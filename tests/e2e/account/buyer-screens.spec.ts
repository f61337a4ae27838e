import type { APIRequestContext, BrowserContext, Page } from 'playwright/test';
import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { AT_THE_FARM } from '#tests/e2e/pages/checkout-page.ts';
import { isRunning } from '#tests/e2e/pages/held-page.ts';
import { MarketPage, offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';
import { coveredTexts } from '#tests/e2e/pages/whole-texts.ts';

const languages = ['en', 'sw'] as const;

/** Mombasa is far from the farms of these tests, which are in Nairobi. */
const MOMBASA = { latitude: -4.04, longitude: 39.66 };

const standAt = (context: BrowserContext, place: typeof MOMBASA) =>
  context.addInitScript(
    (at) => localStorage.setItem('buyerPlace', JSON.stringify({ ...at, name: 'Nairobi' })),
    place,
  );

/** Gives a farm a name and the words of its farmer. */
async function describeFarm(request: APIRequestContext, token: string, about: string) {
  const headers = { authorization: `Bearer ${token}` };
  const profile = (await (await request.get('/trpc/farmer.profile', { headers })).json()).result
    .data;
  const { firstName, lastName, farmType, farmSize, county, subcounty } = profile;
  const { addressDescription, geofenceRadius, deliveryFee, minimumOrder } = profile;
  await call(request, token, {
    path: 'farmer.editFarm',
    input: {
      ...{ firstName, lastName, farmType, farmSize, county, subcounty, about },
      ...{ addressDescription, geofenceRadius, deliveryFee, minimumOrder },
      farmName: 'Kilima Farm',
    },
  });
}

const farmOf = (page: Page) =>
  page.getByRole('main').locator('a[href^="/farm/"]').first().getAttribute('href');

test("a desktop's first screen shows eight whole products to a visitor and a buyer", async ({
  page,
  context,
  request,
  accounts,
  dashboard,
  speak,
}) => {
  const word = uniqueWord();
  const names = Array.from({ length: 8 }, (_, at) => `${word} tomatoes, Anna F1 from crate ${at}`);
  await offer(
    request,
    accounts,
    names.map((name) => ({ name, isOrganic: true })),
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  const market = new MarketPage(page);
  const hasEightWhole = async (path: string, text: string | RegExp = word) => {
    for (const language of languages) {
      await speak(language);
      await page.goto(path);
      await expect(market.cards).toHaveCount(8);
      await expect(market.cards.first()).toContainText(text);
      const boxes = await Promise.all((await market.cards.all()).map((card) => card.boundingBox()));
      expect(boxes.filter((box) => box && box.y >= 0 && box.y + box.height <= 900)).toHaveLength(8);
    }
  };
  const near = /under 1 km|chini ya kilomita 1/;
  await hasEightWhole(`/market?search=${word}`);
  await standAt(context, AT_THE_FARM);
  await hasEightWhole(`/market?search=${word}`, near);
  await dashboard.keepSession('buyer', await accounts.buyer());
  await hasEightWhole(`/buyer-dashboard?search=${word}`, near);
  // The search stays in view.
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.mouse.wheel(0, 400);
  await expect(page.locator('input[type=search]')).toBeInViewport();
});

test("a phone's rows show the whole county and hide no text below their button", async ({
  page,
  request,
  accounts,
  speak,
}) => {
  const word = uniqueWord();
  const long = { unit: 'bags', price: 147_500, netWeightKg: 90, quantity: 333 };
  const { token } = await offer(request, accounts, [
    { name: `${word} dry white maize of this harvest`, isOrganic: true, ...long },
    { name: `${word} onions` },
  ]);
  await describeFarm(request, token, 'We pick at dawn.');
  for (const language of languages)
    for (const width of [320, 360]) {
      await speak(language);
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/market?search=${word}`);
      await expect(page.getByText('· Nairobi')).toHaveCount(2);
      expect(await coveredTexts(page), `at ${width}`).toEqual([]);
    }
});

test("a phone's first screen of a product has picture, name, price and Add to Cart above the bar", async ({
  page,
  request,
  accounts,
  dashboard,
}) => {
  const word = uniqueWord();
  const { ids } = await offer(request, accounts, [{ name: `${word} kale`, isOrganic: true }]);
  await page.setViewportSize({ width: 360, height: 800 });
  const add = page.getByRole('button', { name: 'Add to Cart' }).first();
  for (const isBuyer of [false, true]) {
    if (isBuyer) await dashboard.keepSession('buyer', await accounts.buyer());
    await page.goto(`/market/${ids[0]}`);
    await isRunning(page);
    const bar = page.getByRole('navigation');
    if (isBuyer) await expect(bar).toBeVisible();
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
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(add).toContainText('KES 170.00');
  await add.click();
  await expect(page.getByText(`2 kg of ${word} kale in your cart`)).toBeVisible();
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
  request,
  accounts,
}) => {
  const word = uniqueWord();
  await offer(request, accounts, [
    { name: `${word} kale`, quantity: 2100 },
    { name: `${word} beans`, price: 100 },
  ]);
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
  const quantity = page.getByRole('textbox', { name: `Quantity of ${word} kale` });
  // Thousands with a comma, as people here write them; text that is not a number changes nothing.
  for (const [typed, becomes] of [
    ['1,200', '1200'],
    ['1.200,5', '1200'],
    ['9999', '2100'],
  ] as const) {
    await quantity.fill(typed);
    await quantity.press('Enter');
    await expect(quantity).toHaveValue(becomes);
  }
});

test("a desktop keeps the buy box in view; the farm's page shows its words and how far it delivers", async ({
  page,
  context,
  request,
  accounts,
}) => {
  const word = uniqueWord();
  const { ids, token } = await offer(request, accounts, [{ name: `${word} kale` }]);
  await describeFarm(request, token, `Tunalima kwa samadi. ${word}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/market/${ids[0]}`);
  const farm = await farmOf(page);
  const add = page.getByRole('button', { name: 'Add to Cart' }).first();
  await page.getByRole('heading', { name: 'What buyers say' }).scrollIntoViewIfNeeded();
  await expect(add).toBeInViewport();
  await expect(page.getByText('You choose the day at checkout')).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Kilima Farm' }).first()).toBeInViewport();
  // The place is asked for here, too.
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ ...MOMBASA, accuracy: 10 });
  await page.getByRole('button', { name: 'Set your place' }).click();
  await page.getByRole('button', { name: 'Use my position' }).click();
  await expect(page.getByText(/^Does not deliver to you · 4\d\d km$/)).toBeVisible();
  await page.getByRole('link', { name: 'see farms that deliver to you' }).click();
  await expect(page).toHaveURL(/\/market\?.*deliversToMe=true/);

  await page.goto(`${farm}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kilima Farm');
  await expect(page.getByRole('blockquote')).toHaveText(`Tunalima kwa samadi. ${word}`);
  await expect(page.getByText(/^Delivers within .* of the farm$/)).toBeVisible();
  await expect(page.getByText('You choose the day at checkout')).toBeVisible();
  await page.getByRole('button', { name: 'Where on the map' }).click();
  await expect(page.getByRole('application', { name: /^Map/ })).toBeVisible();
  await expect(page.getByText("a farm's exact place stays private")).toBeVisible();
  const message = page.getByRole('link', { name: 'Message this farm' });
  await expect(message).toHaveAttribute('href', `/messages?product=${ids[0]}`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a product and a farm are shared by WhatsApp, each with a sentence and its address', async ({
    page,
    request,
    accounts,
    baseURL,
  }) => {
    const word = uniqueWord();
    const { ids, token } = await offer(request, accounts, [{ name: `${word} kale` }]);
    await describeFarm(request, token, 'We pick at dawn.');
    const shared = async () => {
      const href = await page.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href');
      const { origin, pathname, searchParams } = new URL(href ?? '');
      expect(`${origin}${pathname}`).toBe('https://wa.me/');
      return searchParams.get('text');
    };
    await page.goto(`/market/${ids[0]}`);
    expect(await shared()).toBe(
      `${word} kale for KES 85.00 / kg from Kilima Farm. See it on SokoShamba: ${baseURL}/market/${ids[0]}`,
    );
    const farm = await farmOf(page);
    await page.goto(`${farm}`);
    expect(await shared()).toBe(
      `Kilima Farm sells on SokoShamba. See what is fresh: ${baseURL}${farm}`,
    );
    await expect(page.getByRole('blockquote')).toHaveText('We pick at dawn.');
  });
});
