import { setImmediate as nextTurn } from 'node:timers/promises';
import { startFeatures } from '#app/features.ts';
import { interceptDatabase } from '#server/database.ts';
import { outboxMessages } from '#server/tables.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { freshKey, makeTestBuyer, orderForm } from '#tests/factories/trade.ts';
import { makeWebhook } from '#tests/factories/webhooks.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { dataFolder } from '#tests/setup/photo-folder.ts';
import { report } from '#tests/setup/report.ts';
import { emptyTestDatabase } from '#tests/setup/test-database.ts';
import { webhookEvents } from '#webhooks/server/tables.ts';

const STATEMENTS_OF_ORDER = 18;
const TRANSACTIONS_OF_ORDER = 4;
const STATEMENTS_OF_IDLE_MINUTE = 28;

/** `sent` has each statement's text after the number of its transaction. */
async function watchedMarket() {
  const sent: string[] = [];
  const transactions = new Set<number>();
  let begun = 0;
  const connection = await emptyTestDatabase();
  const db = interceptDatabase(connection.db, (isTransaction) => {
    const own = ++begun;
    return {
      statement(send, text) {
        // Outside of transactions each statement is one.
        const number = isTransaction ? own : ++begun;
        transactions.add(number);
        sent.push(`${number}: ${text.replace(/\s+/g, ' ')}`);
        return send();
      },
      beforeCommit: () => {},
      afterCommit: () => {},
    };
  });
  const market = await makeMarket({ ...connection, db });
  const forget = () => {
    sent.splice(0);
    transactions.clear();
  };
  return { market, sent, transactions, forget };
}

async function orderOnce(market: Market, forget: () => void) {
  const buyer = await makeTestBuyer(market);
  const farm = await makeFarm(market);
  const { id: productId } = await makeProduct(market, farm, { quantity: 100, price: 50 });
  for (const user of [buyer, farm]) await makeWebhook(market, user, 'https://hooks.test.example');
  const from = { token: buyer.token, headers: { 'x-forwarded-for': '41.90.1.2' } };
  await market.request('/api/buyer/cart', from);
  forget();
  const lines = [{ productId, quantity: 2 }];
  const put = await market.request('/api/buyer/cart', { ...from, method: 'PUT', body: { lines } });
  const headers = { ...from.headers, 'idempotency-key': freshKey() };
  const placed = await market.request('/api/buyer/orders', { ...from, headers, body: orderForm() });
  expect([put.status, placed.status]).toEqual([200, 201]);
}

test('a new buyer fills a cart and orders in few statements and transactions, with the letter, the notice and the events', async () => {
  const { market, sent, transactions, forget } = await watchedMarket();
  await orderOnce(market, forget);
  const [texts, number] = [sent.slice(), transactions.size];
  expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(STATEMENTS_OF_ORDER);
  expect(number, texts.join('\n')).toBeLessThanOrEqual(TRANSACTIONS_OF_ORDER);
  report('E91', `cart and order: ${texts.length} statements in ${number} transactions`);
  expect(await market.db.$count(outboxMessages)).toBe(1);
  expect(await market.db.$count(webhookEvents)).toBe(3);
});

test('a server at rest asks the database little in a minute', async () => {
  const { market, sent, forget } = await watchedMarket();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const services = { ...market.running(), dataFolder, operators: [] };
  const running = await startFeatures(market.db, services);
  const minute = async () => {
    for (let second = 0; second < 60; second += 1) {
      vi.advanceTimersByTime(1000);
      // What has begun ends before the time goes on, or its timers would give it up.
      for (let quiet = 0; quiet < 20; quiet += 1) {
        const { queries, transactions } = market.connection.load();
        if (queries + transactions > 0) quiet = 0;
        await nextTurn();
      }
    }
  };
  await minute();
  await minute();
  forget();
  await minute();
  const texts = sent.slice();
  expect(texts.length, texts.join('\n')).toBeLessThanOrEqual(STATEMENTS_OF_IDLE_MINUTE);
  expect(texts.length).toBeGreaterThan(0);
  report('E91', `a server at rest: ${texts.length} statements in a minute`);
  vi.useRealTimers();
  await running.stop();
});
