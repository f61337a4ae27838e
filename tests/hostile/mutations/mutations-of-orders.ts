import { type Guard, type Mutation, without } from './mutation.ts';

const ORDER_QUERIES = 'features/orders/server/orders/queries.ts';
const races = ['features/orders/orders/races.test.ts'];
const keys = ['app/rest/idempotency-keys.test.ts'];
const steps = ['features/orders/orders/steps.test.ts'];
const test = (name: string) => [`features/messages/${name}.test.ts`];
const reserving = ['features/orders/cart/unproven-buyers.test.ts'];
const evidence = ['app/rest/moment-of-evidence.test.ts'];

const guards: Guard[] = [
  {
    name: 'stock',
    removes: 'stock is taken only if there is enough',
    file: 'features/products/server/stock-queries.ts',
    find: '- wanted.amount::numeric else -1',
    put: '- 0 else -1',
    tests: races,
    named: 'last unit',
    project: 'postgres',
  },
  {
    name: 'buyer-lock',
    removes: 'checkouts of one buyer run one after the other',
    file: 'features/accounts/server/people-queries.ts',
    find: "    .for('no key update'),",
    put: ',',
    tests: races,
    named: 'Idempotency-Key',
    project: 'postgres',
  },
  {
    name: 'key-body',
    removes: 'an Idempotency-Key is valid for one body',
    file: 'platform/server/idempotency.ts',
    find: "if (found.inputHash !== inputHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');",
    tests: ['features/orders/orders/idempotency-key.test.ts'],
    named: 'Idempotency-Key',
  },
  {
    name: 'key-lock',
    removes: 'requests with one Idempotency-Key wait for each other',
    file: 'platform/server/idempotency.ts',
    find: 'lockIdempotencyKey(tx, own), find',
    put: 'lockIdempotencyKey && null, find',
    tests: keys,
    named: 'at once list one product',
    project: 'postgres',
  },
  {
    name: 'order-lock',
    removes: 'an order is locked while it moves, and the UPDATE names its current status',
    file: ORDER_QUERIES,
    find: "eq(orders.id, orderId)).for('no key update')",
    put: 'eq(orders.id, orderId))',
    also: {
      find: 'and(eq(orders.id, orderId), eq(orders.status, from))',
      put: 'eq(orders.id, orderId)',
    },
    tests: races,
    named: 'one order, two hands',
    project: 'postgres',
  },
  {
    name: 'transition-table',
    removes: 'an order only takes steps of the table',
    file: 'features/orders/server/orders/move-order.ts',
    find: 'const step = isFromThere ? transitionOf(order, { to, by, now }) : undefined;',
    put: 'const step: Transition | undefined = { from: order.status, to, by };',
    tests: steps,
  },
  {
    name: 'stock-back-once',
    removes: 'stock that was not collected comes back once',
    file: 'features/orders/server/orders/move-order.ts',
    find: "if (!isStockBack && stock === 'giveBack')",
    put: "if (stock === 'giveBack')",
    tests: ['features/orders/orders/cash-order-endings.test.ts'],
    named: 'may object',
  },
  {
    name: 'handover-tries',
    removes: 'five wrong handover codes lock an order',
    file: 'features/orders/server/order-steps.ts',
    find: "if (order.handoverTries >= HANDOVER_TRIES_MAX) return { outcome: 'locked' };",
    tests: steps,
    named: 'handover',
  },
  {
    name: 'price-seen',
    removes: 'a price that changed is refused, not charged',
    file: 'features/orders/server/cart/checkout-parts.ts',
    find: 'if (order.expectedTotal !== undefined && centsOf(order.expectedTotal) !== total) {',
    put: 'if (!order) {',
    tests: ['features/orders/cart/place-order.test.ts'],
  },
  {
    name: 'agreed-price',
    removes: 'what was agreed on is billed at its price',
    file: 'features/orders/server/cart/queries.ts',
    find: '      priceCents: priceOffers.priceCents,\n',
    tests: test('offers'),
  },
  {
    name: 'released-once',
    removes: 'stock that was released is not returned again',
    file: 'features/orders/server/orders/move-order.ts',
    find: ' || order.stockReleasedAt !== null;',
    put: ';',
    tests: reserving,
    named: 'returns its stock once',
    project: 'postgres',
  },
  {
    name: 'evidence-money',
    removes:
      'an order is completed when its code arrives, not when the phone says that it was entered',
    file: 'features/orders/server/order-steps.ts',
    find: "by: 'farmer', now, taken: judgeTakenAt(takenAt, now, order.createdAt)",
    put: "by: 'farmer', now: judgeTakenAt(takenAt, now).takenAt ?? now, taken: judgeTakenAt(takenAt, now, order.createdAt)",
    tests: evidence,
    named: 'handover code',
  },
];

export const mutationsOfOrders: Mutation[] = guards.map(without);
