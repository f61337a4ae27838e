import fc from 'fast-check';
import { runOfferClock } from '#messages/server/move-offer.ts';
import {
  advance,
  booksOf,
  db,
  freshKey,
  givenOneMarket,
  makeTalk,
  orderForm,
  outcomeOf,
  productForm,
  report,
  services,
  tally,
} from '#tests/setup/in-market.ts';

const SEQUENCES = 500;

const steps = [
  'offer',
  'counterOffer',
  'counter',
  'accept',
  'decline',
  'withdraw',
  'release',
  'edit',
  'count',
  'order',
  'cancel',
  'wait',
] as const;
const step = fc.record({
  kind: fc.constantFrom(...steps),
  by: fc.constantFrom('buyer' as const, 'farmer' as const),
  quantity: fc.integer({ min: 1, max: 6 }),
  price: fc.integer({ min: 1, max: 90 }),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

givenOneMarket();
beforeAll(async () => {
  services.limits.maxPendingOrders = 1_000_000;
});

test(`${SEQUENCES} random sequences of offers, answers, edits, orders and time keep stock put in = on hand + reserved + held + sold`, {
  timeout: 600_000,
}, async () => {
  const outcomes: string[] = [];
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (sequence) => {
      const play = await begin();
      for (const one of sequence) {
        outcomes.push(
          `${one.kind} ${(await outcomeOf(play.run(one))) === 'accepted' ? 'done' : 'refused'}`,
        );
        taken += 1;
        const books = await booksOf(play.productId);
        expect(books.isBalanced, JSON.stringify({ one, books })).toBe(true);
        expect(books.onHand).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: SEQUENCES },
  );
  report(
    'D81',
    `${SEQUENCES} sequences, ${taken} steps: the books balance after each (${tally(outcomes)})`,
  );
});

async function begin() {
  const talk = await makeTalk({ quantity: 10, price: 50 });
  const { conversationId, kale } = talk;
  let offerId = 0;
  let orderId = 0;
  const callers = async () => {
    return { buyer: await talk.buyerAgain(), farmer: await talk.farmerAgain() };
  };
  let as = await callers();
  async function run({ kind, by, quantity, price }: Step) {
    const { offers } = as[by];
    switch (kind) {
      case 'offer':
      case 'counterOffer':
        offerId = (await offers.make({ conversationId, quantity, price, validDays: price % 3 })).id;
        return;
      case 'counter':
        offerId = (await offers.counter({ offerId, quantity, price })).id;
        return;
      case 'accept':
        return offers.accept({ offerId });
      case 'decline':
        return offers.decline({ offerId });
      case 'withdraw':
        return offers.withdraw({ offerId });
      case 'release':
        return as.buyer.offers.release({ offerId });
      case 'edit':
        return as.farmer.farmer.products.edit({
          ...productForm({ quantity, price }),
          productId: kale.id,
        });
      case 'count':
        return as.farmer.farmer.products.setQuantity({ productId: kale.id, quantity });
      case 'order': {
        if (price % 2 === 0)
          await as.buyer.buyer.cart.put({ lines: [{ productId: kale.id, quantity: 1 }] });
        const placed = await as.buyer.buyer.orders.place({
          idempotencyKey: freshKey(),
          order: orderForm(),
        });
        orderId = placed.orders[0]?.id ?? 0;
        return;
      }
      case 'cancel':
        return as.buyer.buyer.orders.cancel({ orderId });
      case 'wait':
        advance(quantity * 2400);
        await runOfferClock(db, services);
        as = await callers();
    }
  }
  return { run, productId: kale.id };
}
