/* "NDIO 512" asks the same phone for the difference by M-Pesa, "HAPANA 512" waives it. */

import { markOpened } from '#notifications/server/inbox.ts';
import { wasNotifiedBy } from '#notifications/server/phone-queries.ts';
import { orderSubject } from '#orders/rules/order.ts';
import { isOnTheWay } from '#orders/rules/order-facts.ts';
import { paymentFailureText } from '#orders/rules/payment.ts';
import { getBuyerOrder, listBuyerOrders } from '#orders/server/list-orders.ts';
import { orderNotices } from '#orders/server/notices.ts';
import { weighedText } from '#orders/server/order-texts.ts';
import { requestPayment } from '#orders/server/request-payment.ts';
import { leaveDifference } from '#orders/server/weigh-order.ts';
import type { Command, Wanted } from '#phones/rules/arguments.ts';
import { isUnnumbered } from '#phones/rules/find-meant.ts';
import { SMS_WHICH_MAX } from '#phones/rules/limits.ts';
import { amountText } from '#platform/rules/money.ts';
import { cutToGsm7, fitParts, momentText, SMS_CHARACTERS } from '#platform/rules/text/sms.ts';
import { AppError } from '#platform/server/app-error.ts';
import { m } from '#text';
import { say, sayBuyersHelp } from './say.ts';
import type { SpeakerCall } from './speakers-call.ts';

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

export async function sayDifferences(call: SpeakerCall): Promise<string> {
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
): Promise<string | null> {
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

export async function payDifference(
  call: SpeakerCall,
  { orderId, weighingSeen }: Choice,
): Promise<string> {
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

export async function leaveByPhone(call: SpeakerCall, choice: Choice): Promise<string> {
  const { id, total } = await leaveDifference(call, choice);
  return say(call.language, m.smsDifferenceLeft, { id, total: amountText(total) });
}
