import { expect, test } from 'vitest';
import { startFeatures } from '#app/features.ts';
import { interceptDatabase } from '#platform/server/db/database.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { freshKey, makeTestBuyer, orderForm } from '#tests/factories/trade.ts';
import { makeWebhook } from '#tests/factories/webhooks.ts';
import { makeMarket, START } from '#tests/setup/market.ts';
import { startReceiver } from '#tests/setup/servers/receiver.ts';
import { emptyTestDatabase } from '#tests/setup/test-database.ts';

test('exploration', async () => {
  const connection = await emptyTestDatabase();
  const sent: string[] = [];
  let no = 0;
  const db = interceptDatabase(connection.db, (isTransaction) => {
    const id = isTransaction ? ++no : 0;
    if (isTransaction) sent.push(`[${id}] begin`);
    return {
      statement: (send, text) => {
        sent.push(
          `${isTransaction ? `[${id}]` : '[-]'} ${text.replace(/\s+/g, ' ').slice(0, 150)}`,
        );
        return send();
      },
      beforeCommit: () => sent.push(`[${id}] commit`),
      afterCommit: () => {},
    };
  });
  const market = await makeMarket({ ...connection, db });
  const receiver = await startReceiver();
  receiver.allowIn(market);
  const proven = process.env.UNPROVEN ? {} : { phoneVerifiedAt: START };
  const buyer = await makeTestBuyer(market, proven);
  const farm = await makeFarm(market);
  const product = await makeProduct(market, farm, { quantity: 100, price: 50 });
  if (!process.env.NOHOOK) {
    await makeWebhook(market, buyer, `${receiver.origin}/b`);
    await makeWebhook(market, farm, `${receiver.origin}/f`);
  }
  await market.request('/api/buyer/cart', { token: buyer.token });
  sent.length = 0;
  const put = await market.request('/api/buyer/cart', {
    method: 'PUT',
    token: buyer.token,
    body: { lines: [{ productId: product.id, quantity: 2 }] },
    headers: { 'x-forwarded-for': '41.90.1.2' },
  });
  expect(put.status).toBe(200);
  sent.push('------');
  const placed = await market.request('/api/buyer/orders', {
    token: buyer.token,
    body: orderForm(),
    headers: { 'idempotency-key': freshKey(), 'x-forwarded-for': '41.90.1.2' },
  });
  expect(placed.status).toBe(201);
  sent.length = 0;
  if (process.env.SHORT) return;
  const running = await startFeatures(db, {
    ...market.running(),
    dataFolder: '/tmp/h4x',
    operators: [],
  });
  await new Promise((r) => setTimeout(r, 8000));
  const _k = sent.length;
  await running.stop();
  await receiver.close();
});
