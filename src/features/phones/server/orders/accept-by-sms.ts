/*
 * Accepting a part of an order by SMS: "NDIO 512 38kg" for an order with one line, "NDIO 512 12kg
 * 8kg" in the order of its lines. Without a unit the numbers may also be orders.
 */

import { provesPerson } from '#features/accounts/server/trust-in-number.ts';
import { isToAnswer } from '#features/orders/rules/order-facts.ts';
import { goodsOf } from '#features/orders/rules/sms-words.ts';
import { confirmOrder } from '#features/orders/server/order-steps.ts';
import type { Command, Waiting, Wanted } from '#features/phones/rules/commands.ts';
import { SMS_LINES_MAX } from '#features/phones/rules/limits.ts';
import { quantityOf } from '#features/products/server/numbered-products.ts';
import type { PriceRecords } from '#features/products/server/price-records.ts';
import { hasAtMostDecimals } from '#platform/rules/decimal.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { fitParts, shortName } from '#platform/rules/text/sms-words.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { KnownSpeaker } from '../lines/queries.ts';
import { findOwnOrder, getPhoneOrder, type PhoneOrder } from '../order-lines.ts';
import { say } from '../say.ts';

type Needs = { clock: Clock; secret: string; priceRecords: PriceRecords };
type Acceptance = Extract<Command, { name: 'accept' }>;

const isAcceptance = (wanted: Wanted): wanted is Acceptance =>
  wanted.name === 'accept' && wanted.orderId !== null && !('quantities' in wanted);

/**
 * Interprets a text that accepts several numbers. If all are new orders of the farmer, it accepts
 * them. Otherwise it may be about a part of the first one, so its writer is asked.
 */
export async function findAccepted(
  db: Database,
  { speaker, commands }: { speaker: KnownSpeaker; commands: readonly Wanted[] },
  services: Needs,
): Promise<{ commands: readonly Wanted[] } | { text: string; asks: Waiting }> {
  const [first, ...others] = commands.filter(isAcceptance);
  const isOnly = others.length + 1 === commands.length;
  if (!first || others.length === 0 || !isOnly || !provesPerson(speaker, services.clock()))
    return { commands };
  const find = ({ orderId }: Acceptance) =>
    findOwnOrder(db, { orderId, farmerId: speaker.userId }, services);
  const numbers = others.map(({ orderId }) => orderId);
  const [order, ...own] = await Promise.all([first, ...others].map(find));
  const areNew = own.every((one) => one !== null && isToAnswer(one.status));
  const quantities = order && [numbers, pairsOf(numbers)].find((part) => isPartOf(order, part));
  if (!order || areNew || !quantities) return { commands };
  return askAboutPart(order, { ...first, quantities }, speaker.language);
}

/** Asks whether this part of an order is all that there is. */
export function askAboutPart(
  order: PhoneOrder,
  command: Acceptance,
  language: Language,
): { text: string; asks: Waiting } {
  const lines = order.lines.map((line, at) => ({
    ...line,
    quantity: command.quantities?.[at] ?? 0,
  }));
  const goods = goodsOf({ lines }, { locale: language });
  return {
    text: say(language, m.smsPartAsk, { id: order.id, goods }),
    asks: { command, for: 'agree' },
  };
}

/** "38,5" was read as two numbers, because "35,36" are two orders. */
const pairsOf = (numbers: readonly number[]): number[] =>
  numbers.flatMap((whole, at) =>
    at % 2 === 0 ? [Number(`${whole}.${numbers[at + 1] ?? 'x'}`)] : [],
  );

/** Whether the numbers can be what there is of each line. */
const isPartOf = ({ lines }: PhoneOrder, quantities: readonly number[]): boolean =>
  lines.length === quantities.length &&
  lines.every(({ quantity }, at) => (quantities[at] ?? 0) <= quantity) &&
  quantities.every((quantity) => hasAtMostDecimals(quantity, 2));

type Part = { speaker: Pick<KnownSpeaker, 'language' | 'userId'>; command: Acceptance };

/**
 * Accepts an order, or the named part of it.
 * @returns the order afterwards, or the question which quantity belongs to which line
 */
export async function acceptOrder(
  db: Database,
  { speaker, command }: Part,
  services: Needs,
): Promise<PhoneOrder | { text: string }> {
  const { orderId, quantities, unit } = command;
  const own = { orderId, farmerId: speaker.userId };
  const call = { ...services, db, user: { id: speaker.userId } };
  if (!quantities) return confirmOrder(call, { orderId });
  const order = await getPhoneOrder(db, own, services);
  const isOther = unit !== undefined && order.lines.some((line) => line.unit !== unit);
  if (isToAnswer(order.status) && (isOther || order.lines.length !== quantities.length))
    return { text: sayLines(order, speaker) };
  const lines = order.lines.map(({ id, quantity }, at) => ({
    lineId: id,
    quantity: quantities[at] ?? quantity,
  }));
  return confirmOrder(call, { orderId, lines });
}

/** Lists the lines of an order, so that the farmer can write a quantity for each. */
function sayLines(order: PhoneOrder, { language }: Part['speaker']): string {
  const lines = order.lines.map(({ name, ...line }) =>
    say(
      language,
      m.smsProductLine,
      quantityOf({ ...line, name: shortName(name) }, { locale: language }),
    ),
  );
  const { text: list } = fitParts(lines, { joint: ', ', characters: SMS_LINES_MAX });
  return say(language, m.smsWhichLines, { id: order.id, list });
}
