/* Texts about an order for SMS and USSD: its state, next step, goods and handover. */

import type { Unit } from '#products/rules/product.ts';
import { goodsText } from '#products/rules/product-texts.ts';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import { shortName, wordsToGsm7 } from '#rules/text/sms.ts';
import { m } from '#text';
import {
  type DayPart,
  type Fulfilment,
  isEnded,
  isOnTheWay,
  isToAnswer,
  isToSend,
  type OrderStatus,
  type PaymentMethod,
  type PaymentStatus,
} from './order-facts.ts';

/** The goods of an order are cut to this length. */
export const SMS_GOODS_MAX = 34;
/**
 * The least room for an order's facts in an SMS about it: its goods and amount. With usual numbers
 * there is more, for where and when.
 */
export const SMS_FACTS_MIN = 60;
/** The numbers of the orders that one payout is for. */
export const SMS_PAYOUTS_MAX = 70;

/** The texts about an order's status and next step depend on these. */
export type Shown = {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paymentMethod: PaymentMethod;
  fulfilment: Fulfilment;
  harvestBy: Day | null;
};

/** Also the final states, because orders may end while their list is on the screen. */
export function stateOf({ status, paymentStatus, fulfilment }: Shown) {
  switch (status) {
    case 'pending':
      return m.smsStatePending;
    case 'confirmed':
      return paymentStatus === 'paid' ? m.smsStatePaid : m.smsStateConfirmed;
    case 'dispatched':
      return fulfilment === 'collection' ? m.smsStateReady : m.smsStateDispatched;
    case 'disputed':
      return m.smsStateDisputed;
    case 'completed':
      return m.smsStateCompleted;
    case 'rejected':
      return m.smsStateRejected;
    case 'cancelled':
      return m.smsStateCancelled;
    case 'expired':
      return m.smsStateExpired;
  }
}

/** The sentences about the farmer's next step. */
export const nextTexts = {
  pay: m.smsNextPaid,
  ready: m.smsNextReady,
  send: m.smsNextSend,
  answer: m.smsNextAnswer,
  handOver: m.smsNextCode,
};
export type NextStep = keyof typeof nextTexts;

/** The farmer's next step with an accepted order, or that it is to be paid. */
export function nextAfterAccepting({ paymentMethod, paymentStatus, fulfilment }: Shown) {
  if (paymentMethod === 'M-Pesa' && paymentStatus !== 'paid') return 'pay';
  return fulfilment === 'collection' ? 'ready' : 'send';
}

/** The farmer's next step with any order; null if there is none. */
export function nextStepOf(order: Shown): NextStep | null {
  // The harvest answers a pre-order.
  if (isToAnswer(order.status)) return order.harvestBy ? null : 'answer';
  if (isToSend(order.status)) return nextAfterAccepting(order);
  return isOnTheWay(order.status) ? 'handOver' : null;
}

type InLanguage = { locale: Language };
type Goods = { quantity: number; unit: Unit; name: string };

export const shortGoods = (goods: string) => wordsToGsm7(goods, SMS_GOODS_MAX);

/** The goods of an order, cut to the available length. */
export const goodsOf = ({ lines }: { lines: readonly Goods[] }, options: InLanguage): string =>
  shortGoods(goodsText(lines, options));

type Terms = Pick<Shown, 'status' | 'fulfilment' | 'paymentMethod' | 'paymentStatus'> & {
  deliveryAddress: string | null;
  deliveryArea: string | null;
  deliveryDate: Day | null;
  wishedDay: Day | null;
  wishedPart: DayPart | null;
};
type Reader = InLanguage & { now: Date };

/**
 * How an order is paid, where it goes and when, each short and empty if it is unknown: "cash",
 * "Karatina", "tomorrow morning".
 */
export function termsOf(order: Terms, reader: Reader) {
  const { fulfilment, deliveryAddress, deliveryArea, deliveryDate, wishedDay, wishedPart, status } =
    order;
  const isCollected = fulfilment === 'collection';
  const place = shortName((isCollected ? deliveryAddress : deliveryArea)?.split(',')[0] ?? '');
  // A promised day is about the whole day.
  const day = deliveryDate ?? wishedDay;
  const part = deliveryDate ? null : wishedPart;
  return {
    payment: paymentOf(order)({}, reader),
    place: isCollected && place === '' ? m.smsCollection({}, reader) : place,
    time: day === null || isEnded(status) ? '' : dayText({ day, part }, reader),
  };
}

function paymentOf({ paymentMethod, paymentStatus }: Terms) {
  if (paymentStatus === 'paid') return m.smsPayPaid;
  return paymentMethod === 'M-Pesa' ? m.smsPayMpesa : m.smsPayCash;
}

const parts = { morning: m.wishedPartMorning, afternoon: m.wishedPartAfternoon };

/** "today", "kesho asubuhi", "4/3 afternoon". */
function dayText({ day, part }: { day: Day; part: DayPart | null }, reader: Reader): string {
  const ofDay = part ? parts[part]({}, reader).toLowerCase() : '';
  const today = dayInNairobi(reader.now);
  if (day === today) return m.todayPart({ part: ofDay }, reader).trim();
  if (day === daysAfter(today, 1)) return m.tomorrowPart({ part: ofDay }, reader).trim();
  const [, month, date] = day.split('-').map(Number);
  return `${date}/${month} ${ofDay}`.trim();
}
