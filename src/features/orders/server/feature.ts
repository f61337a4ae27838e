import type { OutboxHandlers } from '#features/notifications/server/handle-messages.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { sendOrderLetter, sendOrderReviewed } from './order-mails.ts';
import { processCallback, processPayoutResult } from './payment-callbacks.ts';
import { pruneCallbacks } from './payments/prune-queries.ts';
import {
  holdPayout,
  recordCancellation,
  recordCompletion,
} from './payments/work-off-old-messages.ts';
import { orderData } from './privacy/personal-data.ts';
import { startOrderClock } from './run-order-clock.ts';
import { startPaymentClock } from './start-payment-clock.ts';

type Needs = Parameters<typeof startOrderClock>[1] & Parameters<typeof startPaymentClock>[1];

export const orders: Feature<Needs> = {
  personalData: orderData,
  prune: pruneCallbacks,
  start: (db, services) => [startOrderClock(db, services), startPaymentClock(db, services)],
};

type OrderMessagesNeeds = Parameters<typeof sendOrderLetter>[2] &
  Parameters<typeof sendOrderReviewed>[2] &
  Parameters<typeof processCallback>[2] &
  Parameters<typeof processPayoutResult>[2] &
  Parameters<typeof recordCompletion>[2];

export const orderMessages = (db: Database, services: OrderMessagesNeeds) =>
  ({
    orderChanged: (payload) => sendOrderLetter(db, payload, services),
    orderCompleted: (payload) => recordCompletion(db, payload, services),
    orderCancelled: (payload) => recordCancellation(db, payload),
    orderDisputed: (payload) => holdPayout(db, payload),
    paymentCallback: (payload) => processCallback(db, payload, services),
    payoutResult: (payload) => processPayoutResult(db, payload, services),
    orderReviewed: (payload) => sendOrderReviewed(db, payload, services),
  }) satisfies Partial<OutboxHandlers>;
