import { isFilling } from '#lots/rules/lot.ts';
import type { Caller } from '#platform/contract/router.ts';
import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { guessCrop } from '#products/rules/guess-crop.ts';
import type { Servers, User } from '#tests/simulation/servers.ts';
import { HOUR, MINUTE, Violation, type World } from '#tests/simulation/world.ts';
import { dial } from './keypad-phones.ts';
import type { OrderLife } from './order-life.ts';
import type { Buyer, Farmer, People } from './people.ts';

type Needs = { people: People; life: OrderLife; isOpen: () => boolean };
type Lot = Awaited<ReturnType<Caller['buyer']['lots']['get']>>;

const ASKING = [1, 2, 3];
const LOOKS_MAX = 40;

export function startLots(world: World, servers: Servers, { people, life, isOpen }: Needs) {
  const random = world.chance('lots');
  const seenLots = new Map<number, Lot['crop']>();
  let keys = 0;
  const later = (hours: number) => new Date(world.now().getTime() + hours * HOUR * 1000);

  async function press<T>(user: User, what: string, call: (caller: Caller) => Promise<T>) {
    keys += 1;
    const key = `lot-${keys}`;
    const once = () => servers.act(user, what, call, { key });
    const [first, second] = await Promise.all(random.isTrue(0.2) ? [once(), once()] : [once()]);
    const outcome = second?.isDone ? second : first;
    return !outcome.isDone && outcome.code === 'FAILED' ? once() : outcome;
  }

  async function ask(buyer: Buyer) {
    const { products } = random.pick(people.farmers);
    const product = products[random.between(0, 2)];
    const crop = guessCrop(product?.name ?? '');
    if (!product || !crop) return;
    const quantity = random.between(20, 120);
    const points = ['Karatina', 'Othaya'].slice(random.between(0, 1));
    const form = {
      ...{ crop: crop.id, unit: product.unit, quantity, quality: '', place: 'Nyeri' },
      leastQuantity: random.between(1, 20),
      smallestShare: random.between(3, 10),
      price: Math.max(10, product.price),
      day: daysAfter(dayInNairobi(world.now()), random.between(1, 2)),
      closesAt: later(random.between(3, 20)).toISOString(),
      points: points.map((name) => ({ name, ...buyer.place, fromHour: 6, untilHour: 9 })),
      repeatsWeekly: random.isTrue(0.3),
    };
    await press(buyer, `asks for a lot of ${quantity} ${product.unit} of ${crop.id}`, (caller) =>
      caller.buyer.lots.ask(form),
    );
  }

  async function look(buyer: Buyer) {
    if (!isOpen() || buyer.isGone) return;
    world.after(random.between(2 * HOUR, 7 * HOUR), () => look(buyer));
    if (random.isTrue(0.12)) await ask(buyer);
    const found = await servers.act(buyer, 'looks at the lots', (caller) =>
      caller.buyer.lots.list(),
    );
    const own = found.isDone ? found.value.lots : [];
    const isCurrent = ({ status, day }: (typeof own)[number]) =>
      ['open', 'closed', 'taken'].includes(status) && day >= dayInNairobi(world.now());
    for (const { id: lotId, crop } of own.filter(isCurrent)) {
      if (seenLots.get(lotId) !== crop) begin({ lotId, crop });
      const seen = await servers.act(buyer, `looks at lot ${lotId}`, (caller) =>
        caller.buyer.lots.get({ lotId }),
      );
      if (!seen.isDone) continue;
      checkLot(seen.value);
      await learn(buyer, seen.value);
      await decide(buyer, seen.value);
    }
  }

  async function learn(buyer: Buyer, { shares, rides }: Lot) {
    for (const { orderId: id } of [...shares, ...rides]) {
      if (id === null || life.orders.has(id)) continue;
      const call = (caller: Caller) => caller.buyer.orders.get({ orderId: id });
      const order = await servers.act(buyer, `looks at order ${id}`, call, { orders: [id] });
      const farmer = order.isDone && people.farmers.find((one) => one.id === order.value.farmId);
      if (!farmer) continue;
      const isMpesa = order.value.paymentMethod === 'M-Pesa';
      life.placed({ id, buyer, farmer, isMpesa, timesPaid: 0 });
    }
  }

  /** Closed lots of silent buyers lapse. */
  async function decide(buyer: Buyer, { id: lotId, status, ...lot }: Lot) {
    const [choice, { phoneNumber }] = [random.next(), buyer];
    const paymentMethod = random.pick(['M-Pesa', 'Cash on delivery'] as const);
    const ride = lot.rides.find(({ orderId }) => orderId === null);
    const step = (what: string, call: (lots: Caller['buyer']['lots']) => Promise<Lot>) =>
      press(buyer, `${what} lot ${lotId}`, (caller) => call(caller.buyer.lots));
    if (status === 'open')
      return choice < 0.03 && step('lets go of', (lots) => lots.letGo({ lotId }));
    if (status === 'closed') {
      const closesAt = later(random.between(1, 9)).toISOString();
      if (choice > 0.8) return step('extends', (lots) => lots.extend({ lotId, closesAt }));
      if (choice > 0.75) return step('lets go of', (lots) => lots.letGo({ lotId }));
      if (choice > 0.65) return;
      const taken = await step('takes', (lots) => lots.take({ lotId, paymentMethod }));
      return taken.isDone && learn(buyer, taken.value);
    }
    if (ride && choice < 0.5)
      await step('takes a ride for', (lots) => lots.takeRide({ lotId, rideId: ride.id }));
    if (lot.unpaidOrders > 0) await step('pays', (lots) => lots.pay({ lotId, phoneNumber }));
    if (choice > 0.9) await step('stops repeating', (lots) => lots.stop({ lotId }));
  }

  function begin({ lotId, crop }: { lotId: number; crop: string }) {
    seenLots.set(lotId, crop);
    const farmers = people.farmers.filter(
      ({ products }) =>
        products.some(({ name }) => guessCrop(name)?.id === crop) || random.isTrue(0.2),
    );
    for (const farmer of farmers)
      world.after(
        random.between(MINUTE, 5 * HOUR),
        async () => void (await consider(farmer, lotId)),
      );
    const { clerk } = people;
    if (!clerk || farmers.length === 0 || random.isTrue(0.3)) return;
    const shares = [...new Set([random.pick(farmers), random.pick(farmers)])].map(
      ({ id: farmerId }) => ({ farmerId, quantity: random.between(5, 30) }),
    );
    const propose = (caller: Caller) => caller.agent.lots.propose({ lotId, shares });
    world.after(random.between(MINUTE, HOUR), async () => {
      await press(clerk, `proposes ${shares.length} shares of lot ${lotId}`, propose);
    });
  }

  async function consider(farmer: Farmer, lotId: number, looks = 1) {
    const seen = await servers.act(farmer, `looks at lot ${lotId}`, (caller) =>
      caller.farmer.lots.get({ lotId }),
    );
    if (!seen.isDone || !isOpen() || looks > LOOKS_MAX) return;
    const [own, choice] = [seen.value.shares[0]?.status, random.next()];
    const isInLine = own === 'waiting' || own === 'asked';
    if (isInLine || seen.value.isOpen)
      world.after(
        random.between(25 * MINUTE, (isInLine ? 1 : 6) * HOUR),
        async () => void (await consider(farmer, lotId, looks + 1)),
      );
    if (own === 'proposed') return say(farmer, `${choice < 0.7 ? 'NDIO' : 'HAPANA'} LOT ${lotId}`);
    const { left, smallestShare, points, shares } = seen.value;
    const step = (what: string, call: (lots: Caller['farmer']['lots']) => Promise<unknown>) =>
      press(farmer, `${what} lot ${lotId}`, (caller) => call(caller.farmer.lots));
    const pointIds = points.slice(random.between(0, 1)).map(({ id }) => id);
    const price = random.between(50, 900);
    if (choice < 0.2)
      await step('offers a ride for', (lots) => lots.offerRide({ lotId, pointIds, price }));
    else if (choice < 0.23)
      await step('withdraws the ride of', (lots) => lots.withdrawRide({ lotId }));
    if (own && choice > 0.93)
      return step('takes back the share of', (lots) => lots.takeBack({ lotId }));
    if (isInLine ? own === 'waiting' : own && choice > 0.3) return;
    const wanted = [smallestShare, left, left + random.between(1, 9), random.between(2, 60) / 2];
    const quantity = own === 'asked' ? (shares[0]?.quantity ?? 0) : random.pick(wanted);
    if (farmer.answersBy === 'sms')
      return say(farmer, `${random.pick(['JAZA', 'FOLENI'])} ${lotId} ${quantity}`);
    if (farmer.answersBy === 'ussd') {
      const screen = await dial(servers.network, farmer, ['9', '1', String(quantity)]);
      return world.tell(`${farmer.name} fills a lot in the menu: ${screen.slice(0, 3)}.`);
    }
    const share = {
      lotId,
      quantity,
      waits: random.isTrue(0.7),
      ...(random.isTrue(0.5) && { pointId: pointIds[0] }),
    };
    await step(`gives ${quantity} of`, (lots) => lots.give(share));
  }

  function say({ name, phoneNumber }: Farmer, text: string) {
    world.tell(`${name} writes ${text}.`);
    servers.network.sms.write(phoneNumber, text);
  }

  for (const buyer of ASKING.flatMap((at) => people.buyers[at] ?? []))
    world.after(random.between(3 * HOUR, 12 * HOUR), () => look(buyer));
}

function checkLot({ id, given, shares, rides }: Lot) {
  const cents = (amounts: number[]) => Math.round(amounts.reduce((sum, one) => sum + one, 0) * 100);
  const filling = shares.filter(isFilling).map(({ quantity }) => quantity);
  if (cents(filling) !== cents([given]))
    throw new Violation(
      'given, asked and ordered shares fill a lot',
      JSON.stringify({ id, given, shares }),
    );
  for (const { price, parts } of rides)
    if (parts.length > 0 && cents(parts.map(({ amount }) => amount)) !== cents([price]))
      throw new Violation(
        'the parts of a ride are its price',
        JSON.stringify({ id, price, parts }),
      );
}
