import { expect, test } from 'vitest';
import { payments } from '#features/orders/server/tables/payments.ts';
import { makeShop } from '#tests/factories/money.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';

test('an order with very many payments does not hide those of another', async () => {
  const market = await makeMarket();
  await openMpesa(market);
  const shop = await makeShop(market);
  const [many, one] = [await shop.confirmed(), await shop.confirmed()];
  const payment = (orderId: number, receipt: string) => ({
    ...{ orderId, receipt, method: 'M-Pesa' as const, state: 'refunded' as const },
    ...{ amountCents: 25_000, receivedAt: market.services.clock() },
  });
  const repeated = Array.from({ length: 45 }, (_, at) => payment(many, `MANY${at}`));
  await market.db.insert(payments).values([...repeated, payment(one, 'ONE')]);
  const { orders } = await shop.asBuyer.list({});
  const found = orders.map(({ id, payments: paid }) => [id, paid.map(({ receipt }) => receipt)]);
  const first = Array.from({ length: 20 }, (_, at) => `MANY${at}`);
  expect(found).toEqual([
    [one, ['ONE']],
    [many, first],
  ]);
});
