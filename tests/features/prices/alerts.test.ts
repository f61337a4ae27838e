import { users } from '#accounts/server/tables/users.ts';
import { PRICE_ALERTS_MAX } from '#prices/rules/price.ts';
import { runPriceClock } from '#prices/server/feature.ts';
import { tellPriceAlerts } from '#prices/server/manage-alerts.ts';
import { crops } from '#products/rules/crops.ts';
import { daysAfter } from '#rules/day.ts';
import {
  advance,
  caller,
  countRows,
  DAY,
  db,
  eq,
  givenMarket,
  makeFarm,
  makeOrder,
  makeProduct,
  makeTestBuyer,
  noticesOf,
  observeFarms,
  outcomeOf,
  rollUp,
  services,
  type TestBuyer,
} from '#tests/setup/in-market.ts';

givenMarket();
const TODAY = '2026-03-02';
const same = (price: number) => [price, price, price, price, price];

let buyer: TestBuyer;
beforeEach(async () => {
  buyer = await makeTestBuyer();
});
const inKisii = { crop: 'tomato', county: 'Kisii', below: 55 } as const;
const alerts = () => caller(buyer).priceAlerts;
const texts = async () => (await noticesOf(buyer)).map(({ text }) => text);
const ask = (price: number, quantityKg: number) =>
  observeFarms(same(price), { county: 'Kisii', quantityKg });
const nextDay = async (price?: number) => {
  advance(DAY);
  if (price !== undefined) for (const quantityKg of [1, 2, 3]) await ask(price, quantityKg);
  await runPriceClock(db, services);
};

test('a price alert notifies its owner when a crop costs less, at most once a day, and again only when it costs still less', async () => {
  await alerts().set(inKisii);
  await nextDay(60);
  expect(await texts()).toEqual([]);
  advance(6 * DAY);
  await nextDay(50);
  expect(await texts()).toEqual(['Tomatoes in Kisii: now KES 50 per kg']);
  await runPriceClock(db, services);
  await nextDay();
  expect(await texts()).toHaveLength(1);
  advance(7 * DAY);
  await nextDay(40);
  expect(await texts()).toEqual([
    'Tomatoes in Kisii: now KES 50 per kg',
    'Tomatoes in Kisii: now KES 40 per kg',
  ]);
});

test('a price alert waits for the next day if the price drops further on the same one', async () => {
  await alerts().set(inKisii);
  await nextDay(50);
  for (const quantityKg of [1, 2, 3, 4]) await ask(40, quantityKg);
  await rollUp();
  expect(await tellPriceAlerts(db, services)).toBe(0);
  expect(await texts()).toEqual(['Tomatoes in Kisii: now KES 50 per kg']);
  advance(DAY);
  expect(await tellPriceAlerts(db, services)).toBe(1);
  expect(await texts()).toHaveLength(2);
});

test('a price alert ignores a county that is hidden', async () => {
  await alerts().set(inKisii);
  await observeFarms([50, 50, 50, 50], { county: 'Kisii' });
  await nextDay();
  expect(await texts()).toEqual([]);
});

test('a price alert for the whole country uses the counties that are shown', async () => {
  await alerts().set({ crop: 'tomato', below: 55 });
  await observeFarms(same(50));
  await nextDay();
  expect(await texts()).toEqual(['Tomatoes: now KES 50 per kg']);
});

test('a price alert links to the prices of its county, and is read once its owner has opened them', async () => {
  await alerts().set(inKisii);
  await observeFarms(same(50), { county: 'Kisii' });
  await rollUp();
  expect(await tellPriceAlerts(db, services)).toBe(1);
  const inbox = async () => (await caller(buyer).notifications.list({})).notifications;
  expect(await inbox()).toMatchObject([{ href: '/prices/tomato?county=Kisii', isRead: false }]);
  const other = await makeTestBuyer();
  for (const [person, crop] of [
    [other, 'tomato'],
    [buyer, 'kale'],
  ] as const) {
    await caller(person).priceAlerts.opened({ crop });
    expect(await inbox()).toMatchObject([{ isRead: false }]);
  }
  expect(await alerts().opened({ crop: 'tomato' })).toEqual({ unread: 0 });
  expect(await inbox()).toMatchObject([{ isRead: true }]);
  expect(await outcomeOf(alerts().opened({ crop: 'unobtainium' }))).toBe('CROP_NOT_FOUND');
});

test('a price alert exists once per crop and place: setting it again changes its price', async () => {
  await alerts().set(inKisii);
  const { alerts: set } = await alerts().set({ ...inKisii, below: 40 });
  expect(set).toEqual([
    { id: 1, crop: 'tomato', en: 'Tomatoes', sw: 'Nyanya', county: 'Kisii', below: 40 },
  ]);
  expect(await alerts().list()).toEqual({ alerts: set });
  expect((await alerts().set({ crop: 'tomato', county: null, below: 40 })).alerts).toHaveLength(2);
  expect((await alerts().remove({ alertId: 1 })).alerts).toMatchObject([{ county: null }]);
});

test('a price alert is limited to twenty, also when they are set at the same time', async () => {
  const ids = crops.slice(0, PRICE_ALERTS_MAX + 5).map(({ id }) => id);
  const outcomes = await Promise.all(
    ids.map((crop) => outcomeOf(alerts().set({ crop, below: 40 }))),
  );
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(PRICE_ALERTS_MAX);
  expect(new Set(outcomes)).toEqual(new Set(['accepted', 'TOO_MANY_PRICE_ALERTS']));
  expect(await countRows('price_alerts')).toBe(PRICE_ALERTS_MAX);
});

test('a price alert belongs to one person, and is deleted with the account', async () => {
  await alerts().set({ crop: 'tomato', below: 55 });
  const farm = await makeFarm();
  expect(await outcomeOf(caller(farm).priceAlerts.remove({ alertId: 1 }))).toBe(
    'PRICE_ALERT_NOT_FOUND',
  );
  expect(await caller(farm).priceAlerts.list()).toEqual({ alerts: [] });
  expect(await countRows('price_alerts')).toBe(1);
  await db.delete(users).where(eq(users.id, buyer.id));
  expect(await countRows('price_alerts')).toBe(0);
});

test.each([
  { crop: 'unobtainium', below: 40 },
  { crop: 'tomato', below: 1.5 },
  { crop: 'tomato', below: 40, county: 'Atlantis' as never },
])('a price alert is refused for %o, and nothing is stored', async (input) => {
  expect(await outcomeOf(alerts().set(input))).toMatch(/^(CROP_NOT_FOUND|INVALID_INPUT)$/);
  expect(await countRows('price_alerts')).toBe(0);
});

const hint = (county?: 'Nyeri' | 'Kisii') =>
  caller().market.priceHint({ crop: 'tomato', ...(county && { county }) });

test('the current price of a crop is that of the county if it is shown, and otherwise that of the country', async () => {
  await observeFarms([55, 60, 60, 65, 70]);
  await observeFarms(same(60), { kind: 'paid', day: daysAfter(TODAY, -3) });
  await rollUp();
  const asked = { median: 60, low: 60, high: 65, farms: 5, week: '2026-W10' };
  const paid = { median: 60, low: 60, high: 60, farms: 5, orders: 5, week: '2026-W09' };
  const start = { crop: 'tomato', unit: 'kg' };
  expect(await hint('Nyeri')).toEqual({
    ...start,
    asked: { ...asked, county: 'Nyeri' },
    paid: { ...paid, county: 'Nyeri' },
  });
  for (const county of ['Kisii', undefined] as const) {
    expect(await hint(county)).toEqual({
      ...start,
      asked: { ...asked, county: null },
      paid: { ...paid, county: null },
    });
  }
});

test('the current price of a crop is unknown if nothing was asked in this week or the last one', async () => {
  await observeFarms(same(50), { day: daysAfter(TODAY, -8) });
  await rollUp();
  expect(await hint('Nyeri')).toMatchObject({ asked: null, paid: null });
});

test('the current price of a crop is shown on the map as the newest shown week of each county', async () => {
  await observeFarms(same(50), { day: daysAfter(TODAY, -14) });
  await observeFarms(same(60), { day: daysAfter(TODAY, -7) });
  await observeFarms(same(70), { county: 'Kisii' });
  await observeFarms([70, 70, 70, 70], { county: 'Meru' });
  await rollUp();
  const { counties } = await caller().market.cropPage({ crop: 'tomato' });
  const prices = (median: number) => ({ median, low: median, high: median, farms: 5 });
  expect(counties).toEqual([
    { county: 'Kisii', week: '2026-W10', asked: prices(70), paid: null },
    { county: 'Nyeri', week: '2026-W09', asked: prices(60), paid: null },
  ]);
});

test("a farmer's prices are listed next to those of the county and the country, the fastest seller first", async () => {
  const farm = await makeFarm();
  await makeProduct(farm, { name: 'Nyanya', price: 55 });
  await makeProduct(farm, { name: 'Tomatoes', price: 65 });
  const { id: productId } = await makeProduct(farm, { quantity: 4 });
  await makeProduct(farm, { name: 'Mixed vegetables' });
  advance(36 * 60);
  await makeOrder(await makeTestBuyer(), [{ productId, quantity: 4 }]);
  await observeFarms(same(50), { county: 'Kisii' });
  await rollUp();
  const { county, prices } = await caller(farm).farmer.prices();
  expect(county).toBe('Nyeri');
  const country = { median: 50, low: 50, high: 50, farms: 5 };
  expect(prices).toMatchObject([
    { crop: 'kale', own: null, county: null, country: null, daysUntilSold: 0 },
    { crop: 'tomato', own: 60, county: null, country, daysUntilSold: null },
  ]);
});
