/*
 * Answers one SMS. An unverified number gets no personal data. A number that proves nothing by
 * itself (accounts/server/trust-in-number.ts) needs the PIN, and so does a handover of a large
 * amount. Irreversible commands need a second word.
 */

import { PIN_ORDER_KES } from '#features/accounts/rules/limits.ts';
import { askToJoin } from '#features/accounts/server/ask-to-join.ts';
import { checkPin } from '#features/accounts/server/phone-line.ts';
import { provesPerson } from '#features/accounts/server/trust-in-number.ts';
import {
  endWaiting,
  findWaiting,
  upsertLine,
} from '#features/notifications/server/phone-queries.ts';
import { findOrderTotal } from '#features/orders/server/queries.ts';
import { type Command, exampleOf, readCommand } from '#features/phones/rules/commands.ts';
import {
  SMS_ANSWERS_PER_HOUR,
  SMS_UNKNOWN_PER_HOUR,
  WAITING_WORD_SECONDS,
} from '#features/phones/rules/limits.ts';
import type { PriceRecords } from '#features/products/server/price-records.ts';
import { HOUR_SECONDS } from '#platform/rules/durations.ts';
import { centsOf, shillingsOf } from '#platform/rules/money.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { RateLimits, RateRule } from '#platform/server/rate-limits.ts';
import { findSpeaker } from './lines/queries.ts';
import { markHeard } from './mark-heard.ts';
import { runCommand, runPublicCommand } from './run-command.ts';
import { say, sayPinLocked, sayPinNeeded, shortAmount } from './say.ts';

// Per phone number and hour.
const smsAnswer: RateRule = {
  name: 'smsAnswer',
  points: SMS_ANSWERS_PER_HOUR,
  seconds: HOUR_SECONDS,
};
/** Answers to texts that are no command. */
const smsUnknown: RateRule = {
  name: 'smsUnknown',
  points: SMS_UNKNOWN_PER_HOUR,
  seconds: HOUR_SECONDS,
};
/** The answer that the number has sent too many SMS. */
const smsTooMany: RateRule = { name: 'smsTooMany', points: 1, seconds: HOUR_SECONDS };

export type Needs = {
  clock: Clock;
  secret: string;
  support: Support;
  rateLimits: RateLimits;
  priceRecords: PriceRecords;
};
export type KnownSpeaker = NonNullable<Awaited<ReturnType<typeof findSpeaker>>>;

type Waiting = { command: Command; for: 'pin' | 'agree' };
/** `answered`: the pending question that this word answers. `asks`: the new pending question. */
type Turn = { text: string; answered?: Waiting; asks?: Waiting };
/** `text` null: no answer, because the number has reached its limit. */
export type Answer = Omit<Turn, 'text'> & { userId: number | null; text: string | null };

type Words = { phoneNumber: string; text: string; isRetry: boolean } & Tried;
/** `isCounted`: whether a wrong PIN or code counts, evaluated in the transaction that counts it. */
type Tried = { receivedAt: Date; isCounted: (tx: Database) => Promise<boolean> };

/**
 * Answers an SMS. `isRetry`: it was counted at the first attempt, and its command may already be
 * done. keepTurn stores the change of the pending question together with the answer, so a retry
 * finds the same question.
 */
export async function answerWords(
  db: Database,
  { phoneNumber, text, isRetry, ...tried }: Words,
  services: Needs,
): Promise<Answer> {
  const { rateLimits } = services;
  const speaker = await findSpeaker(db, phoneNumber);
  const userId = speaker?.userId ?? null;
  const said = readCommand(text);
  const hour = hourOf(services.clock());
  const example = speaker && !said ? exampleOf(text, speaker.language) : null;
  const isAnswered =
    isRetry ||
    (await mayAnswer({ isCommand: said !== null, example, phoneNumber, hour }, rateLimits));
  if (!isAnswered) {
    // Commands are not executed either, so a user who sends some must be told.
    const isTold = speaker && said && (await rateLimits.tryConsume(smsTooMany, phoneNumber, hour));
    return { userId, text: isTold ? say(speaker.language, 'tooMany', {}) : null };
  }
  if (!said) {
    const language = speaker?.language ?? 'sw';
    return {
      userId,
      text: example ? say(language, 'hint', { example }) : say(language, 'unknown', {}),
    };
  }
  if (speaker)
    return {
      userId,
      ...(await answerSpeaker(db, { speaker, command: said.command, ...tried }, services)),
    };
  if (said.command.name === 'join') {
    await askToJoin(phoneNumber, services);
    return { userId, text: say(said.language, 'join', {}) };
  }
  const open = await runPublicCommand(db, said, services);
  if (open !== null) return { userId, text: open };
  const isHeard = isRetry || (await rateLimits.tryConsume(smsUnknown, phoneNumber, hour));
  return { userId, text: isHeard ? say(said.language, 'unverified', {}) : null };
}

type Counted = { isCommand: boolean; example: string | null; phoneNumber: string; hour: string };

/**
 * Counts an answer. Texts that are no command get one answer an hour, and texts with a command's
 * word but without its number get one per word. This prevents endless exchanges with automatic
 * answers.
 */
async function mayAnswer(
  { isCommand, example, phoneNumber, hour }: Counted,
  rateLimits: RateLimits,
): Promise<boolean> {
  if (!isCommand && !example) return rateLimits.tryConsume(smsUnknown, phoneNumber, hour);
  if (!isCommand && !(await rateLimits.tryConsume(smsUnknown, `${phoneNumber} ${example}`, hour)))
    return false;
  return rateLimits.tryConsume(smsAnswer, phoneNumber, hour);
}

/** "2026-03-02T09", in UTC: answers are counted per hour of the server's clock. */
const hourOf = (now: Date) => now.toISOString().slice(0, 13);

/** Stores the answered and the new question, in the transaction that queues the answer. */
export async function keepTurn(tx: Database, { userId, answered, asks }: Answer, now: Date) {
  if (userId === null) return;
  if (answered) await endWaiting(tx, { userId, waiting: answered });
  if (asks)
    await upsertLine(tx, userId, {
      waiting: asks,
      waitingUntil: secondsAfter(now, WAITING_WORD_SECONDS),
    });
}

type Asked = { speaker: KnownSpeaker; command: Command };
type Run = Asked & Pick<Tried, 'isCounted'>;

async function answerSpeaker(
  db: Database,
  { speaker, command, ...tried }: Asked & Tried,
  services: Needs,
): Promise<Turn> {
  const { language } = speaker;
  const { isCounted, receivedAt } = tried;
  if (command.name === 'pin')
    return answerPin(db, { speaker, pin: command.pin, ...tried }, services);
  if (isOpenToAll(command)) return { text: await runCommand(db, { speaker, command }, services) };
  if (await needsPin(db, { speaker, command }, services.clock())) {
    if (!speaker.hasPin) return { text: sayWithoutPin(speaker, services) };
    return { text: say(language, 'pinAsk', {}), asks: { command, for: 'pin' } };
  }
  if (command.name !== 'agree') return askOrRun(db, { speaker, command, isCounted }, services);
  const answered = await findQuestion(db, { speaker, word: 'agree', receivedAt }, services);
  if (!answered) return { text: say(language, 'nothingWaits', {}) };
  return {
    text: await runHeard(db, { speaker, command: answered.command, isCounted }, services),
    answered,
  };
}

/** A first PIN can be chosen in the menu only if the phone cannot have changed hands. */
export const sayWithoutPin = (
  speaker: KnownSpeaker,
  services: Pick<Needs, 'clock' | 'support'>,
): string =>
  provesPerson(speaker, services.clock())
    ? say(speaker.language, 'pinFirst', {})
    : sayPinNeeded(speaker.language, services);

/** Harmless whoever holds the phone. */
const isOpenToAll = ({ name }: Command) =>
  name === 'help' || name === 'price' || name === 'stop' || name === 'join';

/** Runs a command that needs no PIN, or asks for confirmation. */
async function askOrRun(db: Database, asked: Run, services: Needs): Promise<Turn> {
  const { speaker, command } = asked;
  const { userId, language, role } = speaker;
  const totalCents =
    command.name === 'reject' && role === 'farmer'
      ? await findOrderTotal(db, { orderId: command.orderId, farmerId: userId })
      : null;
  // If there is no such order, the use case reports it.
  if (command.name !== 'reject' || totalCents === null)
    return { text: await runHeard(db, asked, services) };
  const total = shortAmount(shillingsOf(totalCents));
  return {
    text: say(language, 'rejectAsk', { id: command.orderId, total }),
    asks: { command, for: 'agree' },
  };
}

async function runHeard(db: Database, asked: Run, services: Needs): Promise<string> {
  await markHeard(db, asked.speaker.userId, services);
  return runCommand(db, asked, services);
}

/**
 * Whether a command needs the PIN: if the phone may have changed hands, or for a handover of a
 * large amount.
 */
export async function needsPin(
  db: Database,
  { speaker, command }: Asked,
  now: Date,
): Promise<boolean> {
  return !provesPerson(speaker, now) || isLargeHandover(db, { speaker, command });
}

async function isLargeHandover(db: Database, { speaker, command }: Asked): Promise<boolean> {
  if (command.name !== 'complete') return false;
  const totalCents = await findOrderTotal(db, {
    orderId: command.orderId,
    farmerId: speaker.userId,
  });
  return totalCents !== null && totalCents > centsOf(PIN_ORDER_KES);
}

/**
 * Checks a PIN only if it was asked for: a code that was sent without its word is not a wrong PIN.
 */
async function answerPin(
  db: Database,
  { speaker, pin, receivedAt, isCounted }: { speaker: KnownSpeaker; pin: string } & Tried,
  services: Needs,
): Promise<Turn> {
  const { userId, language } = speaker;
  const answered = await findQuestion(db, { speaker, word: 'pin', receivedAt }, services);
  if (!answered) return { text: say(language, 'pinUnasked', {}) };
  const checked = await checkPin(db, { userId, pin, isCounted }, services);
  switch (checked.outcome) {
    case 'wrong':
      return { text: say(language, 'pinWrong', { left: checked.triesLeft }) };
    case 'locked':
      return { text: sayPinLocked(language, services) };
    case 'none':
      return { text: sayPinNeeded(language, services) };
    case 'right':
      return {
        ...(await askOrRun(db, { speaker, command: answered.command, isCounted }, services)),
        answered,
      };
  }
}

type Question = { speaker: KnownSpeaker; word: Waiting['for']; receivedAt: Date };

/**
 * The pending question for this word. Null if it was asked after the word arrived, which was then
 * meant for something else.
 */
async function findQuestion(
  db: Database,
  { speaker: { userId }, word, receivedAt }: Question,
  { clock }: Needs,
): Promise<Waiting | null> {
  const until = secondsAfter(receivedAt, WAITING_WORD_SECONDS);
  const waiting = await findWaiting(db, { userId, now: clock(), until });
  return isWaitingFor(waiting, word) ? waiting : null;
}

/** A type guard, because only keepTurn writes the value. */
const isWaitingFor = (waiting: unknown, word: Waiting['for']): waiting is Waiting =>
  typeof waiting === 'object' && waiting !== null && 'for' in waiting && waiting.for === word;
