import { expect, test } from 'vitest';
import { runOrderClock } from '../../../../../src/server/modules/trade/run-order-clock.ts';
import { PENDING_ORDER_SECONDS } from '../../../../../src/shared/limits.ts';
import { makeFarm } from '../../../../factories/farms.ts';
import { changeProduct, makeProduct } from '../../../../factories/products.ts';
import { booksOf, makeOrder, makeTestBuyer } from '../../../../factories/trade.ts';
import { makeMarket } from '../../../../setup/market.ts';

test('an order that the clock cannot move holds up none of the others', async () => {
  const market = await makeMarket();
  const buyer = await makeTestBuyer(market);
  const farm = await makeFarm(market);
  const [broken, kale] = [await makeProduct(market, farm, { quantity: 5 }), await makeProduct(market, farm, { quantity: 5 })];
  for (const { id: productId } of [broken, kale]) await makeOrder(market, buyer, [{ productId, quantity: 1 }]);
  // As much as the column holds: no stock can come back to it.
  await changeProduct(market, broken.id, { quantity: 9_999_999_999.99 });
  market.advance(PENDING_ORDER_SECONDS);
  expect(await runOrderClock(market.db, market.services)).toBe(1);
  expect(await booksOf(market, kale.id)).toMatchObject({ onHand: 5, reserved: 0, isBalanced: true });
  expect(market.logged.join('')).toContain('could not move an order');
});
