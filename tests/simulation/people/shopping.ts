import { inNairobi, monthInNairobi, weekdayInNairobi } from '#tests/simulation/nairobi.ts';
import { readRows } from '#tests/simulation/read-rows.ts';
import type { Servers } from '#tests/simulation/servers.ts';
import { HOUR, MINUTE, Violation, type World } from '#tests/simulation/world.ts';
import type { OrderLife } from './order-life.ts';
import type { Buyer, KnownProduct, People } from './people.ts';

const MARKET_DAYS = [2, 5];
const HARVEST_MONTHS = [3, 8, 12];
const PEAK = 0.6;
const SHOPPING_HOURS = {
  kiosk: [5, 6],
  'market day': [7, 12],
  household: [16, 21],
  impatient: [8, 22],
  fraud: [0, 24],
} as const satisfies Record<Buyer['habit'], readonly [number, number]>;

export function startShopping(
  world: World,
  servers: Servers,
  { people, life, isOpen }: { people: People; life: OrderLife; isOpen: () => boolean },
) {
  let keys = 0;

  function planVisit(buyer: Buyer, earliestDays: number) {
    const { random, habit, everyDays } = buyer;
    const [from, to] = SHOPPING_HOURS[habit];
    const isPeak = HARVEST_MONTHS.includes(monthInNairobi(world.now().getTime()));
    let days = earliestDays + Math.floor(everyDays * random.next() * 2 * (isPeak ? PEAK : 1));
    const hour = from + random.next() * (to - from);
    const momentOf = () => inNairobi(world.now(), { days, hour });
    while (habit === 'market day' && !MARKET_DAYS.includes(weekdayInNairobi(momentOf()))) days += 1;
    world.at(momentOf(), () => visit(buyer));
  }

  async function visit(buyer: Buyer) {
    if (!isOpen() || buyer.isGone) return;
    const { random, habit } = buyer;
    planVisit(buyer, 1);
    if (habit === 'fraud') await defraud(buyer);
    const shelf = shelfOf(buyer);
    if (shelf.length === 0) return;
    const product = random.pick(shelf);
    if (random.isTrue(0.08)) await ask(buyer, product);
    if (random.isTrue(0.12)) return makeOffer(buyer, product);
    const chosen = new Set([product, ...(random.isTrue(0.6) ? [random.pick(shelf)] : [])]);
    const lines = [...chosen].map(({ id, unit }) => ({
      productId: id,
      quantity: random.between(1, 12) + (unit === 'kg' && random.isTrue(0.3) ? 0.5 : 0),
    }));
    const filled = await servers.act(buyer, 'fills the cart', (caller) =>
      caller.buyer.cart.put({ lines }),
    );
    if (!filled.isDone) return;
    if (random.isTrue(0.3)) world.after(random.between(MINUTE, 2 * HOUR), () => order(buyer));
    else await order(buyer, filled.value);
  }

  const shelfOf = ({ random, favourites }: Buyer): KnownProduct[] =>
    (random.isTrue(0.7) ? random.pick(favourites) : random.pick(people.farmers)).products.filter(
      ({ quantity }) => quantity > 0,
    );

  type Cart = { farms: { subtotal: number; deliveryFee: number }[] };

  async function order(buyer: Buyer, seen?: Cart) {
    const { random, habit, place } = buyer;
    keys += 1;
    const isDelivered = random.isTrue(0.5);
    const isMpesa = habit !== 'fraud' && random.isTrue(0.65);
    const call = {
      idempotencyKey: `order-${keys}`,
      order: {
        fulfilment: isDelivered ? ('delivery' as const) : ('collection' as const),
        paymentMethod: isMpesa ? ('M-Pesa' as const) : ('Cash on delivery' as const),
        ...(isDelivered && { deliveryAddress: 'The blue gate', ...place }),
      },
    };
    const press = async (server = servers.pick()) =>
      servers.act(buyer, 'orders the cart', (caller) => caller.buyer.orders.place(call), {
        server,
      });
    const pressed = await Promise.all(
      habit === 'impatient' ? servers.all.map((server) => press(server)) : [press()],
    );
    let outcome = pressed.find(({ isDone }) => isDone) ?? pressed[0];
    // The answer is lost. Most people press again, and the same key makes it one order.
    if (outcome && !outcome.isDone && outcome.code === 'FAILED' && random.isTrue(0.8))
      outcome = await press();
    if (!outcome?.isDone) return;
    const placed = outcome.value.orders;
    world.tell(`${buyer.name} has placed ${placed.map(({ id }) => `order ${id}`).join(' and ')}.`, [
      ...placed.map(({ id }) => id),
    ]);
    if (seen) checkSum(seen, { isDelivered, placed });
    for (const { id, farmId } of placed) {
      const farmer = people.farmers.find((one) => one.id === farmId);
      if (farmer) life.placed({ id, buyer, farmer, isMpesa, timesPaid: 0 });
    }
  }

  function checkSum(
    { farms }: Cart,
    { isDelivered, placed }: { isDelivered: boolean; placed: { id: number; total: number }[] },
  ) {
    const expected = farms.reduce(
      (sum, { subtotal, deliveryFee }) =>
        // Rounded first, because 4.35 * 100 is 434.99999999999994.
        sum + Math.ceil(Math.round((subtotal + (isDelivered ? deliveryFee : 0)) * 100) / 100),
      0,
    );
    const total = placed.reduce((sum, one) => sum + one.total, 0);
    if (expected !== total)
      throw new Violation(
        'an order costs what its cart showed',
        `orders ${placed.map(({ id }) => id)} cost KES ${total} instead of ${expected}`,
      );
  }

  async function ask(buyer: Buyer, { id, farmer, name }: KnownProduct) {
    const begun = await servers.act(buyer, `asks about ${name}`, (caller) =>
      caller.conversations.start({ productId: id, text: 'Is it still fresh?' }),
    );
    if (!begun.isDone) return;
    const conversationId = begun.value.id;
    world.after(farmer.random.between(5 * MINUTE, 9 * HOUR), async () => {
      await servers.act(farmer, 'answers a message', (caller) =>
        caller.conversations.send({ conversationId, text: 'Ndio, karibu' }),
      );
    });
  }

  async function makeOffer(buyer: Buyer, product: KnownProduct) {
    const { random } = buyer;
    const { farmer } = product;
    const quantity = random.between(1, 20);
    const price = Math.max(1, Math.round(product.price * 85) / 100);
    const made = await servers.act(buyer, `offers KES ${price} for ${product.name}`, (caller) =>
      caller.offers.make({ productId: product.id, quantity, price }),
    );
    if (!made.isDone) return;
    const offerId = made.value.id;
    world.after(farmer.random.between(10 * MINUTE, 20 * HOUR), async () => {
      const choice = farmer.random.next();
      if (choice < 0.25)
        return void (await servers.act(farmer, 'declines an offer', (caller) =>
          caller.offers.decline({ offerId }),
        ));
      if (choice > 0.5) {
        const accepted = await servers.act(farmer, 'accepts an offer', (caller) =>
          caller.offers.accept({ offerId }),
        );
        if (accepted.isDone) orderAgreed(buyer, offerId);
        return;
      }
      const countered = await servers.act(farmer, 'makes a counter-offer', (caller) =>
        caller.offers.counter({ offerId, quantity, price: product.price }),
      );
      if (countered.isDone) answerCounterOffer(buyer, countered.value.id);
    });
  }

  function answerCounterOffer(buyer: Buyer, offerId: number) {
    world.after(buyer.random.between(5 * MINUTE, 5 * HOUR), async () => {
      const isAccepted = buyer.random.isTrue(0.6);
      const answered = await servers.act(
        buyer,
        `${isAccepted ? 'accepts' : 'declines'} a counter-offer`,
        (caller) => (isAccepted ? caller.offers.accept : caller.offers.decline)({ offerId }),
      );
      if (answered.isDone && isAccepted) orderAgreed(buyer, offerId);
    });
  }

  function orderAgreed(buyer: Buyer, offerId: number) {
    const choice = buyer.random.next();
    world.after(buyer.random.between(MINUTE, 3 * HOUR), async () => {
      if (choice < 0.1)
        await servers.act(buyer, 'releases an agreed offer', (caller) =>
          caller.offers.release({ offerId }),
        );
      if (choice < 0.2) return;
      await servers.act(buyer, 'looks at the cart', (caller) => caller.buyer.cart.see());
      await order(buyer);
    });
  }

  async function defraud(buyer: Buyer) {
    const { random } = buyer;
    const strangers = [...life.orders.values()].filter((one) => one.buyer !== buyer);
    if (strangers.length === 0) return;
    const { id: orderId } = random.pick(strangers.slice(-8));
    const eventsOf = () =>
      readRows(servers.connection.db, `select id from order_events where order_id = ${orderId}`);
    const before = await eventsOf();
    const steps = [
      await servers.act(buyer, "cancels a stranger's order", (caller) =>
        caller.buyer.orders.cancel({ orderId }),
      ),
      await servers.act(buyer, "receives a stranger's order", (caller) =>
        caller.buyer.orders.received({ orderId }),
      ),
      await servers.act(buyer, 'confirms an order of a farm', (caller) =>
        caller.farmer.orders.confirm({ orderId }),
      ),
    ];
    const after = await eventsOf();
    if (steps.some(({ isDone }) => isDone) || after.length !== before.length)
      throw new Violation('only its own people move an order', `order ${orderId}, ${buyer.name}`);
    const token = Array.from({ length: 64 }, () => random.between(0, 15).toString(16)).join('');
    await servers.post(`/api/payments/callback/${token}`, {
      Body: { stkCallback: { CheckoutRequestID: 'ws_CO_forged', ResultCode: 0 } },
    });
  }

  const begin = (buyer: Buyer) => planVisit(buyer, 0);
  people.buyers.forEach(begin);
  return { begin };
}

export type Shopping = ReturnType<typeof startShopping>;
