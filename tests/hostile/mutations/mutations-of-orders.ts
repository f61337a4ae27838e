import { edit, type Mutation } from './mutation.ts';

const ORDER_QUERIES = 'features/orders/server/orders/queries.ts';
const races = ['features/orders/orders/races.test.ts'];
const keys = ['app/rest/idempotency-keys.test.ts'];
const steps = ['features/orders/orders/steps.test.ts'];
const CART_OFFERS = 'features/orders/server/cart/offer-queries.ts';
const test = (name: string) => [`features/messages/${name}.test.ts`];
const reserving = ['features/orders/orders/unproven-buyers.test.ts'];
const evidence = ['app/rest/moment-of-evidence.test.ts'];

/** Guards of stock and of orders. */
export const mutationsOfOrders: Mutation[] = [
  {
    name: 'stock',
    removes: 'stock is taken only if there is enough',
    edits: [
      edit(
        'features/products/server/stock-queries.ts',
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
    edits: [edit('features/accounts/server/people-queries.ts', "    .for('no key update'),", ',')],
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
    tests: ['features/orders/orders/cash-order-endings.test.ts'],
    named: 'may object',
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
];
