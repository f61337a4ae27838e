import { edit, type Mutation } from './mutation.ts';

const ORDER_QUERIES = 'features/orders/server/orders/queries.ts';
const races = ['features/orders/orders/races.test.ts'];
const keys = ['app/rest/idempotency-keys.test.ts'];
const steps = ['features/orders/orders/steps.test.ts'];
const callbacks = ['features/orders/payments/callbacks.test.ts'];

/** Guards that keep stock, orders and money right. */
export const mutationsOfTrade: Mutation[] = [
  {
    name: 'stock',
    removes: 'stock is taken only if there is enough',
    edits: [edit(ORDER_QUERIES, '- wanted.amount::numeric else -1', '- 0 else -1')],
    tests: races,
    named: 'last unit',
    project: 'postgres',
  },
  {
    name: 'accepted-offer',
    removes: 'stock is taken only of what is still offered as it was accepted',
    edits: [edit(ORDER_QUERIES, 'sql`case when ', 'sql`case when true or ')],
    tests: ['features/orders/orders/changed-meanwhile.test.ts'],
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
    edits: [edit('idempotency.ts', "if (found.inputHash !== inputHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');", '')],
    tests: ['features/orders/orders/place-order.test.ts'],
    named: 'Idempotency-Key',
    project: 'embedded',
  },
  {
    name: 'key-lock',
    removes: 'requests with one Idempotency-Key wait for each other',
    edits: [edit('idempotency.ts', 'lockIdempotencyKey(tx, own), find', 'lockIdempotencyKey && null, find')],
    tests: keys,
    named: 'at once list one product',
    project: 'postgres',
  },
  {
    name: 'key-refusal',
    removes: 'what a keyed request counted stays though it was refused',
    edits: [edit('idempotency.ts', 'if (error instanceof AppError) return { error };', '')],
    tests: keys,
    named: 'wrong handover code',
    project: 'embedded',
  },
  {
    name: 'order-lock',
    removes: 'an order is locked while it moves, and the UPDATE names its current status',
    edits: [
      edit(ORDER_QUERIES, "eq(orders.id, orderId)).for('no key update')", 'eq(orders.id, orderId))'),
      edit(ORDER_QUERIES, 'and(eq(orders.id, orderId), eq(orders.status, from))', 'eq(orders.id, orderId)'),
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
    name: 'figure-seen',
    removes: 'a count is sent with the quantity that was shown when typing began',
    edits: [
      {
        file: 'src/features/products/web/inventory/typed-quantities.ts',
        find: 'seen: typed[id]?.seen ?? quantity',
        put: 'seen: quantity',
      },
    ],
    tests: ['features/products/web/typed-quantities.test.ts'],
    project: 'pure',
  },
  {
    name: 'unit-reserved',
    removes: 'the unit does not change while orders hold some of the product',
    edits: [
      edit(
        'features/products/server/edit-product.ts',
        'if (input.unit !== before.unit && (await isReserved(tx, productId)))',
        'if (productId < 0)',
      ),
    ],
    tests: ['features/products/units.test.ts'],
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
    name: 'abandoned-cash-orders',
    removes: 'the clock cancels cash orders that nobody acknowledges',
    edits: [
      {
        file: 'src/features/orders/rules/order.ts',
        find: 'seconds: CASH_ORDER_SECONDS,',
        put: 'seconds: 1000 * CASH_ORDER_SECONDS,',
      },
    ],
    tests: ['features/orders/orders/not-collected.test.ts'],
    named: 'by the clock',
    project: 'embedded',
  },
  {
    name: 'suspended-farmer',
    removes: "a suspended farmer's orders cannot be paid",
    edits: [
      edit(
        'features/orders/server/request-payment.ts',
        "if (isToPay(order) && order.isFarmerSuspended) throw new AppError('FARMER_SUSPENDED');\n    if (!isPayable(order))",
        'if (!isToPay(order))',
      ),
    ],
    tests: ['features/orders/orders/suspended-farmer.test.ts'],
    named: 'not paid',
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
    name: 'order-owner',
    removes: 'only its own buyer and farmer move an order',
    edits: [edit('features/orders/server/order-steps.ts', 'if (!order || !isOwn)', 'if (!order || (!isOwn && !order))')],
    tests: ['app/rest/strangers.test.ts'],
    project: 'embedded',
  },
  {
    name: 'disclosure',
    removes: 'phone and place are shown only once an order is confirmed',
    edits: [
      edit(
        'features/orders/server/orders/read-orders.ts',
        'order.confirmedAt === null || isLongOver(order, now)',
        'isLongOver(order, now)',
      ),
    ],
    tests: ['hostile/anonymous-crawl.test.ts', ...steps],
    project: 'embedded',
  },
  {
    name: 'disclosure-end',
    removes: 'phone and place are shown until 30 days after the end of an order',
    edits: [
      edit(
        'features/orders/server/orders/read-orders.ts',
        'order.confirmedAt === null || isLongOver(order, now)',
        'order.confirmedAt === null',
      ),
    ],
    tests: ['features/orders/orders/disclosure.test.ts'],
    project: 'embedded',
  },
  {
    name: 'disclosure-copy',
    removes: 'phone and place are copied when an order is confirmed',
    edits: [
      edit(
        'features/orders/server/orders/read-queries.ts',
        'buyerPhone: orderContacts.buyerPhoneNumber',
        'buyerPhone: buyers.phoneNumber',
      ),
      edit('features/orders/server/orders/read-queries.ts', 'latitude: orderContacts.latitude', 'latitude: farms.latitude'),
    ],
    tests: ['features/orders/orders/disclosure.test.ts'],
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
      edit('features/orders/server/payments/pushes/apply-result.ts', 'if (otherAmount !== undefined || attempt', 'if (attempt'),
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
        'features/orders/server/place-order.ts',
        'if (order.expectedTotal !== undefined && centsOf(order.expectedTotal) !== total) {',
        'if (!order) {',
      ),
    ],
    tests: ['features/orders/orders/place-order.test.ts'],
    project: 'embedded',
  },
];
