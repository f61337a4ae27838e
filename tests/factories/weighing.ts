import type { Market } from '#tests/setup/market.ts';
import type { OpenMpesa } from '#tests/setup/mpesa.ts';
import type { Shop } from './money.ts';
import { codeOf } from './trade.ts';

export const makeScales = (market: Market, { mpesa, shop }: { mpesa: OpenMpesa; shop: Shop }) => ({
  async sent(): Promise<number> {
    const orderId = await shop.confirmed();
    await shop.pay(orderId);
    await mpesa.answer('approve');
    market.advance(121);
    await shop.asFarmer.orders.dispatch({ orderId });
    return orderId;
  },
  async weigh(orderId: number, weight: number, weighingSeen?: number) {
    const { lines } = await shop.asFarmer.orders.get({ orderId });
    return shop.asFarmer.orders.weigh({
      orderId,
      lines: [{ lineId: lines[0]?.id ?? 0, weight }],
      weighingSeen,
    });
  },
  complete: (orderId: number, weighing: number) =>
    shop.asFarmer.orders.complete({ orderId, handoverCode: codeOf(orderId, weighing) }),
});
