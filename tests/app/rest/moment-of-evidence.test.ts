import { beforeEach, describe, expect, test } from 'vitest';
import { secondsAfter } from '#platform/server/clock.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { photoPart } from '#tests/factories/forms.ts';
import { partsOf } from '#tests/factories/parts.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { codeOf, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';
import { sendForm } from '#tests/setup/rest.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('B91: evidence', () => {
  let market: Market;
  let farm: Awaited<ReturnType<typeof makeFarm>>;
  let jpeg: Buffer;
  beforeEach(async () => {
    market = await makeMarket();
    farm = await makeFarm(market);
    jpeg = await makeJpeg({ width: 64, height: 48 });
  });
  const ago = (seconds: number) => secondsAfter(market.services.clock(), -seconds).toISOString();
  const inParts = async (takenAt?: string) => {
    const begun = { length: jpeg.length, part: jpeg, ...(takenAt && { takenAt }) };
    return (await partsOf(market, farm.token).begin(begun)).body.photos?.[0]?.id ?? 0;
  };
  const inOne = (takenAt?: string) =>
    sendForm(
      market,
      '/api/farmer/photos',
      [...(takenAt ? [{ name: 'takenAt', value: takenAt }] : []), photoPart(jpeg)],
      farm,
    );

  test('a photo shows buyers the day on which it was taken, however it was uploaded', async () => {
    const taken = ago(2 * DAY);
    const [whole] = (await inOne(taken)).body.photos as { id: number; takenOn?: string }[];
    expect(whole?.takenOn).toBe('2026-02-28');
    const photoIds = [whole?.id ?? 0, await inParts(taken), await inParts()];
    const { id: productId } = await makeProduct(market, farm, { photoIds });
    const { photos } = await market.caller().market.product({ productId });
    expect(photos.map(({ takenOn }) => takenOn)).toEqual(['2026-02-28', '2026-02-28', undefined]);
    // Buyers see the day only; the minute is private to the farmer.
    expect(JSON.stringify(photos)).not.toContain(taken.slice(11, 16));
  });

  test('an implausible time is stored and flagged, and not shown to buyers', async () => {
    const photoIds = [await inParts(ago(-HOUR)), await inParts(ago(8 * DAY))];
    const { id: productId } = await makeProduct(market, farm, { photoIds });
    const own = await market.caller({ token: farm.token }).farmer.products.list({});
    expect(own.products[0]?.photos).toMatchObject([
      { isTakenAtDoubtful: true },
      { isTakenAtDoubtful: true },
    ]);
    const { photos } = await market.caller().market.product({ productId });
    expect(photos.map(({ takenOn }) => takenOn)).toEqual([undefined, undefined]);
    expect((await inOne('yesterday')).status).toBe(400);
  });

  test('both sides see when a handover code was entered, and payment depends on when it arrived', async () => {
    await openMpesa(market);
    const buyer = await makeTestBuyer(market);
    const { id: productId } = await makeProduct(market, farm);
    for (const [hoursAgo, isTakenAtDoubtful] of [
      [0.5, false],
      [-3, true],
      // Before the order existed.
      [3, true],
    ] as const) {
      const { id: orderId } = await makeOrder(market, buyer, [{ productId, quantity: 1 }], {
        paymentMethod: 'Cash on delivery',
      });
      market.advance(HOUR);
      const takenAt = ago(hoursAgo * HOUR);
      const steps = market.caller({ token: farm.token }).farmer.orders;
      await steps.confirm({ orderId });
      await steps.dispatch({ orderId });
      await steps.complete({ orderId, handoverCode: codeOf(orderId), takenAt });
      const views = [
        await steps.get({ orderId }),
        await market.caller({ token: buyer.token }).buyer.orders.get({ orderId }),
      ];
      for (const { events } of views) {
        const completed = events.find(({ to }) => to === 'completed');
        expect(completed).toEqual(
          expect.objectContaining({
            at: market.services.clock(),
            takenAt: new Date(takenAt),
            isTakenAtDoubtful,
          }),
        );
      }
    }
  });
});
