/** @module-tag long */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { users } from '#features/accounts/server/tables/users.ts';
import { findOperatorOrder } from '#features/orders/server/operator-work.ts';
import { resolveDispute } from '#features/orders/server/order-steps.ts';
import { products } from '#features/products/server/tables.ts';
import { lettersOf, makeShop, PHONE, type Shop } from '#tests/factories/money.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { codeOf, makeOrder } from '#tests/factories/trade.ts';
import { makeScales } from '#tests/factories/weighing.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { type OpenMpesa, openMpesa } from '#tests/setup/mpesa.ts';

/* Every order of the shop is five kilograms at KES 50: 250. Its weight can be 4.5 to 5.5 kg. */

type Scales = ReturnType<typeof makeScales>;
let market: Market;
let mpesa: OpenMpesa;
let shop: Shop;
let sent: Scales['sent'];
let weigh: Scales['weigh'];
let complete: Scales['complete'];

beforeEach(async () => {
  market = await makeMarket();
  mpesa = await openMpesa(market);
  shop = await makeShop(market);
  ({ sent, weigh, complete } = makeScales(market, { mpesa, shop }));
});

describe('the handover code (D133)', () => {
  test('agrees to one weighing: an earlier one says so and costs no try', async () => {
    const id = await sent();
    const first = codeOf(id);
    await weigh(id, 4.8);
    const { handoverCode } = await shop.asBuyer.get({ orderId: id });
    expect(handoverCode).toBe(codeOf(id, 1));
    expect(handoverCode).not.toBe(first);
    await expect(
      shop.asFarmer.orders.complete({ orderId: id, handoverCode: first }),
    ).rejects.toThrow('HANDOVER_CODE_OUTDATED');
    expect(await shop.asFarmer.orders.get({ orderId: id })).toMatchObject({ handoverTriesLeft: 5 });
  });

  test('is told of by letter, and a receipt of unseen weights is refused', async () => {
    const id = await sent();
    await lettersOf(market, shop);
    await weigh(id, 4.8);
    expect(await lettersOf(market, shop)).toEqual([`buyer: Order #${id} was weighed`]);
    await expect(shop.asBuyer.received({ orderId: id, weighingSeen: 0 })).rejects.toThrow(
      'WEIGHED_MEANWHILE',
    );
    expect(await shop.asBuyer.received({ orderId: id, weighingSeen: 1 })).toMatchObject({
      total: 240,
    });
  });
});

describe('what is refused', () => {
  test.each([0, 4.49, 5.51])('a weight of %s kg says what is possible', async (weight) => {
    const id = await sent();
    await expect(weigh(id, weight)).rejects.toThrow('WEIGHT_OUT_OF_RANGE');
    expect(await shop.asFarmer.orders.get({ orderId: id })).toMatchObject({ weighing: 0 });
  });

  test('4.004 kg is too fine', async () => {
    const id = await sent();
    await expect(weigh(id, 4.004)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('the same weight twice is one weighing, and another device is told', async () => {
    const id = await sent();
    await weigh(id, 4.8, 0);
    expect(await weigh(id, 4.8, 0)).toMatchObject({ weighing: 1 });
    await expect(weigh(id, 4.7, 0)).rejects.toThrow('WEIGHED_ELSEWHERE');
    expect(await weigh(id, 5, 1)).toMatchObject({ weighing: 2, amount: 250 });
  });

  test('trays, a line of another order, and an order before or after the handover', async () => {
    const eggs = await makeProduct(market, shop.farm, { name: 'Eggs', unit: 'trays', price: 400 });
    const { id } = await makeOrder(market, shop.buyer, [{ productId: eggs.id, quantity: 3 }]);
    await shop.asFarmer.orders.confirm({ orderId: id });
    await expect(weigh(id, 3)).rejects.toThrow('STEP_NOT_ALLOWED');
    await shop.asFarmer.orders.dispatch({ orderId: id });
    const { steps, lines } = await shop.asFarmer.orders.get({ orderId: id });
    expect(steps).not.toContain('weigh');
    await expect(weigh(id, 2.9)).rejects.toThrow('NOT_SOLD_BY_WEIGHT');
    const other = await sent();
    await expect(
      shop.asFarmer.orders.weigh({
        orderId: other,
        lines: [{ lineId: lines[0]?.id ?? 0, weight: 3 }],
      }),
    ).rejects.toThrow('ORDER_LINE_NOT_FOUND');
    await complete(other, 0);
    await expect(weigh(other, 4.8)).rejects.toThrow('STEP_NOT_ALLOWED');
  });

  test('a weight after the dispute; all sides see the weights, and the decision follows them', async () => {
    const id = await sent();
    await weigh(id, 4.6);
    await shop.asBuyer.dispute({ orderId: id, reason: 'Wilted' });
    await expect(weigh(id, 4.5)).rejects.toThrow('STEP_NOT_ALLOWED');
    const desk = await findOperatorOrder(market.db, id, market.services);
    expect(desk).toMatchObject({ totalCents: 23_000 });
    expect(desk?.lines).toMatchObject([{ quantity: 5, weighedQuantity: 4.6 }]);
    expect(await shop.asFarmer.orders.get({ orderId: id })).toMatchObject({ amount: 230 });
    await market.db.transaction((tx) =>
      resolveDispute(tx, {
        orderId: id,
        to: 'completed',
        reason: 'It was fresh',
        now: market.services.clock(),
        priceRecords: market.services.priceRecords,
      }),
    );
    await mpesa.round();
    expect(mpesa.mpesa.payouts.map(({ amount }) => amount).toSorted()).toEqual([20, 230]);
  });

  test('more than twenty weighings', async () => {
    const id = await sent();
    for (let at = 0; at < 20; at += 1) await weigh(id, at % 2 === 0 ? 4.8 : 4.9);
    await expect(weigh(id, 4.7)).rejects.toThrow('WEIGHED_TOO_OFTEN');
    await complete(id, 20);
  });

  test('paying a suspended farmer; the order is handed over all the same', async () => {
    const id = await sent();
    await weigh(id, 5.4);
    await market.db
      .update(users)
      .set({ suspendedAt: market.services.clock() })
      .where(eq(users.id, shop.farm.id));
    await expect(shop.pay(id)).rejects.toThrow('FARMER_SUSPENDED');
    const { steps } = await shop.asBuyer.get({ orderId: id });
    expect(steps).toContain('leaveDifference');
    expect(steps).not.toContain('pay');
    expect(await shop.asBuyer.received({ orderId: id })).toMatchObject({ total: 250 });
  });

  test('a deleted product can still be weighed', async () => {
    const id = await sent();
    await market.db.delete(products).where(eq(products.id, shop.kale.id));
    await weigh(id, 4.6);
    expect(await complete(id, 1)).toMatchObject({ amount: 230 });
  });

  test('leaving a difference that there is not, and while the phone asks', async () => {
    const id = await sent();
    await expect(shop.asBuyer.leaveDifference({ orderId: id })).rejects.toThrow('STEP_NOT_ALLOWED');
    await weigh(id, 5.4);
    await expect(shop.asBuyer.leaveDifference({ orderId: id, weighingSeen: 0 })).rejects.toThrow(
      'WEIGHED_MEANWHILE',
    );
    await shop.pay(id, PHONE);
    await expect(shop.asBuyer.leaveDifference({ orderId: id })).rejects.toThrow(
      'PAYMENT_UNDER_WAY',
    );
  });
});
