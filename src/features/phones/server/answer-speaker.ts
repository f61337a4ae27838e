/*
 * A number that proves nothing by itself (accounts/server/trust-in-number.ts) needs the PIN, and so
 * does a large handover. Irreversible commands need a second word.
 */

import { checkPin } from '#accounts/server/phone-line.ts';
import { isToAnswer, isToSend } from '#orders/rules/order-facts.ts';
import { getFarmerOrder } from '#orders/server/list-orders.ts';
import { amountText } from '#rules/amounts.ts';
import { m } from '#text';
import type { Command, Waiting, Wanted } from '../rules/arguments.ts';
import { findMeant, isPlainAnswer, isUnnumbered, type Open } from '../rules/find-meant.ts';
import { intentOf } from '../rules/intents.ts';
import { askAboutPart, askAfterWeighing, findBuyersCommand } from './quantities.ts';
import { runCommand } from './run-command.ts';
import { sayPinUnasked, sayThings } from './say-hint.ts';
import {
  findOnlyQuestion,
  findOpen,
  findOwnOrder,
  findQuestion,
  isLargeHandover,
  isNumberTrusted,
  markHeard,
  type SpeakerCall,
  say,
  sayNotNow,
  sayOrders,
  sayPinLocked,
  sayPinNeeded,
  sayUnchanged,
  sayWithoutPin,
  type Turn,
} from './speakers.ts';

/** `isCounted` runs in the transaction that counts a wrong PIN or code. */
export type SmsCall = SpeakerCall & {
  receivedAt: Date;
  isCounted: (tx: Database) => Promise<boolean>;
};

export async function answerSpeaker(call: SmsCall, wanted: Wanted): Promise<Turn> {
  if (wanted.name === 'pin') return answerPin(call, wanted.pin);
  const isFree = !isUnnumbered(wanted) && intentOf(wanted.name).pin === 'never';
  if (isNumberTrusted(call) && (!isFree || wanted.name === 'stop')) return runWanted(call, wanted);
  return isFree ? { text: await runCommand(call, wanted) } : askForPin(call, wanted);
}

function askForPin(call: SmsCall, wanted: Wanted): Turn {
  if (!call.speaker.hasPin) return { text: sayWithoutPin(call) };
  return { text: say(call.language, m.smsPinAsk), asks: { command: wanted, for: 'pin' } };
}

async function leaveOrder(call: SmsCall, waiting: Waiting): Promise<Turn> {
  const { language } = call;
  const { command } = waiting;
  const order = await findOwnOrder(call, 'orderId' in command ? (command.orderId ?? 0) : 0);
  const text = order ? sayUnchanged(order, language) : say(language, m.smsNothingWaits);
  return { text, answered: waiting };
}

async function runWanted(call: SmsCall, wanted: Wanted, isPinGiven = false): Promise<Turn> {
  const { role } = call.user;
  const found: Found =
    role === 'farmer'
      ? await findCommand(call, wanted, isPinGiven)
      : await findBuyersCommand(call, wanted);
  if ('text' in found) return found;
  const { command, answered } = found;
  if (answered) return { text: await runHeard(call, command), answered };
  if (role === 'buyer' && (command.name === 'accept' || command.name === 'reject')) {
    const text = await askAfterWeighing(call, { ...call, orderId: command.orderId });
    if (text !== null) return { text };
  }
  if (!isPinGiven && (await isLargeHandover(call, command))) return askForPin(call, command);
  return askOrRun(call, command);
}

type Found = { command: Command; answered?: Waiting } | Turn;

async function findCommand(call: SmsCall, wanted: Wanted, isPinGiven: boolean): Promise<Found> {
  const { language, receivedAt } = call;
  const isOpenNeeded =
    isUnnumbered(wanted) ||
    wanted.name === 'agree' ||
    wanted.name === 'ready' ||
    (isPlainAnswer(wanted) && !(await findOwnOrder(call, wanted.orderId)));
  const find = isOpenNeeded ? findOpen : findOnlyQuestion;
  const open = await find(call, receivedAt);
  const meant = findMeant(wanted, isPinGiven ? { ...open, waiting: null } : open);
  if ('left' in meant) return leaveOrder(call, meant.left);
  if ('command' in meant) return meant;
  if ('part' in meant)
    return askAboutPart(await getFarmerOrder(call, meant.part), meant.part, language);
  const named =
    wanted.name === 'agree' && wanted.orderId !== undefined
      ? await findOwnOrder(call, wanted.orderId)
      : null;
  if (named) return { text: sayUnchanged(named, language) };
  return sayThings(meant.about, language) ?? { text: await sayNoneMeant(call, wanted, open) };
}

async function sayNoneMeant(call: SmsCall, wanted: Wanted, open: Open) {
  if (open.orders.length === 0 && wanted.name === 'agree')
    return say(call.language, m.smsNothingWaits);
  if (open.orders.length === 0 && wanted.name === 'part') return say(call.language, m.smsStockNone);
  return sayOrders(call);
}

async function askOrRun(call: SmsCall, command: Command): Promise<Turn> {
  const { language, user } = call;
  const order =
    command.name === 'reject' && user.role === 'farmer'
      ? await findOwnOrder(call, command.orderId)
      : null;
  if (command.name !== 'reject' || !order) return { text: await runHeard(call, command) };
  const { id, status, paymentStatus } = order;
  const values = { id, total: amountText(order.amount) };
  if (isToAnswer(status))
    return { text: say(language, m.smsRejectAsk, values), asks: { command, for: 'agree' } };
  if (!isToSend(status)) return { text: sayNotNow(order, language) };
  return {
    text: say(language, paymentStatus === 'paid' ? m.smsCancelAskPaid : m.smsCancelAsk, values),
    asks: { command: { ...command, name: 'cancel' }, for: 'agree' },
  };
}

async function runHeard(call: SmsCall, command: Command) {
  await markHeard(call);
  return runCommand(call, command);
}

/** Only if it was asked for: a code sent without its word is not a wrong PIN. */
async function answerPin(call: SmsCall, pin: string): Promise<Turn> {
  const { db, user, language, isCounted } = call;
  const { waiting: answered } = await findQuestion(call, call.receivedAt);
  if (answered?.for !== 'pin') return { text: await sayPinUnasked(call) };
  const checked = await checkPin(db, { userId: user.id, pin, isCounted }, call);
  switch (checked.outcome) {
    case 'wrong':
      return { text: say(language, m.smsPinWrong, { left: checked.triesLeft }) };
    case 'locked':
      return { text: sayPinLocked(call) };
    case 'none':
      return { text: sayPinNeeded(call) };
    case 'right':
      return { ...(await runWanted(call, answered.command, true)), answered };
  }
}
