import { setTimeout as pause } from 'node:timers/promises';
import { orderLines, orders } from '#orders/server/orders/tables.ts';
import { isDatabaseUnavailable } from '#server/db/deadlines.ts';
import { booksOf, makeTestBuyer, orderForm } from '#tests/factories/trade.ts';
import type { Market } from '#tests/setup/market.ts';
import { makeBuyers } from './clients.ts';
import type { Insisting } from './insisting.ts';

const BUYERS = 6;
const LOOK_AGAIN_MILLISECONDS = 50;

type Options = {
  productId: number;
  insisting: Insisting;
  pay?: (order: { id: number; token: string }) => Promise<void>;
};

export async function startRetryingBuyers(market: Market, { productId, insisting, pay }: Options) {
  const { insist } = insisting;
  const acknowledged = new Map<string, number>();
  const heard = new Set<() => void>();
  let isOver = false;

  async function insistOnBuyer() {
    for (;;) {
      try {
        return await makeTestBuyer(market);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        await pause(LOOK_AGAIN_MILLISECONDS);
      }
    }
  }

  async function buy(ownToken: string, buyer: number) {
    const paysByPhone = pay !== undefined && buyer % 2 === 1;
    const form = orderForm(paysByPhone ? { paymentMethod: 'M-Pesa' } : {});
    for (let number = 1; !isOver; number += 1) {
      // Every payment needs its own phone number, and one buyer may use five a day.
      const token = paysByPhone ? (await insistOnBuyer()).token : ownToken;
      const key = `buyer-${buyer}-order-${number}`;
      const lines = [{ productId, quantity: 1 }];
      await insist({ path: '/api/buyer/cart', method: 'PUT', token, body: { lines } });
      const { status, body } = await insist({ path: '/api/buyer/orders', token, body: form, key });
      expect([status, body.code]).toEqual([201, undefined]);
      const [order] = body.orders ?? [];
      if (!order) throw new Error('An order was acknowledged without its number');
      acknowledged.set(key, order.id);
      for (const listener of heard) listener();
      if (paysByPhone) await pay({ id: order.id, token });
    }
  }

  const all = Promise.all((await makeBuyers(market, BUYERS)).map(buy));
  return {
    count: () => ({ orders: acknowledged.size, retries: insisting.retries() }),
    async more(number: number) {
      const until = acknowledged.size + number;
      const enough = new Promise<void>((resolve) => {
        const listener = () => {
          if (acknowledged.size < until) return;
          heard.delete(listener);
          resolve();
        };
        heard.add(listener);
      });
      await Promise.race([enough, all]);
    },
    async stop() {
      isOver = true;
      await all;
    },
    async verify() {
      const stored = await market.db.select({ id: orders.id }).from(orders);
      const byId = (one: number, other: number) => one - other;
      expect([...acknowledged.values()].sort(byId)).toEqual(stored.map(({ id }) => id).sort(byId));
      expect(await market.db.$count(orderLines)).toBe(acknowledged.size);
      expect(await booksOf(market, productId)).toMatchObject({
        reserved: acknowledged.size,
        isBalanced: true,
      });
    },
  };
}
