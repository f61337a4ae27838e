/*
 * The last sentence has the command for the rest, which names the first omitted item, so it works
 * even if an SMS was lost.
 */

import { listOrdersUnderWay } from '#orders/server/list-orders.ts';
import { SMS_LONG_LIST_MAX, SMS_ORDERS_MAX, SMS_STOCK_MAX } from '#phones/rules/limits.ts';
import type { Language } from '#platform/rules/language.ts';
import { fitParts } from '#platform/rules/text/sms.ts';
import { lineOf, listNumbered, numberProducts } from '#products/server/numbered-products.ts';
import { m } from '#text';
import { orderLine, type PhoneOrder, termsLine } from './order-lines.ts';
import { say } from './say.ts';
import type { SpeakerCall } from './speakers-call.ts';

export async function sayOrders(call: SpeakerCall, from?: number): Promise<string> {
  const { language } = call;
  const orders = await listOrdersUnderWay(call);
  if (orders.length === 0) return say(language, m.smsOrdersNone, {});
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
export async function sayStock(call: SpeakerCall, from?: number): Promise<string> {
  const { language } = call;
  const products =
    from === undefined ? await numberProducts(call) : await listNumbered(call, call.speaker);
  if (products.length === 0) return say(language, m.smsStockNone, {});
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

/** `first`: the index of the first omitted line. */
function listed(
  lines: readonly string[],
  { joint, characters }: { joint: string; characters: number },
) {
  const whole = fitParts(lines, { joint, characters });
  const { text, count } =
    whole.left === 0 ? whole : fitParts(lines, { joint, characters: SMS_LONG_LIST_MAX });
  return { text, first: count };
}
