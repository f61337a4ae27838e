import { edit, type Mutation } from '#tests/hostile/mutations/mutation.ts';
import { mutations } from '#tests/hostile/mutations/mutations.ts';

type PlantedFault = Pick<Mutation, 'name' | 'removes' | 'edits'>;

const ofGuarantees = [
  'stock',
  'stock-back-once',
  'released-once',
  'transition-table',
  'handover-tries',
  'agreed-price',
  'order-owner',
  'callback-amount',
  'open-attempt',
];

const MOVE_ORDER = 'features/orders/server/orders/move-order.ts';

const own: PlantedFault[] = [
  {
    name: 'refund-forgotten',
    removes: 'a cancelled order gives its payment back',
    edits: [edit(MOVE_ORDER, 'await bookCancellation(tx, order, now);', '')],
  },
  {
    name: 'expired-stock',
    removes: 'an expired order returns its stock',
    edits: [
      edit(
        MOVE_ORDER,
        "if (!isStockBack && stock === 'giveBack')",
        "if (!isStockBack && to !== 'expired' && stock === 'giveBack')",
      ),
    ],
  },
  {
    name: 'total-rounded-down',
    removes: 'a total is rounded up to the shilling',
    edits: [
      edit(
        'platform/rules/amounts.ts',
        'Math.ceil(cents / CENTS_PER_SHILLING)',
        'Math.floor(cents / CENTS_PER_SHILLING)',
      ),
    ],
  },
  {
    name: 'payout-rounded',
    removes: "a payout is the order's total",
    edits: [
      edit(
        'features/orders/server/settlement/settle-order.ts',
        'await insertPayout(tx, { orderId, farmerId, amountCents, heldUntil, createdAt: now });',
        'await insertPayout(tx, { orderId, farmerId, amountCents: amountCents - (amountCents % 1000), heldUntil, createdAt: now });',
      ),
    ],
  },
  {
    name: 'difference-kept',
    removes: 'a paid difference goes back to the buyer',
    edits: [
      edit(
        'features/orders/server/settlement/shorten-order.ts',
        'order: await settleLowerTotal(tx, { ...order, ...change }, now),',
        'order: { ...order, ...change },',
      ),
    ],
  },
  {
    name: 'payout-again',
    removes: 'a payout without an answer is not sent again',
    edits: [
      edit(
        'features/orders/server/payments/payment-clock.ts',
        "await movePayout(db, { id, by: 'mpesa', to: 'unknown', from: 'sent' });",
        "await movePayout(db, { id, by: 'mpesa', to: 'due', from: 'sent', change: { heldUntil: tryAgainAt }, isTryOver: true });",
      ),
    ],
  },
  {
    name: 'invented-money',
    removes: 'money that one operator booked waits for a second person',
    edits: [
      edit(
        'features/orders/server/payments/payout-queries.ts',
        'lte(payouts.heldUntil, now), isAllConfirmed(payouts.orderId))',
        'lte(payouts.heldUntil, now))',
      ),
    ],
  },
  {
    name: 'late-money-kept',
    removes: 'money for an order that is over is due back',
    edits: [
      edit(
        'features/orders/server/payments/pushes/apply-result.ts',
        "const counts = paid !== 'nothing';",
        "const counts = isReturned || paid !== 'nothing';",
      ),
      edit(
        'features/orders/server/payments/pushes/apply-result.ts',
        "if (isReturned && order.paymentStatus !== 'paid')",
        "if (order.paymentStatus === 'processing')",
      ),
    ],
  },
  {
    name: 'any-code',
    removes: 'only the right code hands an order over',
    edits: [
      edit(
        'features/orders/server/order-steps.ts',
        'if (!isSameHash(given, handoverCode(secret, order))) {',
        'if (given.length === 0 && !isSameHash(given, handoverCode(secret, order))) {',
      ),
    ],
  },
  {
    name: 'lapsed-offer',
    removes: 'an agreement that lapses returns its stock',
    edits: [
      edit(
        'features/messages/server/move-offer.ts',
        "to === 'released' && productId !== null",
        "to === 'expired' && productId !== null",
      ),
    ],
  },
];

export const plantedFaults: PlantedFault[] = [
  ...own,
  ...mutations.filter(({ name }) => ofGuarantees.includes(name)),
];
