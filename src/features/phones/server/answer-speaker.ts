/*
 * Answers one command of a user. A number that proves nothing by itself
 * (accounts/server/trust-in-number.ts) needs the PIN, and so does a handover of a large amount.
 * Irreversible commands need a second word.
 */

import { checkPin } from '#features/accounts/server/phone-line.ts';
import { provesPerson } from '#features/accounts/server/trust-in-number.ts';
import { isToSend } from '#features/orders/rules/order-facts.ts';
import type { Command, Unnumbered, Wanted } from '#features/phones/rules/commands.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { KnownSpeaker } from './lines/queries.ts';
import { markHeard } from './mark-heard.ts';
import { isLargeHandover, sayWithoutPin } from './needs-pin.ts';
import { findOwnOrder, sayNotNow, sayUnchanged } from './order-lines.ts';
import { askAfterWeighing, findDifferenceMeant } from './orders/difference-by-phone.ts';
import { findQuestion, type Questions, type Waiting } from './questions.ts';
import { type CommandNeeds, runCommand } from './run-command.ts';
import { say, sayPinLocked, sayPinNeeded, shortAmount } from './say.ts';
import { sayHelp, sayPinUnasked } from './say-hint.ts';
import { findOrderMeant } from './which-order.ts';

export type Turn = Questions & { text: string };

/** `isCounted`: whether a wrong PIN or code counts, evaluated in the transaction that counts it. */
export type Tried = { receivedAt: Date; isCounted: (tx: Database) => Promise<boolean> };
type Asked = { speaker: KnownSpeaker; wanted: Wanted } & Tried;

export async function answerSpeaker(
  db: Database,
  { speaker, wanted, ...tried }: Asked,
  services: CommandNeeds,
): Promise<Turn> {
  const { userId } = speaker;
  if (wanted.name === 'pin') return answerPin(db, { speaker, pin: wanted.pin, ...tried }, services);
  if (wanted.name === 'help') return { text: await sayHelp(db, { speaker }, services) };
  if (!isUnnumbered(wanted) && isOpenToAll(wanted))
    return { text: await runCommand(db, { speaker, command: wanted }, services) };
  if (!provesPerson(speaker, services.clock())) return askForPin({ speaker, wanted }, services);
  if (wanted.name === 'agree')
    return answerAgreement(db, { speaker, orderId: wanted.orderId, ...tried }, services);
  const waiting = await findQuestion(db, { userId, word: 'agree', ...tried }, services);
  if (waiting && isOpposite(wanted, waiting)) return leaveOrder(db, { speaker, waiting }, services);
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
  return { text: say(speaker.language, 'pinAsk', {}), asks: { command: wanted, for: 'pin' } };
}

/**
 * "Yes", while the rejection of that order waits for a confirmation, may mean the rejection or the
 * order.
 */
const isOpposite = (wanted: Wanted, { command }: Waiting) =>
  wanted.name === 'accept' &&
  (command.name === 'reject' || command.name === 'cancel') &&
  (wanted.orderId === null || wanted.orderId === command.orderId);

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
  const text = order ? sayUnchanged(order, language) : say(language, 'nothingWaits', {});
  return { text, answered: waiting };
}

type Agreed = { speaker: KnownSpeaker; orderId: number | undefined } & Tried;

/** `orderId`: the order that "OK 37" names. It must be that of the question. */
async function answerAgreement(
  db: Database,
  { speaker, orderId, receivedAt, isCounted }: Agreed,
  services: CommandNeeds,
): Promise<Turn> {
  const { userId, language } = speaker;
  const answered = await findQuestion(db, { userId, word: 'agree', receivedAt }, services);
  const asked = answered && 'orderId' in answered.command ? answered.command.orderId : undefined;
  if (answered && (orderId === undefined || orderId === asked)) {
    const { command } = answered;
    return { text: await runHeard(db, { speaker, command, isCounted }, services), answered };
  }
  const order = orderId && (await findOwnOrder(db, { orderId, farmerId: userId }, services));
  return { text: order ? sayUnchanged(order, language) : say(language, 'nothingWaits', {}) };
}

/** Runs a command that may need a number, the PIN or a confirmation first. */
async function runWanted(
  db: Database,
  { speaker, wanted, isProven, receivedAt, isCounted }: Asked & { isProven: boolean },
  services: CommandNeeds,
): Promise<Turn> {
  let command: Command;
  if (!isUnnumbered(wanted)) command = wanted;
  else {
    const found = await (speaker.role === 'farmer'
      ? findOrderMeant(db, { speaker, wanted, receivedAt }, services)
      : findDifferenceMeant(db, { speaker, wanted }, services));
    if ('text' in found) return found;
    command = found.command;
  }
  if (speaker.role === 'buyer' && (command.name === 'accept' || command.name === 'reject')) {
    const { orderId } = command;
    const text = await askAfterWeighing(db, { speaker, orderId, receivedAt }, services);
    if (text !== null) return { text };
  }
  if (!isProven && (await isLargeHandover(db, { speaker, command })))
    return askForPin({ speaker, wanted: command }, services);
  return askOrRun(db, { speaker, command, isCounted }, services);
}

const isUnnumbered = (wanted: Wanted): wanted is Unnumbered =>
  'orderId' in wanted && wanted.orderId === null;

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
  if (status === 'pending')
    return { text: say(language, 'rejectAsk', values), asks: { command, for: 'agree' } };
  if (!isToSend(status)) return { text: sayNotNow(order, language) };
  return {
    text: say(language, paymentStatus === 'paid' ? 'cancelAskPaid' : 'cancelAsk', values),
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
  const answered = await findQuestion(db, { userId, word: 'pin', receivedAt }, services);
  if (!answered) return { text: await sayPinUnasked(db, { speaker }, services) };
  const checked = await checkPin(db, { userId, pin, isCounted }, services);
  switch (checked.outcome) {
    case 'wrong':
      return { text: say(language, 'pinWrong', { left: checked.triesLeft }) };
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
