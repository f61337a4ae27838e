import { edit, type Mutation } from './mutation.ts';

const reserving = ['features/orders/orders/unproven-buyers.test.ts'];
const proof = ['platform/server/db/proof-of.test.ts'];
const RULE = 'features/orders/server/orders/unproven-buyers.ts';

/** Guards that keep a handful of mailboxes from counting as many people. */
export const mutationsOfProof: Mutation[] = [
  {
    name: 'proof-shared-payer',
    removes: 'a phone number that another buyer paid from proves nobody',
    edits: [edit('platform/server/db/proof-of.ts', "other_paid.status = 'paid'", "other_paid.status = 'held'")],
    tests: proof,
    named: 'one phone number',
    project: 'postgres',
  },
  {
    name: 'proof-refund',
    removes: 'money that is due back proves nothing',
    edits: [edit('platform/server/db/proof-of.ts', " and came.state = 'received'", '')],
    tests: proof,
    named: 'due back',
    project: 'postgres',
  },
  {
    name: 'unproven-quarter',
    removes: 'an unproven buyer reserves a quarter of a product',
    edits: [edit(RULE, 'shareOf(STOCK_SHARE_OF_UNPROVEN) - byBuyer, ', '')],
    tests: reserving,
    named: 'a quarter',
    project: 'postgres',
  },
  {
    name: 'unproven-total',
    removes: 'all unproven buyers together reserve half of a product',
    edits: [edit(RULE, ', shareOf(STOCK_SHARE_OF_ALL_UNPROVEN) - byAll', '')],
    tests: reserving,
    named: 'forty order at once',
    project: 'postgres',
  },
  {
    name: 'unproven-lock',
    removes: 'what unproven buyers have reserved is counted under the lock of the product',
    edits: [
      edit(
        'features/orders/server/orders/queries.ts',
        "    .limit(sql.placeholder('most'))\n    .for('no key update'),",
        "    .limit(sql.placeholder('most')),",
      ),
    ],
    tests: reserving,
    named: 'forty order at once',
    project: 'postgres',
  },
  {
    name: 'unproven-orders',
    removes: 'an unproven buyer has three pending orders',
    edits: [
      edit(
        'features/orders/server/place-order.ts',
        'if (isUnproven) refuseUnprovenOrders(',
        'if (waiting < 0) refuseUnprovenOrders(',
      ),
    ],
    tests: reserving,
    named: 'three pending',
    project: 'postgres',
  },
  {
    name: 'released-once',
    removes: 'stock that was released is not returned again',
    edits: [edit('features/orders/server/orders/move-order.ts', ' || order.stockReleasedAt !== null;', ';')],
    tests: reserving,
    named: 'returns its stock once',
    project: 'postgres',
  },
  {
    name: 'proven-prices',
    removes: 'only what proven people asked and paid makes a price',
    edits: [edit('features/prices/server/cells/queries.ts', 'eq(isProven, true), ', '')],
    tests: ['app/rest/prices.test.ts'],
    named: 'nothing is proven',
    project: 'postgres',
  },
  {
    name: 'price-steps',
    removes: 'prices are shown in steps',
    edits: [edit('features/prices/server/cells/make-cells.ts', '?.step ?? 1', '?.from ? 1 : 1')],
    tests: ['features/prices/make-cells.test.ts'],
    named: 'the other four',
    project: 'embedded',
  },
  {
    name: 'standing-payers',
    removes: 'buyers whose orders one phone paid count as one',
    edits: [
      edit('platform/server/db/farm-standing.ts', 'payerOf(orders.id, orders.buyerId)}', 'sql`"orders"."buyer_id"::text`}'),
    ],
    tests: ['features/orders/reviews/standing.test.ts'],
    named: 'one phone that pays',
    project: 'postgres',
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
];
