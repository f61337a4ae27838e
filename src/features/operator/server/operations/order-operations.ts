import { endOrderInput } from '#features/operator/rules/operations.ts';
import type { PaymentStatus } from '#features/orders/rules/order-facts.ts';
import { findOrderState } from '#features/orders/server/operator-work.ts';
import { decideOrder, resolveDispute } from '#features/orders/server/order-steps.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { defineOperation } from './operation.ts';

const ends = { completed: m.orderStatusCompleted, cancelled: m.orderStatusCancelled };
const payments: Record<PaymentStatus, typeof m.paymentStatusPaid> = {
  pending: m.paymentStatusPending,
  processing: m.paymentStatusProcessing,
  paid: m.paymentStatusPaid,
  failed: m.paymentStatusFailed,
  refund_due: m.paymentStatusRefundDue,
  refunded: m.paymentStatusRefunded,
};

/** Orders that buyer and farmer cannot settle between them. */
const endOrder = (name: string, move: typeof decideOrder) =>
  defineOperation({
    name,
    input: endOrderInput,
    roles: ['support', 'lead'],
    stateOf: (db, { orderId }) => findOrderState(db, orderId),
    // The farmer's payout follows automatically. A refund takes two people when it is recorded.
    movesCents: async (db, { orderId, end }) =>
      end === 'completed' ? ((await findOrderState(db, orderId))?.payoutCents ?? 0) : 0,
    async work(tx, { orderId, end, reason }, { now, services: { priceRecords } }) {
      const decision = { orderId, to: end, reason, now, priceRecords };
      const { paymentStatus } = await move(tx, decision);
      return {
        said: (options) =>
          m.deskOrderEnded(
            {
              orderId,
              end: ends[end]({}, options),
              payment: payments[paymentStatus]({}, options),
            },
            options,
          ),
      };
    },
  });

export const endDispute = endOrder('dispute', resolveDispute);
export const endDispatched = endOrder('order', decideOrder);
