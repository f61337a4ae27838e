import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { users } from '#features/accounts/server/tables/users.ts';
import { notices } from '#features/notifications/server/tables/notices.ts';
import { PRICE_ALERTS_MAX } from '#features/prices/rules/limits.ts';
import { tellPriceAlerts } from '#features/prices/server/manage-alerts.ts';
import { runPriceClock } from '#features/prices/server/start-price-clock.ts';
import { crops } from '#features/products/rules/crops.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { observeFarms, rollUp } from '#tests/factories/prices.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { noticesOf } from '#tests/setup/notices.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

const DAY_SECONDS = 24 * 60 * 60;

describe('a price alert', () => {
  let market: Market;
  let buyer: Awaited<ReturnType<typeof makeTestBuyer>>;
  beforeEach(async () => {
    market = await makeMarket();
    buyer = await makeTestBuyer(market);
  });
  const alerts = () => market.caller(buyer).priceAlerts;
  const texts = async () => (await noticesOf(market, buyer)).map(({ text }) => text);
  const nextDay = async (price?: number) => {
    market.advance(DAY_SECONDS);
    // Each farm counts once a week, with its median, so what it asks on all the other days has no
    // effect.
    if (price !== undefined)
      await Promise.all(
        [1, 2, 3].map((time) =>
          observeFarms(market, Array(5).fill(price), { county: 'Kisii', quantityKg: time }),
        ),
      );
    await runPriceClock(market.db, market.services);
  };

  test('notifies its owner when a crop costs less, at most once a day, and again only when it costs still less', async () => {
    await alerts().set({ crop: 'tomato', county: 'Kisii', below: 55 });
    await nextDay(60);
    expect(await texts()).toEqual([]);
    market.advance(6 * DAY_SECONDS);
    await nextDay(50);
    expect(await texts()).toEqual(['Tomatoes in Kisii: now KES 50 a kg']);
    await runPriceClock(market.db, market.services);
    await nextDay();
    expect(await texts()).toHaveLength(1);
    market.advance(7 * DAY_SECONDS);
    await nextDay(40);
    expect(await texts()).toEqual([
      'Tomatoes in Kisii: now KES 50 a kg',
      'Tomatoes in Kisii: now KES 40 a kg',
    ]);
  });

  test('waits for the next day if the price drops further on the same one', async () => {
    await alerts().set({ crop: 'tomato', county: 'Kisii', below: 55 });
    await nextDay(50);
    await Promise.all(
      [1, 2, 3, 4].map((time) =>
        observeFarms(market, Array(5).fill(40), { county: 'Kisii', quantityKg: time }),
      ),
    );
    await rollUp(market);
    expect(await tellPriceAlerts(market.db, market.services)).toBe(0);
    expect(await texts()).toEqual(['Tomatoes in Kisii: now KES 50 a kg']);
    market.advance(DAY_SECONDS);
    expect(await tellPriceAlerts(market.db, market.services)).toBe(1);
    expect(await texts()).toHaveLength(2);
  });

  test('ignores a county that is hidden', async () => {
    await alerts().set({ crop: 'tomato', county: 'Kisii', below: 55 });
    await observeFarms(market, [50, 50, 50, 50], { county: 'Kisii' });
    await nextDay();
    expect(await texts()).toEqual([]);
  });

  test('for the whole country uses the counties that are shown', async () => {
    await alerts().set({ crop: 'tomato', below: 55 });
    await observeFarms(market, [50, 50, 50, 50, 50]);
    await nextDay();
    expect(await texts()).toEqual(['Tomatoes: now KES 50 a kg']);
    expect(await market.db.select().from(notices)).toMatchObject([
      { subject: 'prices/tomato', link: '/prices/tomato' },
    ]);
  });

  test('links to the prices of its county, and is read once its owner has opened them', async () => {
    await alerts().set({ crop: 'tomato', county: 'Kisii', below: 55 });
    await observeFarms(market, [50, 50, 50, 50, 50], { county: 'Kisii' });
    await rollUp(market);
    expect(await tellPriceAlerts(market.db, market.services)).toBe(1);
    const inbox = async () => (await market.caller(buyer).notifications.list({})).notifications;
    expect(await inbox()).toMatchObject([{ href: '/prices/tomato?county=Kisii', isRead: false }]);
    const other = await makeTestBuyer(market);
    for (const [person, crop] of [
      [other, 'tomato'],
      [buyer, 'kale'],
    ] as const) {
      await market.caller(person).priceAlerts.opened({ crop });
      expect(await inbox()).toMatchObject([{ isRead: false }]);
    }
    expect(await alerts().opened({ crop: 'tomato' })).toEqual({ unread: 0 });
    expect(await inbox()).toMatchObject([{ isRead: true }]);
    expect(await outcomeOf(alerts().opened({ crop: 'unobtainium' }))).toBe('CROP_NOT_FOUND');
  });

  test('exists once per crop and place: setting it again changes its price', async () => {
    await alerts().set({ crop: 'tomato', county: 'Kisii', below: 55 });
    const { alerts: set } = await alerts().set({ crop: 'tomato', county: 'Kisii', below: 40 });
    expect(set).toEqual([
      { id: 1, crop: 'tomato', en: 'Tomatoes', sw: 'Nyanya', county: 'Kisii', below: 40 },
    ]);
    expect(await alerts().list()).toEqual({ alerts: set });
    expect((await alerts().set({ crop: 'tomato', county: null, below: 40 })).alerts).toHaveLength(
      2,
    );
    expect((await alerts().remove({ alertId: 1 })).alerts).toMatchObject([{ county: null }]);
  });

  test('is limited to twenty, also when they are set at the same time', async () => {
    const ids = crops.slice(0, PRICE_ALERTS_MAX + 5).map(({ id }) => id);
    const outcomes = await Promise.all(
      ids.map((crop) => outcomeOf(alerts().set({ crop, below: 40 }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(PRICE_ALERTS_MAX);
    expect(new Set(outcomes)).toEqual(new Set(['accepted', 'TOO_MANY_PRICE_ALERTS']));
    expect(await countRows(market.db, 'price_alerts')).toBe(PRICE_ALERTS_MAX);
  });

  test('belongs to one person, and is deleted with the account', async () => {
    await alerts().set({ crop: 'tomato', below: 55 });
    const farm = await makeFarm(market);
    expect(await outcomeOf(market.caller(farm).priceAlerts.remove({ alertId: 1 }))).toBe(
      'PRICE_ALERT_NOT_FOUND',
    );
    expect(await market.caller(farm).priceAlerts.list()).toEqual({ alerts: [] });
    expect(await countRows(market.db, 'price_alerts')).toBe(1);
    await market.db.delete(users).where(eq(users.id, buyer.id));
    expect(await countRows(market.db, 'price_alerts')).toBe(0);
  });

  test.each([
    { crop: 'unobtainium', below: 40 },
    { crop: 'tomato', below: 0 },
    { crop: 'tomato', below: 1.5 },
    { crop: 'tomato', below: 1e12 },
    { crop: 'tomato', below: 40, county: 'Atlantis' as never },
  ])('is refused for %o, and nothing is stored', async (input) => {
    expect(await outcomeOf(alerts().set(input))).toMatch(/^(CROP_NOT_FOUND|INVALID_INPUT)$/);
    expect(await countRows(market.db, 'price_alerts')).toBe(0);
  });
});
