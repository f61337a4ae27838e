import type { Random } from '#demo/make-market.ts';
import type { PhoneAnswer, Prompt } from '#demo/simulated-mpesa.ts';
import type { Caller } from '#platform/contract.ts';
import type { Rounds } from '#tests/simulation/rounds.ts';
import type { Outcome, Servers, User } from '#tests/simulation/servers.ts';
import { DAY, HOUR, MINUTE, type World } from '#tests/simulation/world.ts';
import { handOver } from './handover.ts';
import { answerByPhone } from './keypad-phones.ts';
import type { Buyer, Farmer } from './people.ts';
import { shortHarvest } from './short-harvest.ts';

export type KnownOrder = {
  id: number;
  buyer: Buyer;
  farmer: Farmer;
  isMpesa: boolean;
  timesPaid: number;
};

export type OrderStep = {
  user: User & { random: Random };
  what: string;
  order: KnownOrder;
  call: (caller: Caller, of: { orderId: number }) => Promise<unknown>;
};

export function startOrderLife(world: World, servers: Servers, rounds: Rounds) {
  const orders = new Map<number, KnownOrder>();
  let keys = 0;

  async function take({ user, what, order, call }: OrderStep): Promise<Outcome<unknown>> {
    keys += 1;
    const key = user.random.isTrue(0.5) ? `step-${keys}` : undefined;
    const press = () =>
      servers.act(
        user,
        `${what} order ${order.id}`,
        (caller) => call(caller, { orderId: order.id }),
        {
          orders: [order.id],
          key,
        },
      );
    const isImpatient = 'habit' in user && user.habit === 'impatient';
    const [first, second] = await Promise.all(isImpatient ? [press(), press()] : [press()]);
    const outcome = second?.isDone ? second : first;
    return !outcome.isDone && outcome.code === 'FAILED' ? press() : outcome;
  }
  const maybe = (
    random: Random,
    probability: number,
    [least, most]: [number, number],
    run: () => Promise<unknown>,
  ) => {
    const [seconds, happens] = [random.between(least, most), random.isTrue(probability)];
    if (happens) world.after(seconds, async () => void (await run()));
  };

  function placed(order: KnownOrder) {
    if (orders.has(order.id)) return;
    orders.set(order.id, order);
    const { buyer, farmer } = order;
    maybe(farmer.random, 1 - farmer.forgetfulness, [5 * MINUTE, 10 * HOUR], () => answer(order));
    maybe(buyer.random, 0.05, [MINUTE, 6 * HOUR], () => cancelAsBuyer(order));
  }

  async function answer(order: KnownOrder) {
    const { farmer, id } = order;
    const isAccepted = farmer.random.isTrue(0.9);
    if (farmer.answersBy !== 'web') {
      await answerByPhone(world, servers, { farmer, orderId: id, isAccepted });
      maybe(farmer.random, 0.7, [2 * HOUR, 8 * HOUR], () => answerOnWeb(order, isAccepted));
      return;
    }
    await answerOnWeb(order, isAccepted);
  }

  async function answerOnWeb(order: KnownOrder, isAccepted: boolean) {
    const { farmer } = order;
    if (!isAccepted)
      return take({
        user: farmer,
        what: 'rejects',
        order,
        call: (caller, of) => caller.farmer.orders.reject({ ...of, reason: 'Rain' }),
      });
    const deliveryDate = farmer.random.isTrue(0.3)
      ? new Date(world.now().getTime() + 2 * DAY * 1000).toISOString().slice(0, 10)
      : null;
    const harvest = farmer.random.isTrue(0.15) ? shortHarvest(farmer.random) : null;
    await take({
      user: farmer,
      what: harvest ? `accepts ${harvest.percent}% of` : 'confirms',
      order,
      call: async (caller, of) =>
        caller.farmer.orders.confirm({
          ...of,
          deliveryDate,
          ...(harvest && (await harvest.of(caller, of))),
        }),
    });
    confirmed(order);
  }

  async function shorten(order: KnownOrder) {
    const harvest = shortHarvest(order.farmer.random);
    await take({
      user: order.farmer,
      what: `has only ${harvest.percent}% for`,
      order,
      call: async (caller, of) =>
        caller.farmer.orders.shorten({ ...of, ...(await harvest.of(caller, of)) }),
    });
    maybe(order.buyer.random, 0.3, [MINUTE, 3 * HOUR], () => cancelAsBuyer(order));
  }

  function confirmed(order: KnownOrder) {
    const { buyer, farmer, isMpesa } = order;
    maybe(buyer.random, 0.05, [MINUTE, 20 * HOUR], () => cancelAsBuyer(order));
    maybe(farmer.random, 0.12, [HOUR, 30 * HOUR], () => shorten(order));
    maybe(farmer.random, 0.04, [HOUR, 30 * HOUR], () =>
      take({
        user: farmer,
        what: 'cancels',
        order,
        call: (caller, of) => caller.farmer.orders.cancel(of),
      }),
    );
    if (isMpesa) maybe(buyer.random, 0.92, [2 * MINUTE, 18 * HOUR], () => pay(order));
    else maybe(farmer.random, 0.95, [HOUR, 40 * HOUR], () => dispatch(order));
  }

  async function pay(order: KnownOrder) {
    const { buyer, id } = order;
    order.timesPaid += 1;
    const phoneNumber = buyer.random.isTrue(0.1)
      ? `+25479${String(buyer.id).padStart(7, '0')}`
      : buyer.phoneNumber;
    const outcome = await take({
      user: buyer,
      what: 'pays',
      order,
      call: (caller) => caller.buyer.orders.pay({ orderId: id, phoneNumber }),
    });
    rounds.soon();
    if (!outcome.isDone && order.timesPaid < 3)
      maybe(buyer.random, 0.8, [5 * MINUTE, 3 * HOUR], () => pay(order));
  }

  function rang(prompt: Prompt) {
    const order = orders.get(Number(prompt.reference.replace('SS', '')));
    if (order) maybe(order.buyer.random, 0.03, [1, 3], () => cancelAsBuyer(order));
    const random = order?.buyer.random ?? world.chance('phones');
    const chosen: PhoneAnswer = random.isTrue(0.85)
      ? 'approve'
      : random.pick(['cancel', 'insufficient', 'wrongPin', 'none']);
    world.after(chosen === 'none' ? MINUTE : random.between(4, 50), async () => {
      if (prompt.answer !== null) return;
      servers.network.answer(prompt, chosen);
      world.tell(`The phone ${prompt.msisdn} answers: ${chosen}, KES ${prompt.amount}.`, [
        ...(order ? [order.id] : []),
      ]);
      rounds.soon();
      if (!order) return;
      if (chosen === 'approve') paid(order);
      else if (order.timesPaid < 3) maybe(random, 0.8, [3 * MINUTE, HOUR], () => pay(order));
    });
  }

  function paid(order: KnownOrder) {
    const { buyer, farmer } = order;
    maybe(farmer.random, 1 - farmer.forgetfulness, [HOUR, 40 * HOUR], () => dispatch(order));
    maybe(buyer.random, 0.3, [49 * HOUR, 70 * HOUR], () => cancelAsBuyer(order));
  }

  async function dispatch(order: KnownOrder, tries = 3): Promise<void> {
    const { farmer } = order;
    const outcome = await take({
      user: farmer,
      what: 'dispatches',
      order,
      call: (caller, of) => caller.farmer.orders.dispatch(of),
    });
    if (outcome.isDone) dispatched(order);
    else if (outcome.code === 'ORDER_NOT_PAID' && tries > 1)
      maybe(farmer.random, 1, [HOUR, 9 * HOUR], () => dispatch(order, tries - 1));
  }

  function dispatched(order: KnownOrder) {
    const { buyer, farmer, isMpesa } = order;
    const isMet = buyer.habit !== 'fraud' && farmer.random.isTrue(0.75);
    if (isMet) maybe(farmer.random, 1, [HOUR, 30 * HOUR], () => meet(order));
    else if (!isMpesa)
      maybe(farmer.random, 0.6, [25 * HOUR, 60 * HOUR], () => reportNotCollected(order));
    maybe(buyer.random, 0.12, [2 * HOUR, 40 * HOUR], () =>
      take({
        user: buyer,
        what: 'receives',
        order,
        call: (caller, of) => caller.buyer.orders.received(of),
      }).then(() => completed(order)),
    );
    maybe(buyer.random, 0.08, [3 * HOUR, 70 * HOUR], () => dispute(order));
  }

  async function meet(order: KnownOrder) {
    await handOver(order, { take, payDifference: () => pay(order) });
    completed(order);
  }

  async function reportNotCollected(order: KnownOrder) {
    await take({
      user: order.farmer,
      what: 'says that nobody collected',
      order,
      call: (caller, of) => caller.farmer.orders.notCollected(of),
    });
    maybe(order.buyer.random, 0.4, [HOUR, 5 * DAY], () => dispute(order));
  }

  async function dispute(order: KnownOrder) {
    const { buyer, farmer } = order;
    const outcome = await take({
      user: buyer,
      what: 'disputes',
      order,
      call: (caller, of) => caller.buyer.orders.dispute({ ...of, reason: 'Half of it was rotten' }),
    });
    if (!outcome.isDone) return;
    maybe(farmer.random, 0.6, [HOUR, 8 * HOUR], () =>
      take({
        user: farmer,
        what: 'answers the dispute of',
        order,
        call: (caller, of) =>
          caller.farmer.orders.answerDispute({ ...of, answer: 'It was fresh in the morning' }),
      }),
    );
  }

  function cancelAsBuyer(order: KnownOrder) {
    return take({
      user: order.buyer,
      what: 'cancels',
      order,
      call: (caller, of) => caller.buyer.orders.cancel(of),
    });
  }

  function completed(order: KnownOrder) {
    const { buyer, farmer } = order;
    const rating = buyer.random.between(1, 5);
    maybe(buyer.random, 0.4, [HOUR, 3 * DAY], () =>
      take({
        user: buyer,
        what: 'rates',
        order,
        call: (caller, of) => caller.buyer.orders.rate({ ...of, rating, text: 'Asante' }),
      }),
    );
    maybe(farmer.random, 0.3, [HOUR, 3 * DAY], () =>
      take({
        user: farmer,
        what: 'rates the buyer of',
        order,
        call: (caller, of) => caller.farmer.orders.rateBuyer({ ...of, rating }),
      }),
    );
  }

  return { orders, placed, rang, pay };
}

export type OrderLife = ReturnType<typeof startOrderLife>;
