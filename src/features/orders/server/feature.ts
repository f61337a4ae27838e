import { describeOperations } from '#server/openapi/api-description.ts';
import { handledBy } from '#server/outbox.ts';
import * as buyers from '../contract/buyer.ts';
import * as farmers from '../contract/farmer.ts';
import * as payments from '../contract/payments.ts';
import {
  buyerOrderPaths,
  disputePhotoPaths,
  farmerPaymentPaths,
  pathsByHand,
  paymentCallbacks,
} from './api/rest.ts';
import { orderSource } from './list-orders.ts';
import { orderNotices, reviewNotice } from './notices.ts';
import { sendOrderLetter } from './order-mails.ts';
import { startOrderClock } from './order-steps.ts';
import { orderChanged } from './orders/order-events.ts';
import { pruneCallbacks } from './payments/callback-queries.ts';
import {
  paymentCallback,
  payoutResult,
  processCallback,
  processPayoutResult,
} from './payments/payment-callbacks.ts';
import { startPaymentClock } from './payments/payment-clock.ts';
import { differenceNotice, payoutNotice } from './payments/settle-payout.ts';
import { unverifiedNotice } from './payments/take-payout.ts';
import { orderData } from './personal-data.ts';
import { countStandingsAgain } from './proof-queries.ts';
import { orderReviewed, sendOrderReviewed } from './reviews.ts';

export const orders = {
  paths: {
    '/api/buyer/orders': buyerOrderPaths,
    '/api/dispute-photos': disputePhotoPaths,
    '/api/farmer/payments': farmerPaymentPaths,
    '/api/payments': paymentCallbacks,
  },
  api: {
    ...describeOperations('Orders', { ...buyers, ...farmers, ...payments }, pathsByHand),
    partnerPaths: ['POST /api/payments/callback/:token', 'POST /api/payments/result/:token'],
  },
  notices: [
    ...Object.values(orderNotices),
    reviewNotice,
    payoutNotice,
    differenceNotice,
    unverifiedNotice,
  ],
  webhookSources: [orderSource],
  personalData: orderData,
  async prune(db: Database, now: Date) {
    await pruneCallbacks(db, now);
    await countStandingsAgain(db);
  },
  start: (db: Database, services: RunningServices) => [
    startOrderClock(db, services),
    startPaymentClock(db, services),
  ],
  outbox: [
    handledBy(orderChanged, sendOrderLetter),
    handledBy(orderReviewed, sendOrderReviewed),
    handledBy(paymentCallback, processCallback),
    handledBy(payoutResult, processPayoutResult),
  ],
} satisfies Feature;
