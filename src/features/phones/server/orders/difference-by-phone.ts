/*
 * The buyer of goods that weigh more than was agreed chooses by phone: "NDIO 512" asks the same
 * phone for the difference by M-Pesa, "HAPANA 512" leaves it.
 */

import { markOpened } from '#features/notifications/server/inbox.ts';
import { wasToldBy } from '#features/notifications/server/phone-queries.ts';
import { orderSubject } from '#features/orders/rules/order.ts';
import { isOnTheWay } from '#features/orders/rules/order-facts.ts';
import { paymentFailureText } from '#features/orders/rules/payment-texts.ts';
import { getBuyerOrder, listBuyerOrders } from '#features/orders/server/list-orders.ts';
import { orderNotices } from '#features/orders/server/notices.ts';
import { weighedText } from '#features/orders/server/order-sms.ts';
import { type PaymentCall, requestPayment } from '#features/orders/server/request-payment.ts';
import { leaveDifference } from '#features/orders/server/weigh-order.ts';
import type { Command, Wanted } from '#features/phones/rules/commands.ts';
import { isUnnumbered } from '#features/phones/rules/find-meant.ts';
import { SMS_WHICH_MAX } from '#features/phones/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { cutToGsm7, SMS_CHARACTERS } from '#platform/rules/text/gsm7.ts';
import { fitParts, momentText, shortAmount } from '#platform/rules/text/sms-words.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { KnownSpeaker } from '../lines/queries.ts';
import { say, sayBuyersHelp } from '../say.ts';

type Needs = { clock: Clock; secret: string };
export type Chooser = Pick<KnownSpeaker, 'userId' | 'language' | 'phoneNumber'>;
type Own = { speaker: Chooser; orderId: number };

/** A buyer's recent orders of which the difference is neither paid nor left. */
export async function listDifferences(db: Database, buyerId: number, services: Needs) {
  const call = { ...services, db, user: { id: buyerId } };
  const { orders } = await listBuyerOrders(call, { status: 'dispatched' });
  return orders.filter(({ steps }) => steps.includes('leaveDifference'));
}

type Helped = Needs & { support: Support };

/**
 * A buyer's command. Without a number, "yes" and "no" are about the only order that they can mean.
 * @returns the command with the order's number, or the answer that asks for it
 */
export async function findBuyersCommand(
  db: Database,
  { speaker, wanted }: { speaker: Chooser; wanted: Wanted },
  services: Helped,
): Promise<{ command: Command } | { text: string }> {
  if (!isUnnumbered(wanted) && wanted.name !== 'agree') return { command: wanted };
  const [first, ...others] = await listDifferences(db, speaker.userId, services);
  if (!first || others.length > 0 || (wanted.name !== 'accept' && wanted.name !== 'reject'))
    return { text: await sayDifferences(db, { speaker }, services) };
  const orderId = first.id;
  return {
    command:
      wanted.name === 'accept'
        ? { name: 'accept', orderId }
        : { name: 'reject', orderId, reason: null },
  };
}

/** How a buyer answers the open differences, or else what a buyer can write. */
export async function sayDifferences(
  db: Database,
  { speaker: { userId, language } }: { speaker: Chooser },
  services: Helped,
): Promise<string> {
  const [first, ...others] = await listDifferences(db, userId, services);
  if (!first) return sayBuyersHelp(language, services);
  const next = say(language, m.smsNextAnswer, { id: first.id });
  if (others.length === 0) return say(language, m.smsHint, { next });
  const numbers = [first, ...others].map(({ id }) => String(id));
  const { text: list } = fitParts(numbers, { joint: ', ', characters: SMS_WHICH_MAX });
  return say(language, m.smsWhichOrder, { list, next });
}

type Answered = { speaker: Chooser; orderId: number; receivedAt: Date };

/**
 * Asks the buyer again if the goods were weighed once more, and the answer came before the buyer
 * was told of it: it is about an earlier weight.
 * @returns null if the answer is about the present one
 */
export async function askAfterWeighing(
  db: Database,
  { speaker, orderId, receivedAt }: Answered,
  services: Needs,
): Promise<string | null> {
  const { userId, language } = speaker;
  const subject = orderSubject(orderId);
  const kind = orderNotices.weighed.name;
  if (await wasToldBy(db, { userId, kind, subject, by: receivedAt })) return null;
  const order = await getBuyerOrder({ ...services, db, user: { id: userId } }, { orderId });
  if (!isOnTheWay(order.status)) return null;
  await markOpened(db, { userId, subject }, services);
  return weighedText(order, { locale: language });
}

/** `weighingSeen`: the weighing to which the buyer agrees; undefined for the present one. */
type Choice = Own & { weighingSeen?: number | undefined };

/** Asks the phone for the difference. */
export async function payDifference(
  db: Database,
  { speaker, orderId, weighingSeen }: Choice,
  services: Omit<PaymentCall, 'db' | 'user'>,
): Promise<string> {
  const { userId, language, phoneNumber } = speaker;
  const call = { ...services, db, user: { id: userId } };
  const { toPay, steps, weighing } = await getBuyerOrder(call, { orderId });
  if (weighingSeen !== undefined && weighingSeen !== weighing)
    throw new AppError('WEIGHED_MEANWHILE');
  if (!steps.includes('leaveDifference')) throw new AppError('NOT_PAYABLE');
  const { attempt, order } = await requestPayment(call, { orderId, phoneNumber });
  // M-Pesa may have put the push off, and another one waits for its turn.
  const last = order.payment ?? attempt;
  const values = { id: orderId, amount: shortAmount(toPay) };
  if (last.status === 'failed')
    return cutToGsm7(paymentFailureText(last, { locale: language }), SMS_CHARACTERS);
  if (last.pushAt === null) return say(language, m.smsDifferenceAsked, values);
  const moment = momentText(last.pushAt, { locale: language, now: services.clock() });
  return say(language, m.smsDifferenceAskedAt, { ...values, moment });
}

export async function leaveByPhone(
  db: Database,
  { speaker, orderId, weighingSeen }: Choice,
  services: Needs,
): Promise<string> {
  const { userId, language } = speaker;
  const call = { ...services, db, user: { id: userId } };
  const { id, total } = await leaveDifference(call, { orderId, weighingSeen });
  return say(language, m.smsDifferenceLeft, { id, total: shortAmount(total) });
}
