import { isFilling } from '#lots/rules/lot.ts';
import type { Caller } from '#platform/contract.ts';
import { guessCrop } from '#products/rules/crop-input.ts';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import type { Servers, User } from '#tests/simulation/servers.ts';
import { HOUR, MINUTE, Violation, type World } from '#tests/simulation/world.ts';
import { dial } from './keypad-phones.ts';
import type { Buyer, Farmer, People } from './people.ts';

type Learn = (buyer: Buyer, orderIds: number[]) => Promise<void>;
type Needs = { people: People; learn: Learn; isOpen: () => boolean };
type Lot = Awaited<ReturnType<Caller['buyer']['lots']['get']>>;
type Step = [number, string, (caller: Caller) => Promise<unknown>];

export function startLots(world: World, servers: Servers, { people, learn, isOpen }: Needs) {
  const random = world.chance('lots');
  const begun = new Set<number>();
  const [, clerk] = people.buyers;
  const today = () => dayInNairobi(world.now());
  const inHours = (least: number, most: number) =>
    new Date(world.now().getTime() + random.between(least, most) * HOUR * 1000).toISOString();

  async function takeSteps(user: User, of: string, steps: Step[]) {
    for (const [, does, call] of steps.filter(([chance]) => random.isTrue(chance))) {
      const key = `${does}-${of}-${world.events}`.replaceAll(' ', '-');
      const press = () => servers.act(user, `${does} ${of}`, call, { key });
      await Promise.all([press(), ...(random.isTrue(0.2) ? [press()] : [])]);
    }
  }

  async function ask(buyer: Buyer) {
    const { name = '', unit = 'kg', price = 0 } = random.pick(people.farmers).products[0] ?? {};
    const form = {
      ...{ crop: guessCrop(name)?.id ?? 'maize', unit, quality: '', place: 'Nyeri' },
      quantity: random.between(20, 120),
      leastQuantity: random.between(1, 20),
      smallestShare: random.between(3, 10),
      price: Math.max(10, price),
      day: daysAfter(today(), random.between(1, 2)),
      closesAt: inHours(3, 20),
      points: [{ name: 'Karatina', ...buyer.place, fromHour: 6, untilHour: 9 }],
      repeatsWeekly: random.isTrue(0.3),
    };
    await takeSteps(buyer, `a lot of ${name}`, [
      [0.12, 'asks for', (caller) => caller.buyer.lots.ask(form)],
    ]);
  }

  async function look(buyer: Buyer) {
    if (!isOpen() || buyer.isGone) return;
    world.after(random.between(2 * HOUR, 6 * HOUR), () => look(buyer));
    await ask(buyer);
    const found = await servers.act(buyer, 'looks at the lots', (caller) =>
      caller.buyer.lots.list(),
    );
    const listed = found.isDone ? found.value.lots : [];
    for (const { id } of listed.filter(({ day }) => day >= today())) await decide(buyer, id);
  }

  async function decide(buyer: Buyer, lotId: number) {
    begin(lotId);
    const seen = await servers.act(buyer, `looks at lot ${lotId}`, (caller) =>
      caller.buyer.lots.get({ lotId }),
    );
    if (!seen.isDone) return;
    checkLot(seen.value);
    const { shares, rides } = seen.value;
    for (const { orderId } of [...shares, ...rides]) if (orderId) await learn(buyer, [orderId]);
    const { phoneNumber } = buyer;
    const rideId = rides.at(-1)?.id ?? 1;
    const paymentMethod = random.pick(['M-Pesa', 'Cash on delivery'] as const);
    const closesAt = inHours(1, 9);
    await takeSteps(buyer, `lot ${lotId}`, [
      [0.03, 'lets go of', (caller) => caller.buyer.lots.letGo({ lotId })],
      [0.05, 'does not repeat', (caller) => caller.buyer.lots.stop({ lotId })],
      [0.1, 'extends', (caller) => caller.buyer.lots.extend({ lotId, closesAt })],
      [0.4, 'takes', (caller) => caller.buyer.lots.take({ lotId, paymentMethod })],
      [0.3, 'takes a ride for', (caller) => caller.buyer.lots.takeRide({ lotId, rideId })],
      [0.6, 'pays', (caller) => caller.buyer.lots.pay({ lotId, phoneNumber })],
    ]);
  }

  function begin(lotId: number) {
    if (begun.size === begun.add(lotId).size) return;
    for (const farmer of people.farmers.filter(() => random.isTrue(0.7))) {
      world.after(random.between(MINUTE, 5 * HOUR), () => consider(farmer, lotId));
      const shares = [{ farmerId: farmer.id, quantity: random.between(5, 30) }];
      if (clerk)
        world.after(random.between(MINUTE, HOUR), () =>
          takeSteps(clerk, `lot ${lotId}`, [
            [0.8, 'proposes', (caller) => caller.agent.lots.propose({ lotId, shares })],
          ]),
        );
    }
  }

  async function consider(farmer: Farmer, lotId: number) {
    const seen = await servers.act(farmer, `looks at lot ${lotId}`, (caller) =>
      caller.farmer.lots.get({ lotId }),
    );
    if (!seen.isDone || !isOpen() || seen.value.day < today()) return;
    const { left, smallestShare, points, shares } = seen.value;
    const { status, quantity: most = 0 } = shares[0] ?? {};
    if (!seen.value.isOpen && status !== 'waiting' && status !== 'asked') return;
    world.after(random.between(25 * MINUTE, 2 * HOUR), () => consider(farmer, lotId));
    const { answersBy, phoneNumber } = farmer;
    const write = async (text: string) => servers.network.sms.write(phoneNumber, text);
    const wanted = [smallestShare, left, left + 5, random.between(2, 60) / 2];
    const quantity = status === 'asked' ? most : random.pick(wanted);
    const [price, pointIds] = [random.between(50, 900), points.map(({ id }) => id)];
    const share = { lotId, quantity, waits: random.isTrue(0.7) };
    const give = {
      web: (caller: Caller) => caller.farmer.lots.give(share),
      sms: () => write(`${random.pick(['JAZA', 'FOLENI'])} ${lotId} ${quantity}`),
      // The first of the menu's lots, which may be another one.
      ussd: () => dial(servers.network, farmer, ['9', '1', String(Math.ceil(quantity))]),
    }[answersBy];
    await takeSteps(farmer, `lot ${lotId}`, [
      [0.1, 'carries', (caller) => caller.farmer.lots.offerRide({ lotId, pointIds, price })],
      [0.03, 'does not carry', (caller) => caller.farmer.lots.withdrawRide({ lotId })],
      [0.03, 'takes back', (caller) => caller.farmer.lots.takeBack({ lotId })],
      status === 'proposed'
        ? [
            1,
            'answers',
            () => write(`${random.pick(['NDIO', 'NDIO', 'NDIO', 'HAPANA'])} LOT ${lotId}`),
          ]
        : [status === 'asked' ? 0.9 : 0.4, `gives ${quantity} of`, give],
    ]);
  }

  for (const buyer of people.buyers.slice(1, 4))
    world.after(random.between(3 * HOUR, 12 * HOUR), () => look(buyer));
}

function checkLot({ given, shares, rides }: Lot) {
  const sum = (amounts: number[]) => Math.round(amounts.reduce((all, one) => all + one, 0) * 100);
  const filling = shares.filter(isFilling).map(({ quantity }) => quantity);
  const wrong = rides.filter(
    ({ price, parts }) => parts[0] && sum(parts.map(({ amount }) => amount)) !== sum([price]),
  );
  if (sum(filling) !== sum([given]) || wrong.length > 0)
    throw new Violation(
      'shares fill a lot, parts a ride',
      JSON.stringify({ given, shares, wrong }),
    );
}
