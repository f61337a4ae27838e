import { handoverCode } from '#orders/server/orders/read-orders.ts';
import type { Caller } from '#platform/contract.ts';
import { TEST_SECRET } from '#tests/setup/market.ts';
import type { Outcome } from '#tests/simulation/servers.ts';
import { Violation } from '#tests/simulation/world.ts';
import type { KnownOrder, OrderStep } from './order-life.ts';

type Ways = {
  take: (step: OrderStep) => Promise<Outcome<unknown>>;
  payDifference: () => Promise<void>;
};

export async function handOver(order: KnownOrder, { take, payDifference }: Ways) {
  const { farmer, buyer, id } = order;
  const weighings = id % 5 < 2 ? 1 + (id % 3 === 0 ? 1 : 0) : 0;
  for (let at = 0; at < weighings; at += 1) {
    await weigh(order, { take, at });
    if (id % 4 < 2) await payDifference();
    else if (id % 4 === 2)
      await take({
        user: buyer,
        what: 'leaves the difference of',
        order,
        call: (caller, of) => caller.buyer.orders.leaveDifference(of),
      });
  }
  let weighing = 0;
  await take({
    user: farmer,
    what: 'looks at',
    order,
    call: async (caller, of) => {
      ({ weighing } = await caller.farmer.orders.get(of));
    },
  });
  const right = handoverCode(TEST_SECRET, { id, weighing });
  const earlier = weighing > 0 ? [handoverCode(TEST_SECRET, { id, weighing: 0 })] : [];
  const wrong = String((Number(right) + 1) % 10_000).padStart(4, '0');
  const wrongTries = farmer.random.isTrue(0.2) ? farmer.random.pick([1, 2, 6]) : 0;
  for (const code of [...earlier, ...Array<string>(wrongTries).fill(wrong), right]) {
    const outcome = await take({
      user: farmer,
      what: `enters the code ${code} for`,
      order,
      call: (caller, of) => caller.farmer.orders.complete({ ...of, handoverCode: code }),
    });
    if (outcome.isDone && code !== right)
      throw new Violation('a wrong code completes nothing', `order ${id}`);
    if (outcome.isDone) return;
  }
}

/**
 * The goods weigh up to 12% less or more than agreed; more than 10% is refused. They weigh the same
 * after a backup was restored, so that an order that was paid out costs the same again.
 */
async function weigh(order: KnownOrder, { take, at }: Pick<Ways, 'take'> & { at: number }) {
  const percent = 88 + ((order.id * 7 + at * 3) % 25);
  await take({
    user: order.farmer,
    what: `weighs ${percent}% of`,
    order,
    call: async (caller: Caller, of) => {
      const { lines, weighing } = await caller.farmer.orders.get(of);
      const inKilograms = lines.filter(({ unit, quantity }) => unit === 'kg' && quantity > 0);
      if (inKilograms.length === 0) return;
      await caller.farmer.orders.weigh({
        ...of,
        weighingSeen: weighing,
        lines: inKilograms.map(({ id: lineId, quantity }) => ({
          lineId,
          weight: Math.round(quantity * percent) / 100,
        })),
      });
    },
  });
}
