import { runOfferClock } from '#messages/server/move-offer.ts';
import { asJson, temporaryFolder } from '#tests/hostile/parts/clients.ts';
import {
  advance,
  booksOf,
  caller,
  db,
  type Farm,
  freshKey,
  givenMarket,
  isOnPostgres,
  makeFarm,
  makeProduct,
  makeTestBuyer,
  market,
  now,
  orderForm,
  outcomeOf,
  report,
  services,
  sql,
  tally,
} from '#tests/setup/in-market.ts';
import { kill, killAll, startServerChild } from '#tests/setup/processes/children.ts';
import { testDatabaseUrl } from '#tests/setup/test-database.ts';

const ACCEPTANCES = 200;
const KILLS = 4;

describe.runIf(isOnPostgres)('concurrent offers', () => {
  let farm: Farm;
  const folder = temporaryFolder();
  afterAll(killAll);
  givenMarket();
  beforeEach(async () => {
    farm = await makeFarm();
  });

  async function makeOffer(productId: number, quantity = 1) {
    const buyer = await makeTestBuyer();
    const caller = market.caller(buyer);
    const { id: conversationId } = await caller.conversations.start({ productId, text: 'One?' });
    const { id: offerId } = await caller.offers.make({ conversationId, quantity, price: 40 });
    return { buyer, caller, offerId };
  }

  test(`${ACCEPTANCES} acceptances at once of offers on the last unit: one is held`, {
    timeout: 120_000,
  }, async () => {
    const { id: productId } = await makeProduct(farm, { quantity: 1 });
    const made = [];
    for (let count = 0; count < ACCEPTANCES; count += 1) made.push(await makeOffer(productId));
    const { offers } = caller(farm);
    const insist = async (offerId: number): Promise<string> => {
      const outcome = await outcomeOf(offers.accept({ offerId }));
      // On a busy machine a request may wait too long for a connection, and is retried.
      return outcome === 'UNAVAILABLE' ? insist(offerId) : outcome;
    };
    const outcomes = await Promise.all(made.map(({ offerId }) => insist(offerId)));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['accepted', 'OUT_OF_STOCK']));
    const books = { onHand: 0, held: 1, isBalanced: true };
    expect(await booksOf(productId)).toMatchObject(books);
    report(
      'D79',
      `${ACCEPTANCES} acceptances at once on the last unit: ${tally(outcomes)}, stock 0`,
    );
  });

  test('accepting, withdrawing, declining and countering one offer at once: one of them succeeds', {
    timeout: 60_000,
  }, async () => {
    const { id: productId } = await makeProduct(farm, { quantity: 1000 });
    for (let round = 0; round < 20; round += 1) {
      const { caller, offerId } = await makeOffer(productId);
      const { offers } = market.caller(farm);
      const outcomes = await Promise.all([
        outcomeOf(offers.accept({ offerId })),
        outcomeOf(caller.offers.withdraw({ offerId })),
        outcomeOf(offers.decline({ offerId })),
        outcomeOf(offers.counter({ offerId, quantity: 1, price: 45 })),
      ]);
      expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
      expect((await booksOf(productId)).isBalanced).toBe(true);
      advance(60);
    }
  });

  test('ordering, releasing and two clocks at once end a held offer once', {
    timeout: 60_000,
  }, async () => {
    const { id: productId } = await makeProduct(farm, { quantity: 1000 });
    for (let round = 0; round < 20; round += 1) {
      const { caller, offerId } = await makeOffer(productId, 3);
      await market.caller(farm).offers.accept({ offerId });
      if (round % 2 === 0) {
        await db.execute(
          sql`update price_offers set held_until = ${now().toISOString()} where id = ${offerId}`,
        );
      }
      const [ordered] = await Promise.all([
        outcomeOf(caller.buyer.orders.place({ idempotencyKey: freshKey(), order: orderForm() })),
        round % 2 === 0
          ? runOfferClock(db, services)
          : outcomeOf(caller.offers.release({ offerId })),
        runOfferClock(db, services),
      ]);
      expect(['accepted', 'CART_EMPTY', 'OFFER_GONE']).toContain(ordered);
      expect(await booksOf(productId)).toMatchObject({ held: 0, isBalanced: true });
      advance(60);
    }
  });

  test(`kill -9 between acceptance and order, ${KILLS} times: held or returned, never lost`, {
    timeout: 120_000,
  }, async () => {
    services.clock = () => new Date();
    farm = await makeFarm();
    const { id: productId } = await makeProduct(farm, { quantity: 1000 });
    const settings = {
      DATABASE_URL: testDatabaseUrl(),
      DATA_DIR: folder,
      MAX_PENDING_ORDERS: '1000000',
    };
    let server = await startServerChild(settings);
    const post = (path: string, token: string, key: string, body: object = {}) =>
      fetch(`http://127.0.0.1:${server.word}${path}`, asJson({ token, key, body }));
    for (let kills = 0; kills < KILLS; kills += 1) {
      const made: Awaited<ReturnType<typeof makeOffer>>[] = [];
      for (let count = 0; count < 8; count += 1) made.push(await makeOffer(productId, 2));
      const accept = ({ offerId }: { offerId: number }) =>
        post(`/api/offers/${offerId}/accept`, farm.token, `accept-${offerId}`);
      const order = ({ buyer, offerId }: (typeof made)[number]) =>
        post('/api/buyer/orders', buyer.token, `order-${offerId}`, orderForm());
      const first = made.map((offer) =>
        accept(offer)
          .then(() => order(offer))
          .catch(() => null),
      );
      await Promise.race(first);
      await kill(server.child);
      await Promise.all(first);
      expect((await booksOf(productId)).isBalanced).toBe(true);
      server = await startServerChild(settings);
      for (const offer of made) {
        expect((await accept(offer)).status).toBe(200);
        expect((await order(offer)).status).toBe(201);
      }
      const books = { held: 0, reserved: 16 * (kills + 1), isBalanced: true };
      expect(await booksOf(productId)).toMatchObject(books);
    }
    await kill(server.child);
    report(
      'D79',
      `${KILLS} kills between acceptance and order: ${8 * KILLS} offers ordered once each, the books balance`,
    );
  });
});
