import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countProducts, makeFarmsWithWebhooks, sendDue } from '#tests/factories/webhooks.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { type Receiver, startReceiver, withStatus } from '#tests/setup/servers/receiver.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const FARMS = 4;
const PRODUCTS_OF_FARM = isOnPostgres ? 25 : 3;
const ROUNDS = isOnPostgres ? 100 : 10;
const EVENTS = FARMS * PRODUCTS_OF_FARM * ROUNDS;
const options = { timeout: 900_000 };

let market: Market;
let receiver: Receiver;
let farms: Awaited<ReturnType<typeof makeFarmsWithWebhooks>>;
beforeEach(async () => {
  market = await makeMarket();
  receiver = await startReceiver();
  receiver.allowIn(market);
  farms = await makeFarmsWithWebhooks(market, {
    farms: FARMS,
    products: PRODUCTS_OF_FARM,
    urlOf: (id) => `${receiver.origin}/${id}`,
  });
});
afterEach(() => receiver.close());

const countAll = (quantity: number) => countProducts(market, farms, quantity);
const sendFromTwo = () => Promise.all([sendDue(market), sendDue(market)]);
const subjects = () => farms.flatMap(({ productIds }) => productIds.map((id) => `product/${id}`));
const quantityIn = ({ event }: Receiver['received'][number]) =>
  (event.data as { product: { quantity: number } }).product.quantity;

describe('many events', () => {
  test(
    `${EVENTS} from two processes come once each, in the order of their subject`,
    options,
    async () => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        await countAll(10 + round);
        await sendFromTwo();
      }
      expect(receiver.received).toHaveLength(EVENTS);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(
        EVENTS,
      );
      const inOrder = Array.from({ length: ROUNDS }, (_, at) => at + 1);
      for (const subject of subjects()) expect(receiver.sequencesOf(subject)).toEqual(inOrder);
    },
  );

  test('while stock changes and the receiver fails at times, nothing is skipped or overtakes, and the last event has the last state', {
    timeout: options.timeout,
  }, async () => {
    let answers = 0;
    receiver.answerWith((response, one) => {
      answers += 1;
      withStatus(answers % 7 === 0 ? 500 : 204)(response, one);
    });
    let isChanging = true;
    const sending = (async () => {
      while (isChanging) await sendFromTwo();
    })();
    for (let round = 1; round <= ROUNDS; round += 1) {
      await countAll(10 + round);
      market.advance(1);
    }
    isChanging = false;
    await sending;
    receiver.answerWith(withStatus(204));
    for (let sent = 1; sent > 0; ) {
      market.advance(24 * 3600);
      const before = receiver.received.length;
      await sendFromTwo();
      sent = receiver.received.length - before;
    }
    for (const subject of subjects()) {
      const events = receiver.received.filter(({ event }) => event.subject === subject);
      const numbers = events.map(({ event }) => event.sequence);
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
      expect([...new Set(numbers)]).toEqual(
        Array.from({ length: numbers.at(-1) ?? 0 }, (_, at) => at + 1),
      );
      expect(events.map(quantityIn).at(-1)).toBe(10 + ROUNDS);
    }
  });
});
