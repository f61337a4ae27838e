import { type DayPart, isEnded } from '#features/orders/rules/order-facts.ts';
import { getFarmerOrder, type listOrdersUnderWay } from '#features/orders/server/list-orders.ts';
import { nextTextOf, type Shown, stateOf } from '#features/phones/rules/order-texts.ts';
import { goodsText } from '#features/products/rules/unit-texts.ts';
import { type Day, dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { say, shortAmount, shortGoods, shortName } from './say.ts';

type Needs = { clock: Clock; secret: string };
export type PhoneOrder = Awaited<ReturnType<typeof listOrdersUnderWay>>[number];

/** @throws AppError ORDER_NOT_FOUND, also for another farm's */
export const getPhoneOrder = (
  db: Database,
  { orderId, farmerId }: { orderId: number; farmerId: number },
  services: Needs,
) => getFarmerOrder({ ...services, db, user: { id: farmerId } }, { orderId });

/** The same, null for another farm's. */
export async function findOwnOrder(
  db: Database,
  own: { orderId: number; farmerId: number },
  services: Needs,
): Promise<PhoneOrder | null> {
  try {
    return await getPhoneOrder(db, own, services);
  } catch (error) {
    if (error instanceof AppError && error.code === 'ORDER_NOT_FOUND') return null;
    throw error;
  }
}

const factsOf = (order: PhoneOrder, language: Language) => ({
  id: order.id,
  state: say(language, stateOf(order), {}),
  total: shortAmount(order.amount),
});

/** "512 new KES 2,400", for a list that already says that these are orders. */
export const orderLine = (order: PhoneOrder, language: Language): string =>
  say(language, 'orderLine', factsOf(order, language));

/** "Order 512 new KES 2,400", for a list whose lines begin with their own numbers. */
export const orderTitle = (order: PhoneOrder, language: Language): string =>
  say(language, 'orderTitle', factsOf(order, language));

type Reader = { language: Language; now: Date };

/**
 * How an order is paid, where it goes and when, each short and empty if it is unknown: "cash",
 * "Karatina", "tomorrow morning".
 */
export function termsOf(order: PhoneOrder, { language, now }: Reader) {
  const { fulfilment, deliveryArea, deliveryDate, wishedDay, wishedPart, status } = order;
  const town = shortName(deliveryArea?.split(',')[0] ?? '');
  // A promised day is about the whole day.
  const day = deliveryDate ?? wishedDay;
  const part = deliveryDate ? null : wishedPart;
  return {
    payment: say(language, paymentOf(order), {}),
    place: fulfilment === 'collection' ? say(language, 'collection', {}) : town,
    time: day === null || isEnded(status) ? '' : dayText({ day, part }, { language, now }),
  };
}

/** The same in one line, for a list. */
export const termsLine = (order: PhoneOrder, reader: Reader): string => {
  const { payment, place, time } = termsOf(order, reader);
  return [payment, place, time].filter(Boolean).join(', ');
};

function paymentOf({ paymentMethod, paymentStatus }: PhoneOrder) {
  if (paymentStatus === 'paid') return 'payPaid';
  return paymentMethod === 'M-Pesa' ? 'payMpesa' : 'payCash';
}

const parts = { morning: m.wishedPartMorning, afternoon: m.wishedPartAfternoon };

/** "today", "kesho asubuhi", "4/3 afternoon". */
function dayText(
  { day, part }: { day: Day; part: DayPart | null },
  { language, now }: Reader,
): string {
  const ofDay = part ? parts[part]({}, { locale: language }).toLowerCase() : '';
  const today = dayInNairobi(now);
  if (day === today) return say(language, 'todayPart', { part: ofDay }).trim();
  if (day === daysAfter(today, 1)) return say(language, 'tomorrowPart', { part: ofDay }).trim();
  const [, month, date] = day.split('-').map(Number);
  return `${date}/${month} ${ofDay}`.trim();
}

type Known = Shown & { id: number };

/** The sentence about the next step: "Write YES 512 or NO 512."; empty if there is none. */
export function sayNext(order: Known, language: Language): string {
  const next = nextTextOf(order);
  return next === null ? '' : say(language, next, { id: order.id });
}

const standing = (order: Known, language: Language) => {
  const isUnpaid = nextTextOf(order) === 'nextPaid';
  return {
    id: order.id,
    state: say(language, isUnpaid ? 'stateUnpaid' : stateOf(order), {}),
    next: sayNext(order, language),
  };
};

/** Why a step is not possible now, and which step is: "Order 512: new. Write YES 512 or NO 512." */
export const sayNotNow = (order: Known, language: Language): string =>
  say(language, 'notNow', standing(order, language)).trimEnd();

/** That nothing was done with an order, because it was unclear what was meant. */
export const sayUnchanged = (order: Known, language: Language): string =>
  say(language, 'unchanged', standing(order, language)).trimEnd();

type Goods = Pick<PhoneOrder['lines'][number], 'quantity' | 'unit' | 'name'>;

/** The goods of an order, cut to the available length. */
export const goodsOf = ({ lines }: { lines: readonly Goods[] }, language: Language): string =>
  shortGoods(goodsText(lines, { locale: language }));
