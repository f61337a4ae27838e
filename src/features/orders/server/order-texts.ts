/* The longer SMS about an order, written from its present state (null if it has moved on), and the
 * line of details for each notice. */

import { farmTitle } from '#farms/rules/farm-texts.ts';
import type { SmsReader } from '#notifications/rules/notice.ts';
import { amountText } from '#rules/amounts.ts';
import { warningOf } from '#rules/text/message-warning.ts';
import {
  measureSms,
  momentText,
  orCall,
  SMS_CHARACTERS,
  shortName,
  toGsm7,
} from '#rules/text/sms.ts';
import { m } from '#text';
import { isPaidBack } from '../rules/order.ts';
import {
  isOnTheWay,
  isToAnswer,
  isToSend,
  PENDING_ORDER_SECONDS,
  type ReturnedStatus,
} from '../rules/order-facts.ts';
import { goodsOf, nextAfterAccepting, nextTexts, shortGoods, termsOf } from '../rules/sms-words.ts';
import type { getBuyerOrder, getFarmerOrder } from './list-orders.ts';

export type BuyersOrder = Awaited<ReturnType<typeof getBuyerOrder>>;
export type FarmersOrder = Awaited<ReturnType<typeof getFarmerOrder>>;
type InLanguage = Pick<SmsReader, 'locale'>;

const farmOf = ({ farmName, county }: BuyersOrder, options: InLanguage) =>
  shortName(
    farmName === null || county === null
      ? m.mailOrderSomeone({}, options)
      : farmTitle({ farmName, county }, options),
  );

export const ofFarm = (order: BuyersOrder, options: InLanguage) => ({
  id: order.id,
  goods: goodsOf(order, options),
  farm: farmOf(order, options),
});

export const forBuyer = (order: FarmersOrder, options: InLanguage) => ({
  id: order.id,
  goods: goodsOf(order, options),
  name: shortName(order.buyerName ?? m.mailOrderSomeone({}, options)),
});

/** For the buyer of an order that ended without a sale, whose paid deposit goes back. */
export const ended =
  (ending: ReturnedStatus, write: (order: BuyersOrder, reader: SmsReader) => string) =>
  (order: BuyersOrder, reader: SmsReader): string | null => {
    if (order.status !== ending) return null;
    // Once the rest is paid too, the whole order is refunded.
    if (!order.depositPaidAt || isPaidBack(order)) return write(order, reader);
    const text = ending === 'rejected' ? m.smsRejectedWithDeposit : m.smsDepositBack;
    return text({ ...ofFarm(order, reader), deposit: amountText(order.deposit) }, reader);
  };

export function cancelledText(order: BuyersOrder, reader: SmsReader) {
  const { id, notCollectedDisputableUntil: until } = order;
  if (until)
    return m.smsNotCollectedToBuyer(
      { id, farm: farmOf(order, reader), until: momentText(until, reader) },
      reader,
    );
  const text = isPaidBack(order) ? m.smsRefundToBuyer : m.smsCancelledToBuyer;
  return text(ofFarm(order, reader), reader);
}

export function acceptedText(order: BuyersOrder, reader: SmsReader): string | null {
  if (!isToSend(order.status)) return null;
  const values = ofFarm(order, reader);
  if (order.deposit > 0 && order.toPay > 0)
    return m.smsHarvestedToPay({ ...values, rest: amountText(order.toPay) }, reader);
  const isPart = order.lines.some(({ orderedQuantity }) => orderedQuantity !== null);
  if (order.toPay > 0)
    return (isPart ? m.smsAcceptedPartToPay : m.smsAcceptedToPay)(values, reader);
  return (isPart ? m.smsAcceptedPart : m.smsAcceptedToBuyer)(values, reader);
}

export function shortenedText(order: BuyersOrder, reader: SmsReader): string | null {
  const { total, cancellableUntil: until, status } = order;
  if (!isToSend(status) || !until || until <= reader.now) return null;
  const values = { total: amountText(total), until: momentText(until, reader) };
  return m.smsShortenedToBuyer({ ...ofFarm(order, reader), ...values }, reader);
}

export function weighedText(order: BuyersOrder, options: InLanguage) {
  const { id, total, difference } = order;
  const values = { id, farm: farmOf(order, options) };
  return difference?.status === 'open'
    ? m.smsWeighedMoreToBuyer({ ...values, more: amountText(difference.amount) }, options)
    : m.smsWeighedToBuyer({ ...values, total: amountText(total) }, options);
}

type Dispatched = Pick<BuyersOrder, 'id' | 'status' | 'cancelsAt'>;

export const cancellingText = ({ id, status, cancelsAt }: Dispatched, reader: SmsReader) =>
  isOnTheWay(status) && cancelsAt
    ? m.smsCancelReminder({ id, until: momentText(cancelsAt, reader) }, reader)
    : null;

export function newOrderText(order: FarmersOrder, reader: SmsReader): string | null {
  const { id, buyerName, amount, date, note } = order;
  // A paid deposit has its own news.
  if (!isToAnswer(order.status) || order.depositPaidAt) return null;
  // A pre-order waits for the harvest, so it needs no answer.
  if (order.harvestBy !== null)
    return withFacts(
      (facts) => m.smsNewPreOrder({ id, facts }, reader),
      [
        { fact: shortName(buyerName ?? ''), importance: 2 },
        { fact: goodsOf(order, reader), importance: 1 },
        { fact: `KES ${amountText(amount)}`, importance: 1 },
      ],
    );
  const until = momentText(new Date(date.getTime() + PENDING_ORDER_SECONDS * 1000), reader);
  const { payment, place, time } = termsOf(order, reader);
  return withFacts(
    (facts) => m.smsNewOrder({ id, facts, until }, reader),
    [
      { fact: shortName(buyerName ?? ''), importance: 4 },
      { fact: goodsOf(order, reader), importance: 1 },
      { fact: `KES ${amountText(amount)} ${payment}`, importance: 1 },
      { fact: place, importance: 2 },
      { fact: time, importance: 3 },
      { fact: isHarmless(note) ? toGsm7(note) : '', importance: 5 },
    ],
  );
}

export function paidText(order: FarmersOrder, reader: SmsReader): string | null {
  if (!isToSend(order.status)) return null;
  const { id } = order;
  const next = nextTexts[nextAfterAccepting(order)]({ id }, reader);
  const { place, time } = termsOf(order, reader);
  return withFacts(
    (facts) => m.smsOrderPaid({ id, total: amountText(order.amount), facts, next }, reader),
    [
      { fact: shortName(order.buyerName ?? ''), importance: 1 },
      { fact: place, importance: 2 },
      { fact: time, importance: 3 },
    ],
  );
}

export function depositPaidText(order: FarmersOrder, reader: SmsReader): string | null {
  if (!isToAnswer(order.status)) return null;
  const values = { id: order.id, name: shortName(order.buyerName ?? '') };
  const deposit = amountText(order.deposit);
  return m.smsDepositPaid({ ...values, deposit, goods: goodsOf(order, reader) }, reader);
}

export function differencePaidText(
  { id, status, difference, buyerName, amount }: FarmersOrder,
  reader: SmsReader,
): string | null {
  if (!isOnTheWay(status) || difference?.status !== 'paid') return null;
  const name = shortName(buyerName ?? '');
  return m.smsDifferencePaid({ id, name, total: amountText(amount) }, reader);
}

export function disputedText(order: FarmersOrder, reader: SmsReader) {
  const reason = isHarmless(order.reason) ? shortGoods(order.reason) : goodsOf(order, reader);
  return m.smsOrderDisputed({ id: order.id, reason, orCall: orCall(reader, reader) }, reader);
}

/** A stranger's words that a conversation would warn of would pass for ours in an SMS. */
const isHarmless = (words: string | null): words is string =>
  words !== null && warningOf(words) === null;

type Fact = { fact: string; importance: number };

function withFacts(text: (facts: string) => string, facts: readonly Fact[]) {
  const told = new Set<Fact>();
  const write = () =>
    text(
      facts
        .filter((one) => told.has(one))
        .map(({ fact }) => fact)
        .join(', '),
    );
  const known = facts.filter(({ fact }) => fact !== '');
  for (const one of known.toSorted((a, b) => a.importance - b.importance)) {
    told.add(one);
    if (measureSms(write()).characters > SMS_CHARACTERS) told.delete(one);
  }
  return write();
}
