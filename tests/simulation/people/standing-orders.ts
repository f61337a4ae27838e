import type { Caller } from '#platform/contract.ts';
import { weekdays } from '#standing-orders/rules.ts';
import { inNairobi } from '#tests/simulation/nairobi.ts';
import type { Servers } from '#tests/simulation/servers.ts';
import { HOUR, type World } from '#tests/simulation/world.ts';
import type { OrderLife } from './order-life.ts';
import type { Buyer, People } from './people.ts';

type StandingOrder = Awaited<
  ReturnType<Caller['buyer']['standingOrders']['list']>
>['standingOrders'][number];

const SHARE = 0.2;

export function startStandingOrders(
  world: World,
  servers: Servers,
  { people, life, isOpen }: { people: People; life: OrderLife; isOpen: () => boolean },
) {
  const owners = new Set<Buyer>();
  let keys = 0;

  async function setUp(buyer: Buyer) {
    const { random, place } = buyer;
    const shelf = random.pick(buyer.favourites).products;
    if (!isOpen() || shelf.length === 0) return;
    const chosen = new Set([random.pick(shelf), random.pick(shelf)]);
    const terms = {
      fulfilment: random.pick(['delivery', 'collection'] as const),
      paymentMethod: random.pick(['M-Pesa', 'Cash on delivery'] as const),
      whenMissing: random.pick(['leaveOut', 'nearest', 'ask'] as const),
      weekdays: weekdays.filter(() => random.isTrue(0.4)),
      lines: [...chosen].map(({ id, price }) => ({
        productId: id,
        quantity: random.between(1, 6),
        ceiling: Math.round(price * (1 + random.next() / 5) * 100) / 100,
      })),
    };
    keys += 1;
    const call = {
      idempotencyKey: `standing-${keys}`,
      ...terms,
      ...(terms.fulfilment === 'delivery' && { deliveryAddress: 'The blue gate', ...place }),
    };
    const press = () =>
      servers.act(buyer, 'sets up a standing order', (caller) =>
        caller.buyer.standingOrders.create(call),
      );
    const first = await press();
    if (!first.isDone && first.code === 'FAILED') await press();
    owners.add(buyer);
  }

  const read = (buyer: Buyer) =>
    servers.act(buyer, 'looks at the standing orders', (caller) =>
      caller.buyer.standingOrders.list(),
    );

  async function look(buyer: Buyer) {
    if (!isOpen() || buyer.isGone) return;
    world.at(inNairobi(world.now(), { days: 1, hour: 6 + buyer.random.next() * 16 }), () =>
      look(buyer),
    );
    const found = await read(buyer);
    if (!found.isDone) return;
    for (const standing of found.value.standingOrders) {
      await learn(buyer, standing.last?.orderIds ?? []);
      await changeMind(buyer, standing);
    }
  }

  async function learn(buyer: Buyer, orderIds: readonly number[]) {
    for (const id of orderIds) {
      if (life.orders.has(id)) continue;
      const order = await servers.act(buyer, `looks at order ${id}`, (caller) =>
        caller.buyer.orders.get({ orderId: id }),
      );
      if (!order.isDone) continue;
      const { farmId, paymentMethod } = order.value;
      const farmer = people.farmers.find((one) => one.id === farmId);
      if (farmer)
        life.placed({ id, buyer, farmer, isMpesa: paymentMethod === 'M-Pesa', timesPaid: 0 });
    }
  }

  async function changeMind(buyer: Buyer, { id, isPaused, next }: StandingOrder) {
    const { random } = buyer;
    const choice = random.next();
    const step = (what: string, call: (caller: Caller['buyer']['standingOrders']) => unknown) =>
      servers.act(buyer, `${what} a standing order`, async (caller) =>
        call(caller.buyer.standingOrders),
      );
    if (isPaused) return choice < 0.4 && step('resumes', (caller) => caller.resume({ id }));
    if (choice < 0.05) return step('pauses', (caller) => caller.pause({ id }));
    if (choice < 0.07) return step('ends', (caller) => caller.end({ id }));
    if (choice < 0.15 && next)
      return step('skips a day of', (caller) => caller.skip({ id, day: next.day }));
    if (choice > 0.35 || !next?.isChangeable) return;
    const { day, version, lines } = next;
    await step('changes a day of', (caller) =>
      caller.change({
        id,
        day,
        version: version - (random.isTrue(0.1) ? 1 : 0),
        lines: lines.map(({ lineId, usualQuantity, alternative }) => ({
          lineId,
          quantity: random.isTrue(0.2) ? 0 : usualQuantity + random.between(0, 4),
          ...(alternative && { productId: alternative.productId }),
        })),
      }),
    );
  }

  function begin(buyer: Buyer) {
    const { random } = buyer;
    if (buyer.favourites.length === 0 || !random.isTrue(SHARE)) return;
    world.after(random.between(6 * HOUR, 200 * HOUR), () => setUp(buyer));
    world.after(random.between(8 * HOUR, 24 * HOUR), () => look(buyer));
  }
  people.buyers.forEach(begin);

  return {
    learn,
    async end() {
      for (const buyer of owners) {
        const found = await read(buyer);
        for (const { id } of found.isDone ? found.value.standingOrders : [])
          await servers.act(buyer, 'ends a standing order', (caller) =>
            caller.buyer.standingOrders.end({ id }),
          );
      }
    },
  };
}
