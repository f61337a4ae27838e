/*
 * What one SMS is answered. A number that nobody has verified hears nothing personal. The first word after a long silence, or from a phone
 * whose SIM has changed, needs the PIN; so does a handover of a large amount. What can't be undone is done at the second word.
 */
import { type Clock, secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { checkPin } from '#server/modules/accounts/phone-line.ts';
import type { RateLimits } from '#server/rate-limits.ts';
import { PIN_ORDER_KES, SILENCE_SECONDS, WAITING_WORD_SECONDS } from '#shared/limits.ts';
import { centsOf, shillingsOf } from '#shared/money.ts';
import { type Command, readCommand } from '#shared/sms/commands.ts';
import { findOrderTotal, findSpeaker, takeWaiting, updateLine } from './lines/queries.ts';
import { markHeard } from './mark-heard.ts';
import { runCommand, runPublicCommand } from './run-command.ts';
import { say, shortAmount } from './say.ts';

export type Needs = { clock: Clock; secret: string; rateLimits: RateLimits };
export type KnownSpeaker = NonNullable<Awaited<ReturnType<typeof findSpeaker>>>;

/** `text` null: no answer, because this number has had enough of them. */
export type Answer = { userId: number | null; text: string | null };

/** Answers what came from a number. `isRetry`: it was counted when it came, and may be done already. */
export async function answerWords(
  db: Database,
  { phoneNumber, text, isRetry }: { phoneNumber: string; text: string; isRetry: boolean },
  services: Needs,
): Promise<Answer> {
  const { rateLimits } = services;
  const speaker = await findSpeaker(db, phoneNumber);
  const userId = speaker?.userId ?? null;
  const said = readCommand(text);
  // An automatic answer to our answer would be answered again, and so on: what is no command gets one answer an hour.
  const hour = hourOf(services.clock());
  const isAnswered = isRetry || (await rateLimits.tryConsume(said ? 'smsAnswer' : 'smsUnknown', phoneNumber, hour));
  if (!isAnswered) {
    // Nothing is done any more either, and somebody who is at work should know.
    const isTold = speaker && said && (await rateLimits.tryConsume('smsTooMany', phoneNumber, hour));
    return { userId, text: isTold ? say(speaker.language, 'tooMany', {}) : null };
  }
  if (!said) return { userId, text: say(speaker?.language ?? 'sw', 'unknown', {}) };
  if (speaker) return { userId, text: await answerSpeaker(db, { speaker, command: said.command }, services) };
  const open = await runPublicCommand(db, said, services);
  if (open !== null) return { userId, text: open };
  const isHeard = isRetry || (await rateLimits.tryConsume('smsUnknown', phoneNumber, hour));
  return { userId, text: isHeard ? say(said.language, 'unverified', {}) : null };
}

/** "2026-03-02T09", in UTC: answers are counted in hours of the server's clock. */
const hourOf = (now: Date) => now.toISOString().slice(0, 13);

type Asked = { speaker: KnownSpeaker; command: Command };

async function answerSpeaker(db: Database, { speaker, command }: Asked, services: Needs): Promise<string> {
  const { userId, language } = speaker;
  const now = services.clock();
  if (command.name === 'pin') return answerPin(db, { speaker, pin: command.pin }, services);
  if (isOpenToAll(command)) return runCommand(db, { speaker, command }, services);
  if (await needsPin(db, { speaker, command }, now)) {
    if (!speaker.hasPin) return say(language, 'pinNeeded', {});
    await keepWaiting(db, { userId, command, for: 'pin' }, now);
    return say(language, 'pinAsk', {});
  }
  if (command.name === 'agree') {
    const waiting = await takeWaiting(db, { userId, now });
    if (!isWaitingFor(waiting, 'agree')) return say(language, 'nothingWaits', {});
    return runHeard(db, { speaker, command: waiting.command }, services);
  }
  return askOrRun(db, { speaker, command }, services);
}

/** Nothing is at stake, whoever holds the phone. */
const isOpenToAll = ({ name }: Command) => name === 'help' || name === 'price' || name === 'stop';

/** Runs a command that nothing stands against, or asks once more. */
async function askOrRun(db: Database, { speaker, command }: Asked, services: Needs): Promise<string> {
  if (command.name !== 'reject' || speaker.role !== 'farmer') return runHeard(db, { speaker, command }, services);
  const { userId, language } = speaker;
  const totalCents = await findOrderTotal(db, { orderId: command.orderId, farmerId: userId });
  // The use case says that there is no such order.
  if (totalCents === null) return runHeard(db, { speaker, command }, services);
  await keepWaiting(db, { userId, command, for: 'agree' }, services.clock());
  return say(language, 'rejectAsk', { id: command.orderId, total: shortAmount(shillingsOf(totalCents)) });
}

async function runHeard(db: Database, asked: Asked, services: Needs): Promise<string> {
  await markHeard(db, asked.speaker.userId, services);
  return runCommand(db, asked, services);
}

/** Whether this word needs the PIN: of a phone that may be in other hands, and where much money moves. */
export async function needsPin(db: Database, { speaker, command }: Asked, now: Date): Promise<boolean> {
  return isDoubtful(speaker, now) || isLargeHandover(db, { speaker, command });
}

export const isDoubtful = ({ simChangedAt, heardAt }: KnownSpeaker, now: Date) =>
  simChangedAt !== null || heardAt === null || secondsAfter(heardAt, SILENCE_SECONDS) <= now;

async function isLargeHandover(db: Database, { speaker, command }: Asked): Promise<boolean> {
  if (command.name !== 'complete') return false;
  const totalCents = await findOrderTotal(db, { orderId: command.orderId, farmerId: speaker.userId });
  return totalCents !== null && totalCents > centsOf(PIN_ORDER_KES);
}

async function answerPin(
  db: Database,
  { speaker, pin }: { speaker: KnownSpeaker; pin: string },
  services: Needs,
): Promise<string> {
  const { userId, language } = speaker;
  switch (await checkPin(db, { userId, pin }, services)) {
    case 'wrong':
      return say(language, 'pinWrong', {});
    case 'locked':
      return say(language, 'pinLocked', {});
    case 'none':
      return say(language, 'pinNeeded', {});
    case 'right': {
      const waiting = await takeWaiting(db, { userId, now: services.clock() });
      if (!isWaitingFor(waiting, 'pin')) return say(language, 'nothingWaits', {});
      return askOrRun(db, { speaker, command: waiting.command }, services);
    }
  }
}

type Waiting = { command: Command; for: 'pin' | 'agree' };

const keepWaiting = (db: Database, { userId, ...waiting }: Waiting & { userId: number }, now: Date) =>
  updateLine(db, userId, { waiting, waitingUntil: secondsAfter(now, WAITING_WORD_SECONDS) });

/** What keepWaiting wrote, and nobody else does. */
const isWaitingFor = (waiting: unknown, word: Waiting['for']): waiting is Waiting =>
  typeof waiting === 'object' && waiting !== null && 'for' in waiting && waiting.for === word;
