/*
 * A list's last sentence has the command for the rest. It names the first item left out, so it
 * works even if an SMS was lost.
 */

import { nextStepOf, nextTexts, type Shown, stateOf, termsOf } from '#orders/rules/sms-words.ts';
import { listOrdersUnderWay } from '#orders/server/list-orders.ts';
import { SMS_LONG_LIST_MAX, SMS_ORDERS_MAX, SMS_STOCK_MAX } from '#phones/rules/intents.ts';
import { lineOf, listNumbered, numberProducts } from '#products/server/list-own-products.ts';
import { amountText } from '#rules/amounts.ts';
import type { Language } from '#rules/language.ts';
import { fitParts } from '#rules/text/sms.ts';
import { m } from '#text';
import { type PhoneOrder, type SpeakerCall, say } from './speakers.ts';

const factsOf = (order: PhoneOrder, language: Language) => ({
  id: order.id,
  state: say(language, stateOf(order)),
  total: amountText(order.amount),
});

/** "512 new KES 2,400", for a list that says that these are orders. */
const orderLine = (order: PhoneOrder, language: Language) =>
  say(language, m.smsOrderLine, factsOf(order, language));

export const orderTitle = (order: PhoneOrder, language: Language) =>
  say(language, m.smsOrderTitle, factsOf(order, language));

type Reader = { language: Language; now: Date };

const termsLine = (order: PhoneOrder, reader: Reader) => {
  const { payment, place, time } = termsOf(order, { locale: reader.language, now: reader.now });
  return [payment, place, time].filter(Boolean).join(', ');
};

type Known = Shown & { id: number };

/** "Write YES 512 or NO 512."; empty without a next step. */
export function sayNext(order: Known, language: Language) {
  const next = nextStepOf(order);
  return next === null ? '' : nextTexts[next]({ id: order.id }, { locale: language });
}

const standing = (order: Known, language: Language) => {
  const isUnpaid = nextStepOf(order) === 'pay';
  return {
    id: order.id,
    state: say(language, isUnpaid ? m.smsStateUnpaid : stateOf(order)),
    next: sayNext(order, language),
  };
};

/** "Order 512: new. Write YES 512 or NO 512." */
export const sayNotNow = (order: Known, language: Language) =>
  say(language, m.smsNotNow, standing(order, language)).trimEnd();

export const sayUnchanged = (order: Known, language: Language) =>
  say(language, m.smsUnchanged, standing(order, language)).trimEnd();

export async function sayOrders(call: SpeakerCall, from?: number) {
  const { language } = call;
  const orders = await listOrdersUnderWay(call);
  if (orders.length === 0) return say(language, m.smsOrdersNone);
  const older = from === undefined ? orders : orders.filter(({ id }) => id <= from);
  const shown = older.length > 0 ? older : orders;
  const lines = orderLines(shown, {
    language,
    now: call.clock(),
    isFromOne: from !== undefined,
  });
  const { text: list, first } = listed(lines, { joint: '; ', characters: SMS_ORDERS_MAX });
  const next = shown[first];
  if (!next) return say(language, m.smsOrdersList, { list });
  return say(language, m.smsOrdersMore, { list, count: shown.length - first, next: next.id });
}

/**
 * Adds place and time if all of it fits, otherwise only for the first order of a continued list.
 */
function orderLines(
  orders: readonly PhoneOrder[],
  { isFromOne, ...reader }: { language: Language; now: Date; isFromOne: boolean },
): string[] {
  const plain = orders.map((order) => orderLine(order, reader.language));
  const told = orders.map((order, at) => `${plain[at]} ${termsLine(order, reader)}`);
  if (told.join('; ').length <= SMS_ORDERS_MAX) return told;
  return isFromOne ? [...told.slice(0, 1), ...plain.slice(1)] : plain;
}

/** A continued list keeps the numbers. */
export async function sayStock(call: SpeakerCall, from?: number) {
  const { language } = call;
  const products =
    from === undefined ? await numberProducts(call) : await listNumbered(call, call.speaker);
  if (products.length === 0) return say(language, m.smsStockNone);
  const shown = from === undefined ? products : products.filter(({ number }) => number >= from);
  if (shown.length === 0) return say(language, m.smsProductUnknown, { number: from ?? 0 });
  const lines = shown.map((product) => lineOf(product, { locale: language }));
  const { text: list, first } = listed(lines, { joint: ', ', characters: SMS_STOCK_MAX });
  const next = shown[first];
  const number = shown[0]?.number ?? 1;
  if (!next) return say(language, m.smsStockList, { list, number });
  const count = shown.length - first;
  return say(language, m.smsStockMore, { list, count, next: next.number, number });
}

function listed(
  lines: readonly string[],
  { joint, characters }: { joint: string; characters: number },
) {
  const whole = fitParts(lines, { joint, characters });
  const { text, count } =
    whole.left === 0 ? whole : fitParts(lines, { joint, characters: SMS_LONG_LIST_MAX });
  return { text, first: count };
}
