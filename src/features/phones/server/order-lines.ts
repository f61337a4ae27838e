import { nextStepOf, nextTexts, type Shown, stateOf, termsOf } from '#orders/rules/sms-words.ts';
import { getFarmerOrder } from '#orders/server/list-orders.ts';
import type { Language } from '#platform/rules/language.ts';
import { amountText } from '#platform/rules/money.ts';

import { AppError } from '#platform/server/app-error.ts';
import { m } from '#text';
import { say } from './say.ts';
import type { SpeakerCall } from './speakers-call.ts';

export type PhoneOrder = Omit<Awaited<ReturnType<typeof getFarmerOrder>>, 'events'>;

export async function findOwnOrder(call: SpeakerCall, orderId: number): Promise<PhoneOrder | null> {
  try {
    return await getFarmerOrder(call, { orderId });
  } catch (error) {
    if (error instanceof AppError && error.code === 'ORDER_NOT_FOUND') return null;
    throw error;
  }
}

const factsOf = (order: PhoneOrder, language: Language) => ({
  id: order.id,
  state: say(language, stateOf(order), {}),
  total: amountText(order.amount),
});

/** "512 new KES 2,400", for a list that says that these are orders. */
export const orderLine = (order: PhoneOrder, language: Language): string =>
  say(language, m.smsOrderLine, factsOf(order, language));

export const orderTitle = (order: PhoneOrder, language: Language): string =>
  say(language, m.smsOrderTitle, factsOf(order, language));

type Reader = { language: Language; now: Date };

export const termsLine = (order: PhoneOrder, reader: Reader): string => {
  const { payment, place, time } = termsOf(order, { locale: reader.language, now: reader.now });
  return [payment, place, time].filter(Boolean).join(', ');
};

type Known = Shown & { id: number };

/** "Write YES 512 or NO 512."; empty without a next step. */
export function sayNext(order: Known, language: Language): string {
  const next = nextStepOf(order);
  return next === null ? '' : nextTexts[next]({ id: order.id }, { locale: language });
}

const standing = (order: Known, language: Language) => {
  const isUnpaid = nextStepOf(order) === 'pay';
  return {
    id: order.id,
    state: say(language, isUnpaid ? m.smsStateUnpaid : stateOf(order), {}),
    next: sayNext(order, language),
  };
};

/** "Order 512: new. Write YES 512 or NO 512." */
export const sayNotNow = (order: Known, language: Language): string =>
  say(language, m.smsNotNow, standing(order, language)).trimEnd();

export const sayUnchanged = (order: Known, language: Language): string =>
  say(language, m.smsUnchanged, standing(order, language)).trimEnd();
