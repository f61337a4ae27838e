import type { Random } from '#demo/make-market.ts';
import type { Caller } from '#platform/contract.ts';

export function shortHarvest(random: Random) {
  const [percent, isRestThere] = [random.between(0, 99), random.isTrue(0.2)];
  return {
    percent,
    async of(caller: Caller, order: { orderId: number }) {
      const { lines } = await caller.farmer.orders.get(order);
      return {
        isRestThere,
        lines: lines.map(({ id, quantity }) => ({
          lineId: id,
          quantity: Math.floor(quantity * percent) / 100,
        })),
      };
    },
  };
}
