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
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { demoLogins } from '../logins.ts';
import { readDemoPair } from './queries.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

type Told = {
  /** How long ago it was ordered, in seconds. */
  ago: number;
  /** Which of the farm's products, from 0. */
  product: number;
  quantity: number;
  /** Seconds from the step before. */
  confirmed?: number;
  dispatched?: number;
  received?: { after: number; rating: number; text: string };
  disputed?: { after: number; reason: string };
};

/** One in each state that a newcomer wants to see, the oldest first. */
const orders: readonly Told[] = [
  {
    ago: 12 * DAY,
    product: 0,
    quantity: 45,
    confirmed: 2 * HOUR,
    dispatched: 20 * HOUR,
    received: { after: 3 * HOUR, rating: 5, text: 'Fresh, and all of it was there.' },
  },
  {
    ago: 5 * DAY,
    product: 1,
    quantity: 30,
    confirmed: HOUR,
    dispatched: 24 * HOUR,
    received: { after: 5 * HOUR, rating: 4, text: 'Good quality, but an hour late.' },
  },
  {
    ago: 2 * DAY,
    product: 2,
    quantity: 5,
    confirmed: HOUR,
    dispatched: 20 * HOUR,
    disputed: { after: 4 * HOUR, reason: 'A third of it was bruised.' },
  },
  { ago: 7 * HOUR, product: 1, quantity: 25, confirmed: HOUR },
  { ago: HOUR / 2, product: 0, quantity: 40 },
];

/** Runs the application's own steps, each with the clock at its own moment. */
export async function seedOrders(db: Database, services: Services): Promise<void> {
  const startedAt = services.clock();
  const today = dayInNairobi(startedAt);
  const { buyerId, farmerId, productIds } = await readDemoPair(db, { ...demoLogins, today });
  for (const [index, told] of orders.entries()) {
    let at = secondsAfter(startedAt, -told.ago);
    const running = { ...services, clock: () => at };
    const productId = productIds[told.product];
    if (productId === undefined) continue;
    const asBuyer = { ...running, db, user: { id: buyerId } };
    const asFarmer = { ...running, db, user: { id: farmerId } };
    await putCart(asBuyer, { lines: [{ productId, quantity: told.quantity }] });
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
      if (told.confirmed === undefined) continue;
      at = secondsAfter(at, told.confirmed);
      await confirmOrder(asFarmer, { orderId });
      if (told.dispatched === undefined) continue;
      at = secondsAfter(at, told.dispatched);
      await dispatchOrder(asFarmer, { orderId });
      if (told.received) {
        at = secondsAfter(at, told.received.after);
        await receiveOrder(asBuyer, { orderId });
        const { rating, text } = told.received;
        await rateOrder(asBuyer, { orderId, rating, text });
      }
      if (told.disputed) {
        at = secondsAfter(at, told.disputed.after);
        await disputeOrder(asBuyer, { orderId, reason: told.disputed.reason });
      }
    }
  }
}
