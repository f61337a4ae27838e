import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { findOperatorOrder } from '#features/orders/server/operator-work.ts';
import { products } from '#features/products/server/tables.ts';
import { lettersOf, PHONE } from '#tests/factories/money.ts';
import { codeOf } from '#tests/factories/trade.ts';
import { makeScales } from '#tests/factories/weighing.ts';
import {
  asBuyer,
  asFarmer,
  buyer,
  farm,
  givenShop,
  makeOrder,
  makeProduct,
  market,
  mpesa,
  product,
  refused,
  setUser,
  shop,
} from '#tests/setup/in-market.ts';

/* Every order of the shop is five kilograms at KES 50: 250. Its weight can be 4.5 to 5.5 kg. */

type Scales = ReturnType<typeof makeScales>;
let sent: Scales['sent'];
let weigh: Scales['weigh'];
let complete: Scales['complete'];

givenShop();
beforeEach(() => {
  ({ sent, weigh, complete } = makeScales(market, { mpesa, shop }));
});

describe('the handover code (D133)', () => {
  test('agrees to one weighing: an earlier one says so and costs no try', async () => {
    const id = await sent();
    const first = codeOf(id);
    await weigh(id, 4.8);
    const { handoverCode } = await asBuyer().get({ orderId: id });
    expect(handoverCode).toBe(codeOf(id, 1));
    const completing = asFarmer().complete({ orderId: id, handoverCode: first });
    await refused(completing, 'HANDOVER_CODE_OUTDATED');
    expect(await asFarmer().get({ orderId: id })).toMatchObject({ handoverTriesLeft: 5 });
  });

  test('is told of by letter, and a receipt of unseen weights is refused', async () => {
    const id = await sent();
    await lettersOf(market, shop);
    await weigh(id, 4.8);
    expect(await lettersOf(market, shop)).toEqual([`buyer: Order #${id} was weighed`]);
    await refused(asBuyer().received({ orderId: id, weighingSeen: 0 }), 'WEIGHED_MEANWHILE');
    expect(await asBuyer().received({ orderId: id, weighingSeen: 1 })).toMatchObject({
      total: 240,
    });
  });
});

describe('what is refused', () => {
  test.each([4.49, 5.51])('a weight of %s kg says what is possible', async (weight) => {
    const id = await sent();
    await refused(weigh(id, weight), 'WEIGHT_OUT_OF_RANGE');
    expect(await asFarmer().get({ orderId: id })).toMatchObject({ weighing: 0 });
    await refused(weigh(id, 4.004), 'INVALID_INPUT');
  });

  test('the same weight twice is one weighing, and another device is told', async () => {
    const id = await sent();
    await weigh(id, 4.8, 0);
    expect(await weigh(id, 4.8, 0)).toMatchObject({ weighing: 1 });
    await refused(weigh(id, 4.7, 0), 'WEIGHED_ELSEWHERE');
    expect(await weigh(id, 5, 1)).toMatchObject({ weighing: 2, amount: 250 });
  });

  test('trays, a line of another order, and an order before or after the handover', async () => {
    const eggs = await makeProduct(farm, { name: 'Eggs', unit: 'trays', price: 400 });
    const { id } = await makeOrder(buyer, [{ productId: eggs.id, quantity: 3 }]);
    await asFarmer().confirm({ orderId: id });
    await refused(weigh(id, 3), 'STEP_NOT_ALLOWED');
    await asFarmer().dispatch({ orderId: id });
    const { steps, lines } = await asFarmer().get({ orderId: id });
    expect(steps).not.toContain('weigh');
    await refused(weigh(id, 2.9), 'NOT_SOLD_BY_WEIGHT');
    const other = await sent();
    const foreign = [{ lineId: lines[0]?.id ?? 0, weight: 3 }];
    await refused(asFarmer().weigh({ orderId: other, lines: foreign }), 'ORDER_LINE_NOT_FOUND');
    await complete(other, 0);
    await refused(weigh(other, 4.8), 'STEP_NOT_ALLOWED');
  });

  test('a weight after the dispute; the operator sees the weights', async () => {
    const id = await sent();
    await weigh(id, 4.6);
    await asBuyer().dispute({ orderId: id, reason: 'Wilted' });
    await refused(weigh(id, 4.5), 'STEP_NOT_ALLOWED');
    const desk = await findOperatorOrder(market.db, id, market.services);
    expect(desk).toMatchObject({ totalCents: 23_000 });
    expect(desk?.lines).toMatchObject([{ quantity: 5, weighedQuantity: 4.6 }]);
  });

  test('more than twenty weighings', async () => {
    const id = await sent();
    for (let at = 0; at < 20; at += 1) await weigh(id, at % 2 === 0 ? 4.8 : 4.9);
    await refused(weigh(id, 4.7), 'WEIGHED_TOO_OFTEN');
    await complete(id, 20);
  });

  test('paying a suspended farmer; the order is handed over all the same', async () => {
    const id = await sent();
    await weigh(id, 5.4);
    await setUser(farm.id, { suspendedAt: market.services.clock() });
    await refused(shop.pay(id), 'FARMER_SUSPENDED');
    const { steps } = await asBuyer().get({ orderId: id });
    expect(steps).toContain('leaveDifference');
    expect(steps).not.toContain('pay');
    expect(await asBuyer().received({ orderId: id })).toMatchObject({ total: 250 });
  });

  test('a deleted product can still be weighed', async () => {
    const id = await sent();
    await market.db.delete(products).where(eq(products.id, product.id));
    await weigh(id, 4.6);
    expect(await complete(id, 1)).toMatchObject({ amount: 230 });
  });

  test('leaving a difference that there is not, and while the phone asks', async () => {
    const id = await sent();
    await refused(asBuyer().leaveDifference({ orderId: id }), 'STEP_NOT_ALLOWED');
    await weigh(id, 5.4);
    await refused(asBuyer().leaveDifference({ orderId: id, weighingSeen: 0 }), 'WEIGHED_MEANWHILE');
    await shop.pay(id, PHONE);
    await refused(asBuyer().leaveDifference({ orderId: id }), 'PAYMENT_UNDER_WAY');
  });
});
