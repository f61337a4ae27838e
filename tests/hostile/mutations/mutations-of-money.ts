import { edit, type Mutation } from './mutation.ts';

const ORDER_QUERIES = 'features/orders/server/orders/queries.ts';
const races = ['features/orders/orders/races.test.ts'];
const keys = ['app/rest/idempotency-keys.test.ts'];
const steps = ['features/orders/orders/steps.test.ts'];
const callbacks = [
  'features/orders/payments/callbacks.test.ts',
  'features/orders/payments/early-and-late-callbacks.test.ts',
];
const CART_OFFERS = 'features/orders/server/cart/offer-queries.ts';
const test = (name: string) => [`features/messages/${name}.test.ts`];
const ERASED = 'features/phones/kept-and-erased.test.ts';
const reserving = ['features/orders/orders/unproven-buyers.test.ts'];
const evidence = ['app/rest/moment-of-evidence.test.ts'];
const wild = [
  'features/orders/payments/seen-in-the-wild.test.ts',
  'features/orders/payments/payouts-in-the-wild.test.ts',
];

/** Guards of stock, orders, payments and payouts. */
export const mutationsOfMoney: Mutation[] = [
  {
    name: 'stock',
    removes: 'stock is taken only if there is enough',
    edits: [
      edit(
        'features/orders/server/orders/stock-queries.ts',
        '- wanted.amount::numeric else -1',
        '- 0 else -1',
      ),
    ],
    tests: races,
    named: 'last unit',
    project: 'postgres',
  },
  {
    name: 'buyer-lock',
    removes: 'checkouts of one buyer run one after the other',
    edits: [edit('features/orders/server/cart/queries.ts', "    .for('no key update'),", ',')],
    tests: races,
    named: 'Idempotency-Key',
    project: 'postgres',
  },
  {
    name: 'key-body',
    removes: 'an Idempotency-Key is valid for one body',
    edits: [
      edit(
        'platform/server/idempotency.ts',
        "if (found.inputHash !== inputHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');",
        '',
      ),
    ],
    tests: ['features/orders/orders/idempotency-key.test.ts'],
    named: 'Idempotency-Key',
    project: 'embedded',
  },
  {
    name: 'key-lock',
    removes: 'requests with one Idempotency-Key wait for each other',
    edits: [
      edit(
        'platform/server/idempotency.ts',
        'lockIdempotencyKey(tx, own), find',
        'lockIdempotencyKey && null, find',
      ),
    ],
    tests: keys,
    named: 'at once list one product',
    project: 'postgres',
  },
  {
    name: 'order-lock',
    removes: 'an order is locked while it moves, and the UPDATE names its current status',
    edits: [
      edit(
        ORDER_QUERIES,
        "eq(orders.id, orderId)).for('no key update')",
        'eq(orders.id, orderId))',
      ),
      edit(
        ORDER_QUERIES,
        'and(eq(orders.id, orderId), eq(orders.status, from))',
        'eq(orders.id, orderId)',
      ),
    ],
    tests: races,
    named: 'one order, two hands',
    project: 'postgres',
  },
  {
    name: 'transition-table',
    removes: 'an order only takes steps of the table',
    edits: [
      edit(
        'features/orders/server/orders/move-order.ts',
        'if (!isFromThere || !mayMove(order, { to, by, now }))',
        'if ((!isFromThere || !mayMove(order, { to, by, now })) && !to)',
      ),
    ],
    tests: steps,
    project: 'embedded',
  },
  {
    name: 'stock-back-once',
    removes: 'stock that was not collected comes back once',
    edits: [
      edit(
        'features/orders/server/orders/move-order.ts',
        'if (!isStockBack && returnedStatuses.some((returned) => returned === to))',
        'if (returnedStatuses.some((returned) => returned === to))',
      ),
    ],
    tests: ['features/orders/orders/not-collected.test.ts'],
    named: 'may object',
    project: 'embedded',
  },
  {
    name: 'payment-table',
    removes: 'a payment status only takes steps of the table',
    edits: [
      edit(
        'features/orders/server/orders/set-payment-status.ts',
        'if (!paymentTransitions[from].includes(to)) return false;',
        '',
      ),
    ],
    tests: [...callbacks, 'features/orders/payments/late-failures.test.ts'],
    project: 'embedded',
  },
  {
    name: 'handover-tries',
    removes: 'five wrong handover codes lock an order',
    edits: [
      edit(
        'features/orders/server/order-steps.ts',
        "if (order.handoverTries >= HANDOVER_TRIES_MAX) return { outcome: 'locked' };",
        '',
      ),
    ],
    tests: steps,
    named: 'handover',
    project: 'embedded',
  },
  {
    name: 'callback-query',
    removes: 'a callback is confirmed by asking M-Pesa',
    edits: [
      edit(
        'features/orders/server/payments/pushes/settle-payment.ts',
        'const answer = await mpesa.query(checkoutRequestId);',
        "const claim = claims.find((one) => one.checkoutRequestId === checkoutRequestId);\n    const answer = claim ? ({ outcome: 'settled', resultCode: claim.isSuccess ? '0' : '1', resultText: '' } as const) : await mpesa.query(checkoutRequestId);",
      ),
    ],
    tests: callbacks,
    project: 'embedded',
  },
  {
    name: 'callback-amount',
    removes: 'the paid amount must be the requested one',
    edits: [
      edit(
        'features/orders/server/payments/pushes/apply-result.ts',
        'if (otherAmount !== undefined || attempt',
        'if (attempt',
      ),
    ],
    tests: callbacks,
    project: 'embedded',
  },
  {
    name: 'open-attempt',
    removes: 'one push for an order at a time',
    edits: [
      edit(
        'features/orders/server/request-payment.ts',
        "if (await findBlockingAttempt(tx, orderId)) throw new AppError('PAYMENT_UNDER_WAY');",
        '',
      ),
    ],
    tests: ['features/orders/payments/pushes.test.ts'],
    project: 'embedded',
  },
  {
    name: 'settled-once',
    removes: 'an attempt is settled once',
    edits: [
      edit(
        'features/orders/server/payments/pushes/attempt-queries.ts',
        'and(eq(paymentAttempts.id, id), inArray(paymentAttempts.status, from))',
        'eq(paymentAttempts.id, id)',
      ),
    ],
    tests: [...callbacks, 'features/orders/payments/money-properties.test.ts'],
    project: 'embedded',
  },
  {
    name: 'receipt-once',
    removes: 'a receipt belongs to one payment',
    edits: [
      edit(
        'features/orders/server/payments/pushes/apply-result.ts',
        'if (receipt && !(await isReceiptKnown(tx, receipt)))',
        'if (receipt)',
      ),
    ],
    tests: callbacks,
    named: 'receipt is not taken over',
    project: 'embedded',
  },
  {
    name: 'price-seen',
    removes: 'a price that changed is refused, not charged',
    edits: [
      edit(
        'features/orders/server/orders/refuse-totals.ts',
        'if (order.expectedTotal !== undefined && centsOf(order.expectedTotal) !== total) {',
        'if (!order) {',
      ),
    ],
    tests: ['features/orders/orders/place-order.test.ts'],
    project: 'embedded',
  },
  {
    name: 'agreed-price',
    removes: 'what was agreed on is billed at its price',
    edits: [edit(CART_OFFERS, '      priceCents: priceOffers.priceCents,\n', '')],
    tests: test('offers'),
    project: 'embedded',
  },
  {
    name: 'paying-database',
    removes: 'only the database that is identified as the paying one pays out',
    edits: [
      edit(
        'features/orders/server/payments/payouts/send-payouts.ts',
        'due.length === 0 || !(await findStanding(db)).paysOut',
        'due.length === 0',
      ),
    ],
    tests: ['features/orders/payments/paying-database.test.ts'],
    project: 'postgres',
  },
  {
    name: 'payout-5xx',
    removes: 'a 5xx of a payout does not count as a refusal',
    edits: [
      edit(
        'platform/server/adapters/daraja/daraja.ts',
        "answer.status >= 500) return { outcome: 'unknown' };",
        "answer.status >= 600) return { outcome: 'unknown' };",
      ),
    ],
    tests: ['features/orders/payments/payouts-in-doubt.test.ts'],
    project: 'embedded',
  },
  {
    name: 'payout-asks-first',
    removes: 'M-Pesa is asked before a payout is sent again',
    edits: [
      edit(
        'features/orders/server/decide-payout.ts',
        'payout.originatorConversationId !== null && !withoutAsking',
        'withoutAsking && !withoutAsking',
      ),
    ],
    tests: ['features/orders/payments/payouts-in-doubt.test.ts'],
    project: 'embedded',
  },
  {
    name: 'payout-to-verified-number',
    removes: 'a payout waits for a verified number',
    edits: [
      edit(
        'features/orders/server/payments/payouts/payout-hold.ts',
        'needsVerifiedPhone && !payee.phoneVerifiedAt',
        'needsVerifiedPhone && payee.phoneVerifiedAt === now',
      ),
    ],
    tests: [ERASED],
    named: 'payout waits',
    project: 'embedded',
  },
  {
    name: 'small-payouts-follow',
    removes: 'small payouts fare as the one that they left with',
    edits: [
      edit(
        'features/orders/server/payments/payouts/payout-queries.ts',
        'if (moved.length > 0) await moveSmallPayouts',
        'if (moved.length > 9) await moveSmallPayouts',
      ),
    ],
    tests: ['features/orders/payments/small-payouts.test.ts'],
    named: 'next larger',
    project: 'postgres',
  },
  {
    name: 'released-once',
    removes: 'stock that was released is not returned again',
    edits: [
      edit(
        'features/orders/server/orders/move-order.ts',
        ' || order.stockReleasedAt !== null;',
        ';',
      ),
    ],
    tests: reserving,
    named: 'returns its stock once',
    project: 'postgres',
  },
  {
    name: 'evidence-money',
    removes:
      'an order is completed when its code arrives, not when the phone says that it was entered',
    edits: [
      edit(
        'features/orders/server/order-steps.ts',
        "by: 'farmer', now, taken: judgeTakenAt(takenAt, now, order.createdAt)",
        "by: 'farmer', now: judgeTakenAt(takenAt, now).takenAt ?? now, taken: judgeTakenAt(takenAt, now, order.createdAt)",
      ),
    ],
    tests: evidence,
    named: 'handover code',
    project: 'embedded',
  },
  {
    name: 'receipt-of-zeros',
    removes: 'a transaction of zeros is no receipt',
    edits: [
      edit(
        'platform/server/adapters/daraja/said-values.ts',
        ' && !NO_RECEIPT.test(value)',
        ' && NO_RECEIPT !== null',
      ),
    ],
    tests: wild,
    named: 'zeros',
    project: 'embedded',
  },
];
