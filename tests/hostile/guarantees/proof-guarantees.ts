import { orders, payments, prices, type Rows } from './guarantee-table.ts';

export const proofGuarantees: Rows = {
  B113: [
    'A mailbox proves nothing; a verified number, a payment from a number of nobody else, and a visit do, and a refund removes its proof',
    'features/orders/proof',
  ],
  D114: [
    'Unproven buyers reserve a quarter of a product each and half of it together, in three orders, for an hour',
    orders('unproven-buyers'),
  ],
  F115: [
    'Prices come only from proven farms, and from M-Pesa payments of proven buyers; four of five farms cannot derive the fifth’s',
    prices('observations'),
    prices('make-cells'),
  ],
  B116: [
    'Buyers whose orders one phone paid count as one buyer with one rating',
    'features/orders/reviews/standing',
  ],
  D117: [
    'A farmer’s small payouts are sent together, once, and share one outcome',
    payments('small-payouts'),
  ],
  D118: ['An M-Pesa order is large enough to be paid out', payments('small-payouts')],
};
