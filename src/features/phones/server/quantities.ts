/*
 * How much of an order there is: what a farmer accepts of it, what it weighs, and the difference
 * that a buyer pays or waives.
 *
 * "NDIO 512 38kg" with one line, "NDIO 512 12kg 8kg" in the order of its lines. Without a unit the
 * numbers may also be orders. "NDIO 512" from a buyer asks the same phone for the difference by
 * M-Pesa, "HAPANA 512" waives it.
 */

import { lotSubject, pointHours } from '#lots/rules/lot.ts';
import { lotNotices, smsWords } from '#lots/rules/notices.ts';
import { giveShare, takeShareBack } from '#lots/server/give-share.ts';
import { getLotForFarm, listLotsForFarm } from '#lots/server/read-lots.ts';
import { findShare } from '#lots/server/share-queries.ts';
import { markOpened } from '#notifications/server/inbox.ts';
import { wasNotifiedBy } from '#notifications/server/phone-queries.ts';
import { orderSubject } from '#orders/rules/order.ts';
import { isOnTheWay, isToAnswer } from '#orders/rules/order-facts.ts';
import { paymentFailureText } from '#orders/rules/payment.ts';
import { isSoldByWeight } from '#orders/rules/settlement.ts';
import { goodsOf } from '#orders/rules/sms-words.ts';
import { getBuyerOrder, getFarmerOrder, listBuyerOrders } from '#orders/server/list-orders.ts';
import { orderNotices } from '#orders/server/notices.ts';
import { confirmOrder } from '#orders/server/order-steps.ts';
import { weighedText } from '#orders/server/order-texts.ts';
import { requestPayment } from '#orders/server/request-payment.ts';
import { leaveDifference, weighOrder } from '#orders/server/weigh-order.ts';
import { unitText } from '#products/rules/product-texts.ts';
import { quantityOf } from '#products/server/list-own-products.ts';
import { amountText, hasAtMostDecimals } from '#rules/amounts.ts';
import { cutToGsm7, fitParts, momentText, SMS_CHARACTERS, shortName } from '#rules/text/sms.ts';
import { AppError } from '#server/app-error.ts';
import { m } from '#text';
import type { Command, Waiting, Wanted } from '../rules/arguments.ts';
import { isUnnumbered } from '../rules/find-meant.ts';
import { SMS_LINES_MAX, SMS_WHICH_MAX } from '../rules/intents.ts';
import {
  findOwnOrder,
  isNumberTrusted,
  type PhoneOrder,
  type SpeakerCall,
  say,
  sayBuyersHelp,
} from './speakers.ts';

type Acceptance = Extract<Command, { name: 'accept' }>;

const isAcceptance = (wanted: Wanted): wanted is Acceptance =>
  wanted.name === 'accept' && wanted.orderId !== null && !('quantities' in wanted);

/**
 * Accepts them if all are the farmer's new orders. Otherwise asks whether they are a part of the
 * first one.
 */
export async function findAccepted(
  call: SpeakerCall,
  commands: readonly Wanted[],
): Promise<{ commands: readonly Wanted[] } | { text: string; asks: Waiting }> {
  const [first, ...others] = commands.filter(isAcceptance);
  const isOnly = others.length + 1 === commands.length;
  if (!first || others.length === 0 || !isOnly || !isNumberTrusted(call)) return { commands };
  const numbers = others.map(({ orderId }) => orderId);
  const [order, ...own] = await Promise.all(
    [first, ...others].map(({ orderId }) => findOwnOrder(call, orderId)),
  );
  const areNew = own.every((one) => one !== null && isToAnswer(one.status));
  const quantities = order && [numbers, pairsOf(numbers)].find((part) => isPartOf(order, part));
  if (!order || areNew || !quantities) return { commands };
  return askAboutPart(order, { ...first, quantities }, call.language);
}

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

const isPartOf = ({ lines }: PhoneOrder, quantities: readonly number[]) =>
  lines.length === quantities.length &&
  lines.every(({ quantity }, at) => (quantities[at] ?? 0) <= quantity) &&
  quantities.every((quantity) => hasAtMostDecimals(quantity, 2));

export async function acceptOrder(
  call: SpeakerCall,
  { orderId, quantities, unit }: Acceptance,
): Promise<PhoneOrder | { text: string }> {
  if (!quantities) return confirmOrder(call, { orderId });
  const order = await getFarmerOrder(call, { orderId });
  const isOther = unit !== undefined && order.lines.some((line) => line.unit !== unit);
  if (isToAnswer(order.status) && (isOther || order.lines.length !== quantities.length)) {
    const list = sayLines(order.lines, call.language);
    return { text: say(call.language, m.smsWhichLines, { id: orderId, list }) };
  }
  const lines = order.lines.map(({ id, quantity }, at) => ({
    lineId: id,
    quantity: quantities[at] ?? quantity,
  }));
  return confirmOrder(call, { orderId, lines });
}

function sayLines(lines: PhoneOrder['lines'], language: Language) {
  const options = { locale: language };
  const said = lines.map(({ name, ...line }) =>
    m.smsProductLine(quantityOf({ ...line, name: shortName(name) }, options), options),
  );
  return fitParts(said, { joint: ', ', characters: SMS_LINES_MAX }).text;
}

/** In kilograms, in the order of the lines. */
export async function weighByPhone(
  call: SpeakerCall,
  { orderId: id, weights }: Extract<Command, { name: 'weigh' }>,
) {
  const { language } = call;
  const order = await getFarmerOrder(call, { orderId: id });
  const inKilograms = order.lines.filter(isSoldByWeight);
  const isOther = inKilograms.length > 0 && inKilograms.length !== weights.length;
  if (isOnTheWay(order.status) && isOther)
    return say(language, m.smsWhichWeights, { id, list: sayLines(inKilograms, language) });
  const lines = (inKilograms.length > 0 ? inKilograms : order.lines.slice(0, 1)).flatMap(
    (line, at) => {
      const weight = weights[at];
      return weight === undefined ? [] : [{ lineId: line.id, weight }];
    },
  );
  const weighed = await weighOrder(call, { orderId: id, lines });
  const { difference, weighing } = weighed;
  const values = { id, goods: goodsOf(asItWeighs(weighed), { locale: language }) };
  const total = amountText(weighed.amount);
  // The weights are as agreed, and there were none before.
  if (weighing === 0) return say(language, m.smsWeighedSame, { ...values, total });
  return difference?.status === 'open'
    ? say(language, m.smsWeighedMore, { ...values, more: amountText(difference.amount) })
    : say(language, m.smsWeighed, { ...values, total });
}

export const asItWeighs = <Line extends { quantity: number; weighedQuantity: number | null }>({
  lines,
}: {
  lines: readonly Line[];
}) => ({
  lines: lines.map((line) => ({ ...line, quantity: line.weighedQuantity ?? line.quantity })),
});

export async function listDifferences(call: SpeakerCall) {
  const { orders } = await listBuyerOrders(call, { status: 'dispatched' });
  return orders.filter(({ steps }) => steps.includes('leaveDifference'));
}

/** Returns the command with the order's number, or the question for it. */
export async function findBuyersCommand(
  call: SpeakerCall,
  wanted: Wanted,
): Promise<{ command: Command } | { text: string }> {
  if (!isUnnumbered(wanted) && wanted.name !== 'agree') return { command: wanted };
  const [first, ...others] = await listDifferences(call);
  if (!first || others.length > 0 || (wanted.name !== 'accept' && wanted.name !== 'reject'))
    return { text: await sayDifferences(call) };
  const orderId = first.id;
  return {
    command:
      wanted.name === 'accept'
        ? { name: 'accept', orderId }
        : { name: 'reject', orderId, reason: null },
  };
}

export async function sayDifferences(call: SpeakerCall) {
  const { language } = call;
  const [first, ...others] = await listDifferences(call);
  if (!first) return sayBuyersHelp(call);
  const next = say(language, m.smsNextAnswer, { id: first.id });
  if (others.length === 0) return say(language, m.smsHint, { next });
  const numbers = [first, ...others].map(({ id }) => String(id));
  const { text: list } = fitParts(numbers, { joint: ', ', characters: SMS_WHICH_MAX });
  return say(language, m.smsWhichOrder, { list, next });
}

/**
 * The goods were weighed once more before the buyer knew. Null if the answer is about the present
 * weight.
 */
export async function askAfterWeighing(
  call: SpeakerCall,
  { orderId, receivedAt }: { orderId: number; receivedAt: Date },
) {
  const { db, language } = call;
  const told = { userId: call.user.id, subject: orderSubject(orderId) };
  const kind = orderNotices.weighed.name;
  if (await wasNotifiedBy(db, { ...told, kind, by: receivedAt })) return null;
  const order = await getBuyerOrder(call, { orderId });
  if (!isOnTheWay(order.status)) return null;
  await markOpened(db, told, call);
  return weighedText(order, { locale: language });
}

type Choice = { orderId: number; weighingSeen?: number | undefined };

export async function payDifference(call: SpeakerCall, { orderId, weighingSeen }: Choice) {
  const { language, phoneNumber } = call;
  const { toPay, steps, weighing } = await getBuyerOrder(call, { orderId });
  if (weighingSeen !== undefined && weighingSeen !== weighing)
    throw new AppError('WEIGHED_MEANWHILE');
  if (!steps.includes('leaveDifference')) throw new AppError('NOT_PAYABLE');
  const { attempt, order } = await requestPayment(call, { orderId, phoneNumber });
  const last = order.payment ?? attempt;
  const values = { id: orderId, amount: amountText(toPay) };
  const options = { locale: language };
  if (last.status === 'failed') return cutToGsm7(paymentFailureText(last, options), SMS_CHARACTERS);
  if (last.pushAt === null) return m.smsDifferenceAsked(values, options);
  const moment = momentText(last.pushAt, { ...options, now: call.clock() });
  return m.smsDifferenceAskedAt({ ...values, moment }, options);
}

export async function leaveByPhone(call: SpeakerCall, choice: Choice) {
  const { id, total } = await leaveDifference(call, choice);
  return say(call.language, m.smsDifferenceLeft, { id, total: amountText(total) });
}

/* The texts have at most 160 plain characters. */

type Filled = Pick<Extract<Command, { name: 'fill' }>, 'lotId' | 'quantity' | 'unit'> & {
  pointId?: number;
  waits?: boolean;
};

/** "JAZA 12 200", and "FOLENI 12 200" for what is not left. */
export async function fillByPhone(
  call: SpeakerCall,
  { unit, waits = false, ...given }: Filled,
): Promise<string> {
  const on = { locale: call.language };
  const before = await getLotForFarm(call, given);
  if (unit && unit !== before.unit)
    throw new AppError('LOT_UNIT_OTHER', { inputs: { unit: unitText(2, before.unit, on) } });
  const lot = await giveShare(call, { ...given, waits });
  const words = smsWords({ ...lot, quantity: given.quantity }, on);
  const [share] = lot.shares;
  if (share?.status === 'waiting') return m.smsLotQueued(words, on);
  const point = lot.points.find(({ id }) => id === share?.pointId);
  const hours = point ? pointHours(point) : '';
  return m.smsLotFilled({ ...words, point: shortName(point?.name ?? ''), hours }, on);
}

export const listLots = async (call: SpeakerCall) => (await listLotsForFarm(call)).lots;

export async function lotLine(call: SpeakerCall, lotId: number): Promise<string> {
  const lot = await getLotForFarm(call, { lotId });
  const { crop, day, id } = smsWords(lot, { locale: call.language });
  return `LOT ${id} ${crop} ${day}`;
}

/** The question for a share, with the lot's terms and the quantity that is left. */
export async function askShare(call: SpeakerCall, lotId: number): Promise<string> {
  const lot = await getLotForFarm(call, { lotId });
  const on = { locale: call.language };
  return m.smsAskShare(smsWords({ ...lot, quantity: lot.left }, on), on);
}

/** "NDIO LOT 12", to what the farmer was told. */
export async function answerShare(
  { receivedAt, ...call }: SpeakerCall & { receivedAt?: Date },
  { lotId, isYes }: { lotId: number; isYes: boolean },
): Promise<string> {
  const userId = call.user.id;
  const own = await findShare(call.db, lotId, userId);
  const told = { userId, kind: lotNotices.proposed.name, subject: lotSubject(lotId) };
  const by = receivedAt ?? call.clock();
  if (!own || (own.status === 'proposed' && !(await wasNotifiedBy(call.db, { ...told, by }))))
    return askShare(call, lotId);
  const { quantity, pointId } = own;
  if (isYes) return fillByPhone(call, { lotId, quantity, pointId });
  await takeShareBack(call, { lotId });
  return say(call.language, m.smsShareRefused, { id: lotId });
}
