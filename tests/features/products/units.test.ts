import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { formBody, MULTIPART, productParts } from '#tests/factories/forms.ts';
import { changeProduct, makeProduct, productForm } from '#tests/factories/products.ts';
import {
  booksOf,
  codeOf,
  freshKey,
  makeOrder,
  makeTestBuyer,
  orderForm,
} from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report, tally } from '#tests/setup/report.ts';

describe('D61: the unit of a product', () => {
  let market: Market;
  let farm: { id: number; token: string };
  let buyer: { id: number; token: string };
  beforeEach(async () => {
    market = await makeMarket();
    [farm, buyer] = [await makeFarm(market), await makeTestBuyer(market)];
  });
  const asFarmer = () => market.caller(farm).farmer;
  const maizeInBags = () => makeProduct(market, farm, { quantity: 10, unit: 'bags', price: 50 });
  const inKilograms = (productId: number) => ({
    ...productForm({ quantity: 900, unit: 'kg', price: 50 }),
    productId,
  });

  test('does not change while orders hold some of it, and the farmer reads why', async () => {
    const { id: productId } = await maizeInBags();
    const { id: orderId } = await makeOrder(market, buyer, [{ productId, quantity: 5 }]);
    await expect(asFarmer().products.edit(inKilograms(productId))).rejects.toThrow('UNIT_RESERVED');
    const response = await market.app.request('/api/farmer/products', {
      method: 'PUT',
      headers: { 'content-type': MULTIPART, authorization: `Bearer ${farm.token}` },
      body: new Uint8Array(
        formBody(productParts({ product_id: String(productId), quantity_available: '900' })),
      ),
    });
    expect(response.status).toBe(409);
    expect(((await response.json()) as { message: string }).message).toContain(
      'in its present unit',
    );
    // Everything else may change meanwhile.
    await asFarmer().products.edit({
      ...inKilograms(productId),
      unit: 'bags',
      quantity: 7,
      price: 60,
    });
    await market.caller(buyer).buyer.orders.cancel({ orderId });
    expect(await booksOf(market, productId)).toMatchObject({
      unit: 'bags',
      onHand: 12,
      reserved: 0,
      isBalanced: true,
    });
  });

  test('can change once nothing is held any more, and the stock balances in both units', async () => {
    const { id: productId } = await maizeInBags();
    const { id: orderId } = await makeOrder(market, buyer, [{ productId, quantity: 5 }]);
    await asFarmer().orders.confirm({ orderId });
    await asFarmer().orders.dispatch({ orderId });
    await asFarmer().orders.complete({ orderId, handoverCode: codeOf(orderId) });
    expect(await asFarmer().products.edit(inKilograms(productId))).toMatchObject({
      unit: 'kg',
      quantity: 900,
    });
    expect(await booksOf(market, productId)).toMatchObject({
      unit: 'kg',
      onHand: 900,
      sold: 0,
      isBalanced: true,
    });
    await makeOrder(market, buyer, [{ productId, quantity: 5 }]);
    expect(await booksOf(market, productId)).toMatchObject({
      onHand: 895,
      reserved: 5,
      isBalanced: true,
    });
  });

  test('stock held in the old unit is not returned in the new one after a change by an earlier version', async () => {
    const { id: productId } = await maizeInBags();
    const { id: orderId } = await makeOrder(market, buyer, [{ productId, quantity: 5 }]);
    await changeProduct(market, productId, { unit: 'kg', quantity: 900 });
    expect((await booksOf(market, productId)).isBalanced).toBe(false);
    await market.caller(buyer).buyer.orders.cancel({ orderId });
    expect(await booksOf(market, productId)).toMatchObject({
      unit: 'kg',
      onHand: 900,
      reserved: 0,
    });
  });

  test('changed and ordered at once: the order is in the unit of its stock', async () => {
    const rounds = 20;
    const outcomes: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { id: productId } = await maizeInBags();
      const person = await makeTestBuyer(market);
      const caller = market.caller(person).buyer;
      await caller.cart.put({ lines: [{ productId, quantity: 5 }] });
      const [placed, edited] = await Promise.allSettled([
        caller.orders.place({ idempotencyKey: freshKey(), order: orderForm() }),
        asFarmer().products.edit(inKilograms(productId)),
      ]);
      expect(placed.status === 'fulfilled' && edited.status === 'fulfilled').toBe(false);
      expect((await booksOf(market, productId)).isBalanced).toBe(true);
      outcomes.push(
        placed.status === 'fulfilled'
          ? 'ordered'
          : edited.status === 'fulfilled'
            ? 'changed'
            : 'neither',
      );
    }
    report(
      'D61',
      `${rounds} units changed while they are ordered: never both, every book balances (${tally(outcomes)})`,
    );
  });
});
