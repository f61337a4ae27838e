import { endDisputeInput, endOrderInput } from '#operator/rules/operations.ts';
import type { PaymentStatus } from '#orders/rules/order-facts.ts';
import { decideOrder, resolveDispute } from '#orders/server/disputes.ts';
import { findOrderState } from '#orders/server/operator-work.ts';
import type { Database } from '#platform/server/db/database.ts';
import { m } from '#text';
import { defineOperation } from './operation.ts';
import { OperatorError, type Sentence, say } from './operator-services.ts';
import { kes } from './value-texts.ts';

const ends = { completed: m.orderStatusCompleted, cancelled: m.orderStatusCancelled };
const payments: Record<PaymentStatus, typeof m.paymentStatusPaid> = {
  pending: m.paymentStatusPending,
  processing: m.paymentStatusProcessing,
  paid: m.paymentStatusPaid,
  failed: m.paymentStatusFailed,
  refund_due: m.paymentStatusRefundDue,
  refunded: m.paymentStatusRefunded,
};

const roles = ['support', 'lead'] as const;
type Ending = { orderId: number; end: string };
const stateOf = (db: Database, { orderId }: Ending) => findOrderState(db, orderId);
/**
 * The farmer's payout, and what goes back to the buyer, follow automatically. A refund takes two
 * people when it is recorded.
 */
const movesCents = async (db: Database, { orderId, end }: Ending) =>
  end === 'cancelled' ? 0 : ((await findOrderState(db, orderId))?.payoutCents ?? 0);

export const endDispute = defineOperation({
  name: 'dispute',
  input: endDisputeInput,
  roles,
  stateOf,
  movesCents,
  async work(tx, { orderId, end, lines, areGoodsBack, ...decision }, { now, services }) {
    if (end === 'divided' && !lines) throw new OperatorError(say(m.deskNothingBack, {}));
    const to = end === 'cancelled' ? end : 'completed';
    const resolved = await resolveDispute(tx, {
      ...{ ...decision, orderId, to, now, priceRecords: services.priceRecords },
      lines: end === 'divided' ? lines : undefined,
      areGoodsGone: !areGoodsBack,
    });
    if (!resolved) throw new OperatorError(say(m.deskAllBack, {}));
    const { order, lowerCents } = resolved;
    if (end !== 'divided') return { said: saidOf({ orderId, end, ...order }) };
    const sums = { back: kes(lowerCents), rest: kes(order.totalCents) };
    const isCash = order.paymentMethod === 'Cash on delivery';
    const text = isCash ? m.deskDividedCash : m.deskDivided;
    return { said: say(text, { orderId, ...sums }), details: { lowerCents } };
  },
});

export const endDispatched = defineOperation({
  name: 'order',
  input: endOrderInput,
  roles,
  stateOf,
  movesCents,
  async work(tx, { orderId, end, reason }, { now, services: { priceRecords } }) {
    const order = await decideOrder(tx, { orderId, to: end, reason, now, priceRecords });
    return { said: saidOf({ orderId, end, ...order }) };
  },
});

type Ended = { orderId: number; end: keyof typeof ends; paymentStatus: PaymentStatus };

const saidOf =
  ({ orderId, end, paymentStatus }: Ended): Sentence =>
  (options) =>
    m.deskOrderEnded(
      { orderId, end: ends[end]({}, options), payment: payments[paymentStatus]({}, options) },
      options,
    );
