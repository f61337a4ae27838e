import { putCart } from '#orders/server/cart.ts';
import {
  confirmOrder,
  dispatchOrder,
  disputeOrder,
  receiveOrder,
} from '#orders/server/order-steps.ts';
import { placeOrder } from '#orders/server/place-order.ts';
import { rateOrder } from '#orders/server/reviews.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { HOUR_SECONDS } from '#platform/rules/durations.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import orders from '../data/orders.json' with { type: 'json' };
import { demoLogins } from '../logins.ts';
import { readDemoPair } from './queries.ts';

/**
 * Each order is in another state. Runs the application's own steps, each with the clock at its own
 * moment. `product` counts the farm's products from 0; hours count from the step before.
 */
export async function seedOrders(db: Database, services: Services): Promise<void> {
  const startedAt = services.clock();
  const today = dayInNairobi(startedAt);
  const { buyerId, farmerId, productIds } = await readDemoPair(db, { ...demoLogins, today });
  for (const [index, seed] of orders.entries()) {
    let at = hoursAfter(startedAt, -seed.hoursAgo);
    const running = { ...services, clock: () => at };
    const productId = productIds[seed.product];
    if (productId === undefined) continue;
    const asBuyer = { ...running, db, user: { id: buyerId } };
    const asFarmer = { ...running, db, user: { id: farmerId } };
    await putCart(asBuyer, { lines: [{ productId, quantity: seed.quantity }] });
    const placed = await placeOrder(
      db,
      {
        buyerId,
        networks: [],
        idempotencyKey: `demo-order-${index}`,
        order: { fulfilment: 'collection', paymentMethod: 'Cash on delivery' },
      },
      running,
    );
    for (const { id: orderId } of placed.orders) {
      if (seed.hoursToConfirm === undefined) continue;
      at = hoursAfter(at, seed.hoursToConfirm);
      await confirmOrder(asFarmer, { orderId });
      if (seed.hoursToDispatch === undefined) continue;
      at = hoursAfter(at, seed.hoursToDispatch);
      await dispatchOrder(asFarmer, { orderId });
      if (seed.received) {
        at = hoursAfter(at, seed.received.afterHours);
        await receiveOrder(asBuyer, { orderId });
        const { rating, text } = seed.received;
        await rateOrder(asBuyer, { orderId, rating, text });
      }
      if (seed.disputed) {
        at = hoursAfter(at, seed.disputed.afterHours);
        await disputeOrder(asBuyer, { orderId, reason: seed.disputed.reason });
      }
    }
  }
}

const hoursAfter = (moment: Date, hours: number) => secondsAfter(moment, hours * HOUR_SECONDS);
