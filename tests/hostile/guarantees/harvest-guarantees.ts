import { operator, type Rows, settlement, standing } from './guarantee-table.ts';

export const harvestGuarantees: Rows = {
  D133: [
    'A handover code agrees to one weighing: one of an earlier weighing completes nothing and costs no try',
    settlement('weighing-refused'),
  ],
  D134: [
    'A buyer pays for more weight than agreed only by paying the difference or, in cash, by giving the code; less goes back by itself',
    settlement('weighing'),
    settlement('difference-under-way'),
  ],
  D135: [
    'What a buyer has paid above a lower total goes back once, by itself; below KES 10 it is kept for the next order',
    settlement('returned-difference'),
  ],
  D136: [
    'A deposit counts for the order or goes back by itself, however the pre-order ends before the rest is paid',
    settlement('pre-orders'),
    settlement('late-deposits'),
  ],
  D137: [
    'A harvest is declared once and serves pre-orders in the order in which they were placed',
    settlement('pre-orders'),
  ],
  D138: [
    'A standing order is placed once for each day, also by five processes that are killed meanwhile',
    standing('five-processes'),
    standing('two-weeks'),
  ],
  D139: [
    'A standing order never costs more than its highest prices and the proposed delivery; one that cannot be placed says why and stops no other',
    standing('faults'),
    standing('proposals'),
    standing('delivery-fees'),
    standing('changed-alternative'),
  ],
  D140: [
    'An order with several payments has a refund case for each, with what is left of it',
    operator('two-payments'),
  ],
};
