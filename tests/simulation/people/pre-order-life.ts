import type { Random } from '#demo/make-market.ts';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import type { Servers } from '#tests/simulation/servers.ts';
import { DAY, HOUR, MINUTE, type World } from '#tests/simulation/world.ts';
import type { KnownOrder, OrderLife } from './order-life.ts';
import type { Buyer, Farmer, People } from './people.ts';

type Needs = { people: People; life: OrderLife; isOpen: () => boolean };

const harvests = [0, 0.3, 0.7, 1, 1, 1.3];

export function startPreOrders(world: World, servers: Servers, { people, life, isOpen }: Needs) {
  let keys = 0;

  async function announce(farmer: Farmer, random: Random) {
    if (farmer.isGone || !isOpen()) return;
    world.after(random.between(3 * DAY, 9 * DAY), () => announce(farmer, random));
    const expected = random.between(10, 60);
    const harvestDate = daysAfter(dayInNairobi(world.now()), random.between(0, 6));
    const product = { name: 'Maharagwe mapya', category: 'Legumes', unit: 'kg' } as const;
    const terms = { price: 119.99, quantity: expected, depositPercent: random.pick([10, 30, 50]) };
    const announced = await servers.act(farmer, `announces ${expected} kg of beans`, (caller) =>
      caller.farmer.products.create({ ...product, ...terms, harvestDate }),
    );
    if (!announced.isDone) return;
    const productId = announced.value.id;
    const known: KnownOrder[] = [];
    const wanted = random.between(2, 7);
    for (let times = 0; times < wanted; times += 1)
      world.after(random.between(MINUTE, 2 * DAY), async () => {
        const order = await preOrder(random.pick(people.buyers), { farmer, productId, random });
        if (order) known.push(order);
      });
    if (random.isTrue(0.1)) return;
    const quantity = Math.floor(expected * random.pick(harvests));
    const declared = { farmer, productId, quantity, known };
    world.after(random.between(DAY, 4 * DAY), () => harvest(declared, random));
  }

  type Wanted = { farmer: Farmer; productId: number; random: Random };

  async function preOrder(buyer: Buyer, { farmer, productId, random }: Wanted) {
    if (buyer.isGone || !isOpen()) return null;
    keys += 1;
    const idempotencyKey = `pre-order-${keys}`;
    const lines = [{ productId, quantity: random.between(1, 15) }];
    const order = { fulfilment: 'collection', paymentMethod: 'M-Pesa' } as const;
    const placed = await servers.act(buyer, 'pre-orders beans', async (caller) => {
      await caller.buyer.cart.put({ lines });
      return caller.buyer.orders.place({ idempotencyKey, order });
    });
    const id = placed.isDone ? placed.value.orders[0]?.id : undefined;
    if (id === undefined) return null;
    const known = { id, buyer, farmer, isMpesa: true, timesPaid: 0 };
    life.placed(known);
    if (random.isTrue(0.85))
      world.after(random.between(2 * MINUTE, 20 * HOUR), () => life.pay(known));
    return known;
  }

  type Harvest = { farmer: Farmer; productId: number; quantity: number; known: KnownOrder[] };

  async function harvest({ farmer, productId, quantity, known }: Harvest, random: Random) {
    const press = () =>
      servers.act(
        farmer,
        `declares ${quantity} kg of beans`,
        (caller) => caller.farmer.orders.declareHarvest({ productId, quantity }),
        { orders: known.map(({ id }) => id) },
      );
    await Promise.all(random.isTrue(0.2) ? [press(), press()] : [press()]);
    for (const order of known)
      if (random.isTrue(0.9))
        world.after(random.between(5 * MINUTE, 20 * HOUR), () => life.pay(order));
  }

  for (const farmer of people.farmers) {
    const random = world.chance(`harvests of ${farmer.id}`);
    world.after(random.between(HOUR, 3 * DAY), () => announce(farmer, random));
  }
}
