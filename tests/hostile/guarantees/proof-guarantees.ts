import { type Guarantee, row } from './guarantee-table.ts';

const trade = (name: string) => `features/orders/${name}.test.ts`;
export const proofGuarantees: Guarantee[] = [
  row(
    'B113',
    'A mailbox proves nothing; a verified number, a payment from a number of nobody else, and a visit do, and a refund removes its proof',
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
    'Prices come only from proven farms, and from M-Pesa payments of proven buyers; four of five farms cannot derive the fifth’s',
    'features/prices/observations.test.ts',
    'features/prices/make-cells.test.ts',
  ),
  row(
    'B116',
    'Buyers whose orders one phone paid count as one buyer with one rating',
    trade('reviews/standing'),
  ),
  row(
    'D117',
    'A farmer’s small payouts are sent together, once, and share one outcome',
    trade('payments/small-payouts'),
  ),
  row('D118', 'An M-Pesa order is large enough to be paid out', trade('payments/small-payouts')),
];
