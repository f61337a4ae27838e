/*
 * Answers one command of a user. A number that proves nothing by itself
 * (accounts/server/trust-in-number.ts) needs the PIN, and so does a handover of a large amount.
 * Irreversible commands need a second word.
 */

import { checkPin } from '#features/accounts/server/phone-line.ts';
import { provesPerson } from '#features/accounts/server/trust-in-number.ts';
import { isToAnswer, isToSend } from '#features/orders/rules/order-facts.ts';
import type { Command, Waiting, Wanted } from '#features/phones/rules/commands.ts';
import {
  findMeant,
  isPlainAnswer,
  isUnnumbered,
  type Open,
} from '#features/phones/rules/find-meant.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { shortAmount } from '#platform/rules/text/sms-words.ts';
import type { Database } from '#platform/server/db/database.ts';
import { findOnlyQuestion, findOpen } from './find-open.ts';
import type { KnownSpeaker } from './lines/queries.ts';
import { markHeard } from './mark-heard.ts';
import { isLargeHandover, sayWithoutPin } from './needs-pin.ts';
import { findOwnOrder, getPhoneOrder, sayNotNow, sayUnchanged } from './order-lines.ts';
import { askAboutPart } from './orders/accept-by-sms.ts';
import { askAfterWeighing, findBuyersCommand } from './orders/difference-by-phone.ts';
import { findQuestion, type Questions } from './questions.ts';
import { type CommandNeeds, runCommand } from './run-command.ts';
import { say, sayPinLocked, sayPinNeeded } from './say.ts';
import { sayHelp, sayPinHelp, sayPinUnasked } from './say-hint.ts';
import { sayOrders } from './say-lists.ts';
import { sayThings } from './say-things.ts';

export type Turn = Questions & { text: string };

/** `isCounted`: whether a wrong PIN or code counts, evaluated in the transaction that counts it. */
export type Tried = { receivedAt: Date; isCounted: (tx: Database) => Promise<boolean> };
type Asked = { speaker: KnownSpeaker; wanted: Wanted } & Tried;

export async function answerSpeaker(
  db: Database,
  { speaker, wanted, ...tried }: Asked,
  services: CommandNeeds,
): Promise<Turn> {
  if (wanted.name === 'pin') return answerPin(db, { speaker, pin: wanted.pin, ...tried }, services);
  if (wanted.name === 'help') return { text: await sayHelp(db, { speaker }, services) };
  if (wanted.name === 'pinHelp') return { text: sayPinHelp(speaker, services) };
  if (!isUnnumbered(wanted) && isOpenToAll(wanted))
    return { text: await runCommand(db, { speaker, command: wanted }, services) };
  if (!provesPerson(speaker, services.clock())) return askForPin({ speaker, wanted }, services);
  return runWanted(db, { speaker, wanted, isProven: false, ...tried }, services);
}

/** Commands that do no harm, whichever person holds the phone. */
const isOpenToAll = ({ name }: Command) =>
  name === 'price' || name === 'sell' || name === 'stop' || name === 'join' || name === 'verify';

function askForPin(
  { speaker, wanted }: { speaker: KnownSpeaker; wanted: Wanted },
  services: CommandNeeds,
): Turn {
  if (!speaker.hasPin) return { text: sayWithoutPin(speaker, services) };
  return { text: say(speaker.language, m.smsPinAsk, {}), asks: { command: wanted, for: 'pin' } };
}

/** Ends the question, leaves its order as it is, and says what can be done with it. */
async function leaveOrder(
  db: Database,
  { speaker, waiting }: { speaker: KnownSpeaker; waiting: Waiting },
  services: CommandNeeds,
): Promise<Turn> {
  const { userId: farmerId, language } = speaker;
  const { command } = waiting;
  const orderId = 'orderId' in command ? (command.orderId ?? 0) : 0;
  const order = await findOwnOrder(db, { orderId, farmerId }, services);
  const text = order ? sayUnchanged(order, language) : say(language, m.smsNothingWaits, {});
  return { text, answered: waiting };
}

/** Runs a command that may need a number, the PIN or a confirmation first. */
async function runWanted(
  db: Database,
  asked: Asked & { isProven: boolean },
  services: CommandNeeds,
): Promise<Turn> {
  const { speaker, wanted, isProven, receivedAt, isCounted } = asked;
  const found: Found =
    speaker.role === 'farmer'
      ? await findCommand(db, asked, services)
      : await findBuyersCommand(db, { speaker, wanted }, services);
  if ('text' in found) return found;
  const { command, answered } = found;
  if (answered)
    return { text: await runHeard(db, { speaker, command, isCounted }, services), answered };
  if (speaker.role === 'buyer' && (command.name === 'accept' || command.name === 'reject')) {
    const { orderId } = command;
    const text = await askAfterWeighing(db, { speaker, orderId, receivedAt }, services);
    if (text !== null) return { text };
  }
  if (!isProven && (await isLargeHandover(db, { speaker, command })))
    return askForPin({ speaker, wanted: command }, services);
  return askOrRun(db, { speaker, command, isCounted }, services);
}

type Found = { command: Command; answered?: Waiting } | Turn;

/** Finds the meaning of a farmer's SMS among the things to answer. */
async function findCommand(
  db: Database,
  { speaker, wanted, isProven, receivedAt }: Asked & { isProven: boolean },
  services: CommandNeeds,
): Promise<Found> {
  const { language, userId: farmerId } = speaker;
  const isOpenNeeded =
    isUnnumbered(wanted) ||
    wanted.name === 'agree' ||
    wanted.name === 'ready' ||
    (isPlainAnswer(wanted) && !(await findOwnOrder(db, { ...wanted, farmerId }, services)));
  const find = isOpenNeeded ? findOpen : findOnlyQuestion;
  const open = await find(db, { speaker, receivedAt }, services);
  // The PIN was the answer to the question.
  const meant = findMeant(wanted, isProven ? { ...open, waiting: null } : open);
  if ('left' in meant) return leaveOrder(db, { speaker, waiting: meant.left }, services);
  if ('command' in meant) return meant;
  if ('part' in meant) {
    const { part } = meant;
    return askAboutPart(await getPhoneOrder(db, { ...part, farmerId }, services), part, language);
  }
  const named =
    wanted.name === 'agree' && wanted.orderId !== undefined
      ? await findOwnOrder(db, { orderId: wanted.orderId, farmerId }, services)
      : null;
  if (named) return { text: sayUnchanged(named, language) };
  const said = sayThings(meant.about, language);
  return { text: said ?? (await sayNoneMeant(db, { speaker, wanted, open }, services)) };
}

type NoneMeant = { speaker: KnownSpeaker; wanted: Wanted; open: Open };

/** Nothing waits for this word. The farmer reads how the orders stand. */
async function sayNoneMeant(
  db: Database,
  { speaker, wanted, open }: NoneMeant,
  services: CommandNeeds,
): Promise<string> {
  const { language } = speaker;
  if (open.orders.length === 0 && wanted.name === 'agree')
    return say(language, m.smsNothingWaits, {});
  if (open.orders.length === 0 && wanted.name === 'part') return say(language, m.smsStockNone, {});
  return sayOrders(db, { speaker, from: undefined }, services);
}
type Run = { speaker: KnownSpeaker; command: Command } & Pick<Tried, 'isCounted'>;

/** Runs a command, or asks for confirmation. */
async function askOrRun(db: Database, asked: Run, services: CommandNeeds): Promise<Turn> {
  const { speaker, command } = asked;
  const { userId: farmerId, language, role } = speaker;
  const order =
    command.name === 'reject' && role === 'farmer'
      ? await findOwnOrder(db, { orderId: command.orderId, farmerId }, services)
      : null;
  // If there is no such order, the use case reports it.
  if (command.name !== 'reject' || !order) return { text: await runHeard(db, asked, services) };
  const { id, status, paymentStatus } = order;
  const values = { id, total: shortAmount(order.amount) };
  if (isToAnswer(status))
    return { text: say(language, m.smsRejectAsk, values), asks: { command, for: 'agree' } };
  if (!isToSend(status)) return { text: sayNotNow(order, language) };
  return {
    text: say(language, paymentStatus === 'paid' ? m.smsCancelAskPaid : m.smsCancelAsk, values),
    asks: { command: { ...command, name: 'cancel' }, for: 'agree' },
  };
}

async function runHeard(db: Database, asked: Run, services: CommandNeeds): Promise<string> {
  await markHeard(db, asked.speaker.userId, services);
  return runCommand(db, asked, services);
}

/**
 * Checks a PIN only if it was asked for: a code that was sent without its word is not a wrong PIN.
 */
async function answerPin(
  db: Database,
  { speaker, pin, receivedAt, isCounted }: { speaker: KnownSpeaker; pin: string } & Tried,
  services: CommandNeeds,
): Promise<Turn> {
  const { userId, language } = speaker;
  const answered = await findQuestion(db, { userId, receivedAt }, services);
  if (answered?.for !== 'pin') return { text: await sayPinUnasked(db, { speaker }, services) };
  const checked = await checkPin(db, { userId, pin, isCounted }, services);
  switch (checked.outcome) {
    case 'wrong':
      return { text: say(language, m.smsPinWrong, { left: checked.triesLeft }) };
    case 'locked':
      return { text: sayPinLocked(language, services) };
    case 'none':
      return { text: sayPinNeeded(language, services) };
    case 'right': {
      const wanted = answered.command;
      const run = { speaker, wanted, isProven: true, receivedAt, isCounted };
      return { ...(await runWanted(db, run, services)), answered };
    }
  }
}
