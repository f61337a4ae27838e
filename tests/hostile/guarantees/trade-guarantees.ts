import {
  hostile,
  operator,
  orders,
  payments,
  phones,
  prices,
  type Rows,
  rest,
  settlement,
  standing,
} from './guarantee-table.ts';

export const tradeGuarantees: Rows = {
  F86: [
    'A price is shown if it comes from at least five farms, or five buyers if it was paid; hidden prices cannot be derived from shown ones',
    prices('make-cells'),
    rest('prices'),
  ],
  D87: [
    'Prices computed from scratch equal those of each night; outliers and sales to oneself are left out',
    prices('roll-up'),
    prices('make-cells'),
    prices('observations'),
  ],
  D88: [
    'A page, its CSV and its JSON have the prices that plain SQL finds in the observations',
    rest('prices'),
    'app/pages/price-pages',
  ],
  C89: [
    'A price alert is sent at most once a day, and never about a hidden price',
    prices('alerts'),
  ],
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
  D133: [
    'A handover code agrees to one weighing: one of an earlier weighing completes nothing and costs no try',
    settlement('weighing'),
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
    standing('proposals'),
    standing('changed-alternative'),
  ],
  D140: [
    'An order with several payments has a refund case for each, with what is left of it',
    operator('two-payments'),
  ],
  A92: [
    'Texts of SMS and USSD are erased after ten minutes, an hour at most, because they may contain a PIN or a handover code',
    phones('kept-and-erased'),
  ],
  C93: [
    'A number is verified for one account, and money goes to no other; the operator sees the payouts that wait for a verification',
    phones('verified-numbers'),
    phones('without-email'),
    phones('signed-up-by-agent'),
    phones('kept-and-erased'),
    payments('unverified-payouts'),
  ],
  D94: [
    'One SMS received fifty times, 200 confirmations, and one USSD request sent twenty times confirm once',
    phones('asked-words'),
    'features/phones/ussd/ussd',
  ],
  C95: [
    'An autoresponder gets one answer an hour, whatever it repeats; short codes get none',
    phones('commands'),
    phones('asked-words'),
  ],
  B96: [
    'An unverified number gets nothing personal',
    phones('commands'),
    'features/phones/ussd/ussd',
    phones('number-probing'),
  ],
  A97: [
    'The PIN is required after 90 days of silence, after a changed SIM, and for a handover above KES 20,000',
    phones('commands'),
    'features/phones/ussd/ussd-attacks',
    phones('asked-words'),
  ],
  E98: [
    'After the SMS service was down, SMS that still matter go out once, the important first; what may be lost is sent once more, and news over the day’s cap is counted in one SMS',
    phones('outage'),
  ],
  D99: [
    'A USSD request counts once, in its order, and for the phone that made it; a number refers to the last list shown',
    'features/phones/ussd/ussd-attacks',
    'features/phones/ussd/ussd-back',
  ],
  C100: [
    'Somebody who gets no SMS uses up no codes and no budget, and strangers leave half of the budget for logins and orders',
    phones('sms-budget'),
  ],
  A101: [
    'A SIM that was reported as changed gets no code for a new password and no news',
    phones('changed-sim'),
  ],
  E102: [
    'Each USSD screen is answered within two seconds while buyers order, somebody asks expensive questions and the SMS service hangs',
    hostile('ussd-under-load'),
  ],
};
