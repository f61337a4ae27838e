import type { Guarantee } from './guarantee-table.ts';

const trade = (name: string) => `features/orders/${name}.test.ts`;
const row = (id: string, promise: string, ...files: string[]): Guarantee => ({
  id,
  promise,
  files,
});

/** The guarantees that follow from distinguishing people from mailboxes. */
export const proofGuarantees: Guarantee[] = [
  row(
    'B113',
    'A mailbox proves nothing; a verified number, money from a number that is nobody else’s, and a visit do, and a refund takes its proof back',
    'features/orders/proof.test.ts',
  ),
  row(
    'D114',
    'Unproven buyers reserve a quarter of a product each and half of it together, in three orders, for an hour',
    trade('orders/unproven-buyers'),
    'hostile/reserved-market.test.ts',
  ),
  row(
    'F115',
    'Only what proven farms ask, and proven buyers pay by M-Pesa, makes a price, and four of five farms do not learn the fifth’s',
    'features/prices/observations.test.ts',
    'features/prices/make-cells.test.ts',
    'app/rest/prices.test.ts',
  ),
  row(
    'B116',
    'Buyers whose orders one phone paid are one buyer with one rating',
    trade('reviews/standing'),
  ),
  row(
    'D117',
    'Small payouts of a farmer leave together, once, and fare alike',
    trade('payments/small-payouts'),
  ),
  row('D118', 'An M-Pesa order is large enough to be paid out', trade('payments/small-payouts')),
];
