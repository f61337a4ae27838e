import {
  accountSmsTexts,
  callNow,
  entry,
  orCall,
  type Phone,
  SUPPORT,
} from '#features/accounts/rules/sms-texts.ts';
import { SMS_NAME_MAX } from '#features/notifications/rules/limits.ts';
import { summarySmsTexts } from '#features/notifications/rules/summary-sms.ts';
import { SMS_FACTS_MIN, SMS_GOODS_MAX } from '#features/phones/rules/limits.ts';
import { ID_MAX } from '#platform/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { type Dialled, dial, orDial, USSD_CODE } from '#platform/rules/text/dialled.ts';
import { orderTexts } from './order-texts.ts';
import { ussdTexts } from './ussd-texts.ts';

/* The longest values. Names that users chose are cut to these lengths. */
const TOTAL = '1,234,567';
const NAME = 'x'.repeat(SMS_NAME_MAX);
const PRODUCT = 'x'.repeat(SMS_NAME_MAX);
const GOODS = 'x'.repeat(SMS_GOODS_MAX);
const DAY = 'Wednesday 30/12';
const STOCK = { product: PRODUCT, quantity: '1,000,000', unit: 'vifungu' };
const COUNTED = { ...STOCK, before: '1,000,000' };
/** The longest lists: of orders, of products, and of any list that is continued in another SMS. */
export const SMS_ORDERS_MAX = 140;
export const SMS_STOCK_MAX = 111;
export const SMS_LONG_LIST_MAX = 101;
/** The products that a farmer is asked about. */
export const SMS_ASKED_MAX = 60;
/** The numbers of the orders that a command without a number can mean. */
export const SMS_WHICH_MAX = 80;
/** The commands that an unclear text may mean. */
export const SMS_WAYS_MAX = 100;
/** The lines of an order that is accepted in part. */
export const SMS_LINES_MAX = 60;
/** The numbers of the orders that one payout is for. */
export const SMS_PAYOUTS_MAX = 70;
/** The longest next step after an order was accepted or paid, and the longest of all. */
const NEXT = `Write SENT ${ID_MAX} once it is on its way.`;
const NEXT_CODE = `Write CODE ${ID_MAX} and the buyer's code at the handover.`;

/**
 * The texts that are sent by SMS, with the longest values that they get, except those that a kind
 * of notice declares itself. A test measures each in both languages, and docs/sms.md lists them.
 * The callers cut names and other words of users.
 */
export const smsTexts = {
  ...accountSmsTexts,
  ...summarySmsTexts,
  unknown: entry(m.smsUnknown, {}),
  hint: entry(m.smsHint, { next: NEXT_CODE }),
  writeIt: entry(
    (values: { example: string }, options) =>
      m.smsHint({ next: m.smsWriteIt(values, options) }, options),
    { example: 'X'.repeat(SMS_WAYS_MAX) },
  ),
  oneByOne: entry(m.smsOneByOne, {}),
  tooMany: entry(
    (values: Dialled, options) => m.smsTooMany({ orDial: orDial(values, options) }, options),
    { ussdCode: USSD_CODE },
  ),
  stranger: entry(
    (values: Dialled, options) => m.smsStranger({ orDial: orDial(values, options) }, options),
    { ussdCode: USSD_CODE },
  ),
  help: entry(
    ({ example, ussdCode, phone }: Dialled & Phone & { example: string }, options) =>
      m.smsHelp(
        { example, orDial: orDial({ ussdCode }, options), orCall: orCall({ phone }, options) },
        options,
      ),
    { example: `: STOKI 100 999,999.99`, ussdCode: USSD_CODE, phone: SUPPORT },
  ),
  helpBuyer: entry(
    (values: Phone, options) => m.smsHelpBuyer({ orCall: orCall(values, options) }, options),
    { phone: SUPPORT },
  ),
  join: entry((values: Dialled, options) => m.smsJoin({ dial: dial(values, options) }, options), {
    ussdCode: USSD_CODE,
  }),
  joinedBefore: entry(m.smsJoinedBefore, {}),
  codeTaken: entry(
    (values: Phone, options) => m.smsCodeTaken({ act: callNow(values, options) }, options),
    { phone: SUPPORT },
  ),
  farmersOnly: entry(m.smsFarmersOnly, {}),
  standingProposed: entry(m.smsStandingProposed, {
    id: ID_MAX,
    day: DAY,
    goods: GOODS,
    total: TOTAL,
  }),
  standingEmpty: entry(m.smsStandingEmpty, { id: ID_MAX, day: DAY }),
  skipped: entry(m.smsStandingSkipped, { id: ID_MAX, day: DAY, next: DAY }),
  sell: entry((values: Dialled, options) => m.smsSell({ dial: dial(values, options) }, options), {
    ussdCode: USSD_CODE,
  }),
  ordersNone: entry(m.smsOrdersNone, {}),
  ordersList: entry(m.smsOrdersList, { list: 'x'.repeat(SMS_ORDERS_MAX) }),
  ordersMore: entry(m.smsOrdersMore, {
    list: 'x'.repeat(SMS_LONG_LIST_MAX),
    count: 99,
    next: ID_MAX,
  }),
  orderLine: entry(m.smsOrderLine, { id: ID_MAX, state: 'imekamilika', total: TOTAL }),
  orderTitle: entry(m.smsOrderTitle, { id: ID_MAX, state: 'imekamilika', total: TOTAL }),
  ...orderTexts,
  accepted: entry(m.smsAccepted, {
    id: ID_MAX,
    goods: GOODS,
    name: NAME,
    phone: '0712345678',
    next: NEXT,
  }),
  whichLines: entry(m.smsWhichLines, { id: ID_MAX, list: 'x'.repeat(SMS_LINES_MAX) }),
  partAsk: entry(m.smsPartAsk, { id: ID_MAX, goods: GOODS }),
  notNow: entry(m.smsNotNow, {
    id: ID_MAX,
    state: 'imekubaliwa, bado haijalipwa',
    next: NEXT_CODE,
  }),
  unchanged: entry(m.smsUnchanged, {
    id: ID_MAX,
    state: 'imekubaliwa, bado haijalipwa',
    next: NEXT_CODE,
  }),
  whichOrder: entry(m.smsWhichOrder, { list: 'x'.repeat(SMS_WHICH_MAX), next: NEXT_CODE }),
  offerNext: entry(m.smsOfferNext, { id: ID_MAX }),
  agreeNext: entry(m.smsAgreeNext, { id: ID_MAX }),
  rejectAsk: entry(m.smsRejectAsk, { id: ID_MAX, total: TOTAL }),
  rejected: entry(m.smsRejected, { id: ID_MAX }),
  cancelAsk: entry(m.smsCancelAsk, { id: ID_MAX, total: TOTAL }),
  cancelAskPaid: entry(m.smsCancelAskPaid, { id: ID_MAX, total: TOTAL }),
  completed: entry(m.smsCompleted, { id: ID_MAX, total: TOTAL }),
  stockNone: entry(m.smsStockNone, {}),
  stockList: entry(m.smsStockList, { list: 'x'.repeat(SMS_STOCK_MAX), number: 100 }),
  stockMore: entry(m.smsStockMore, {
    list: 'x'.repeat(SMS_LONG_LIST_MAX),
    count: 99,
    next: 100,
    number: 100,
  }),
  stockLine: entry(m.smsStockLine, { ...STOCK, number: 100 }),
  lineExpired: entry(m.smsLineExpired, { line: `100 ${PRODUCT} 1,000,000 vifungu` }),
  stillThere: entry(m.smsStillThere, {
    list: 'x'.repeat(SMS_ASKED_MAX),
    number: 100,
    quantity: '999999.99',
  }),
  counted: entry(m.smsCounted, COUNTED),
  countedExpired: entry(
    (values: typeof COUNTED, options) =>
      `${m.smsCounted(values, options)} ${m.productExpired({}, options)}.`,
    COUNTED,
  ),
  unitOther: entry(m.smsUnitOther, { product: PRODUCT, unit: 'magunia', number: 100 }),
  productUnknown: entry(m.smsProductUnknown, { number: 999 }),
  price: entry(m.smsPrice, {
    crop: PRODUCT,
    place: 'Kenya (bado hakuna bei ya Elgeyo-Marakwet)',
    median: '12,345',
    low: '12,345',
    high: '12,345',
    farms: 999,
  }),
  kenya: entry(m.smsKenya, {}),
  kenyaNot: entry(m.smsKenyaNot, { county: 'Elgeyo-Marakwet' }),
  priceNone: entry(m.smsPriceNone, { crop: PRODUCT }),
  cropUnknown: entry(m.smsCropUnknown, { words: PRODUCT }),
  money: entry(m.smsMoney, {
    received: TOTAL,
    inHand: TOTAL,
    due: TOTAL,
    when: 'sehemu sasa, nyingine ukikabidhi oda',
  }),
  moneyAll: entry(m.smsMoneyAll, { received: TOTAL, inHand: TOTAL }),
  moneyNow: entry(m.smsMoneyNow, {}),
  moneyUntil: entry(m.smsMoneyUntil, { moment: '17:10 tomorrow' }),
  moneyCompleted: entry(m.smsMoneyCompleted, {}),
  moneyBoth: entry(m.smsMoneyBoth, {}),
  stopped: entry(m.smsStopped, {}),
  started: entry(m.smsStarted, {}),
  pinAsk: entry(m.smsPinAsk, {}),
  pinWrong: entry(m.smsPinWrong, { left: 4 }),
  pinLocked: entry(
    (values: Phone, options) => m.smsPinLocked({ act: callNow(values, options) }, options),
    { phone: SUPPORT },
  ),
  pinNeeded: entry(
    (values: Phone, options) => m.smsPinNeeded({ orCall: orCall(values, options) }, options),
    { phone: SUPPORT },
  ),
  pinFirst: entry(
    (values: Dialled, options) => m.smsPinFirst({ dial: dial(values, options) }, options),
    { ussdCode: USSD_CODE },
  ),
  pinHelp: entry(
    ({ ussdCode, phone }: Dialled & Phone, options) =>
      m.smsPinHelp(
        { dial: dial({ ussdCode }, options), act: callNow({ phone }, options) },
        options,
      ),
    { ussdCode: USSD_CODE, phone: SUPPORT },
  ),
  pinUnasked: entry(m.smsPinUnasked, { next: NEXT_CODE }),
  codeForm: entry(m.smsCodeForm, {}),
  nothingWaits: entry(m.smsNothingWaits, {}),
  failed: entry(m.smsFailed, {}),
  newOrder: entry(m.smsNewOrder, {
    id: ID_MAX,
    facts: 'x'.repeat(SMS_FACTS_MIN),
    until: '17:10 tomorrow',
  }),
  collection: entry(m.smsCollection, {}),
  today: entry(m.todayAt, { time: '17:10' }),
  tomorrow: entry(m.tomorrowAt, { time: '17:10' }),
  newPreOrder: entry(m.smsNewPreOrder, { id: ID_MAX, facts: 'x'.repeat(SMS_FACTS_MIN) }),
  depositPaid: entry(m.smsDepositPaid, { id: ID_MAX, name: NAME, deposit: TOTAL, goods: GOODS }),
  orderPaid: entry(m.smsOrderPaid, {
    id: ID_MAX,
    total: TOTAL,
    facts: 'x'.repeat(SMS_FACTS_MIN),
    next: NEXT,
  }),
  payCash: entry(m.smsPayCash, {}),
  payMpesa: entry(m.smsPayMpesa, {}),
  payPaid: entry(m.smsPayPaid, {}),
  orderDisputed: entry(
    ({ phone, ...values }: { id: number; reason: string; phone: string }, options) =>
      m.smsOrderDisputed({ ...values, orCall: orCall({ phone }, options) }, options),
    { id: ID_MAX, reason: GOODS, phone: SUPPORT },
  ),
  acceptedPart: entry(m.smsAcceptedPart, { id: ID_MAX, goods: GOODS, farm: NAME }),
  acceptedPartToPay: entry(m.smsAcceptedPartToPay, { id: ID_MAX, goods: GOODS, farm: NAME }),
  weighed: entry(m.smsWeighed, { id: ID_MAX, goods: GOODS, total: TOTAL }),
  weighedSame: entry(m.smsWeighedSame, { id: ID_MAX, goods: GOODS, total: TOTAL }),
  weighedMore: entry(m.smsWeighedMore, { id: ID_MAX, goods: GOODS, more: TOTAL }),
  whichWeights: entry(m.smsWhichWeights, { id: ID_MAX, list: 'x'.repeat(SMS_LINES_MAX) }),
  differencePaid: entry(m.smsDifferencePaid, { id: ID_MAX, name: NAME, total: TOTAL }),
  differenceAsked: entry(m.smsDifferenceAsked, { id: ID_MAX, amount: TOTAL }),
  differenceAskedAt: entry(m.smsDifferenceAskedAt, {
    id: ID_MAX,
    amount: TOTAL,
    moment: '17:10 tomorrow',
  }),
  differenceLeft: entry(m.smsDifferenceLeft, { id: ID_MAX, total: TOTAL }),
  weighedToBuyer: entry(m.smsWeighedToBuyer, { id: ID_MAX, farm: NAME, total: TOTAL }),
  weighedMoreToBuyer: entry(m.smsWeighedMoreToBuyer, { id: ID_MAX, farm: NAME, more: TOTAL }),
  shortenedToBuyer: entry(m.smsShortenedToBuyer, {
    id: ID_MAX,
    goods: GOODS,
    farm: NAME,
    total: TOTAL,
    until: '17:10 tomorrow',
  }),
  cancelledToFarmer: entry(m.smsCancelledToFarmer, { id: ID_MAX, goods: GOODS, name: NAME }),
  expiredToFarmer: entry(m.smsExpiredToFarmer, { id: ID_MAX, goods: GOODS, name: NAME }),
  preOrderExpired: entry(m.smsPreOrderExpired, { id: ID_MAX, goods: GOODS, name: NAME }),
  harvestedToPay: entry(m.smsHarvestedToPay, { id: ID_MAX, goods: GOODS, farm: NAME, rest: TOTAL }),
  rejectedWithDeposit: entry(m.smsRejectedWithDeposit, {
    id: ID_MAX,
    goods: GOODS,
    farm: NAME,
    deposit: TOTAL,
  }),
  depositBack: entry(m.smsDepositBack, { id: ID_MAX, goods: GOODS, farm: NAME, deposit: TOTAL }),
  rejectedToBuyer: entry(m.smsRejectedToBuyer, { id: ID_MAX, goods: GOODS, farm: NAME }),
  expiredToBuyer: entry(m.smsExpiredToBuyer, { id: ID_MAX, farm: NAME }),
  cancelledToBuyer: entry(m.smsCancelledToBuyer, { id: ID_MAX, goods: GOODS, farm: NAME }),
  refundToBuyer: entry(m.smsRefundToBuyer, { id: ID_MAX, goods: GOODS, farm: NAME }),
  notCollectedToBuyer: entry(m.smsNotCollectedToBuyer, {
    id: ID_MAX,
    farm: NAME,
    until: '17:10 tomorrow',
  }),
  acceptedToBuyer: entry(m.smsAcceptedToBuyer, { id: ID_MAX, goods: GOODS, farm: NAME }),
  acceptedToPay: entry(m.smsAcceptedToPay, { id: ID_MAX, goods: GOODS, farm: NAME }),
  sentToBuyer: entry(m.smsSentToBuyer, { id: ID_MAX, goods: GOODS, farm: NAME }),
  readyToBuyer: entry(m.smsReadyToBuyer, { id: ID_MAX, goods: GOODS, farm: NAME }),
  completedToBuyer: entry(
    ({ phone, ...values }: Phone & { id: number; goods: string; farm: string }, options) =>
      m.smsCompletedToBuyer({ ...values, act: callNow({ phone }, options) }, options),
    { id: ID_MAX, goods: GOODS, farm: NAME, phone: SUPPORT },
  ),
  refunded: entry(m.smsRefunded, { id: ID_MAX, total: TOTAL }),
  payouts: entry(m.smsPayouts, {
    list: `${'x'.repeat(SMS_PAYOUTS_MAX)} na nyingine 99`,
    amount: TOTAL,
    receipt: 'SBK1234567',
  }),
  andMore: entry(m.smsAndMore, { list: 'x'.repeat(SMS_PAYOUTS_MAX), count: 99 }),
  payout: entry(m.smsPayout, { id: ID_MAX, amount: TOTAL, receipt: 'SBK1234567' }),
  reminder: entry(m.smsReminder, { id: ID_MAX, until: '17:10 tomorrow' }),
  cancelReminder: entry(m.smsCancelReminder, { id: ID_MAX, until: '17:10 tomorrow' }),
  ...ussdTexts,
};
