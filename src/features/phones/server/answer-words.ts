/*
 * Answers one SMS. An unverified number gets no personal data. A text that could mean two things is
 * answered with a question, and does nothing.
 */

import { takeSentCode } from '#features/accounts/server/prove-by-phone.ts';
import { provesPerson } from '#features/accounts/server/trust-in-number.ts';
import type { Wanted } from '#features/phones/rules/commands.ts';
import { type Reading, readText } from '#features/phones/rules/read-text.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { dial, orDial } from '#platform/rules/text/sms-words.ts';
import type { Database } from '#platform/server/db/database.ts';
import { answerSpeaker, type Tried, type Turn } from './answer-speaker.ts';
import { isReplayed, mayAnswer, mayTellOfLimit } from './limit-answers.ts';
import { findSpeaker, type KnownSpeaker } from './lines/queries.ts';
import { isLargeHandover } from './needs-pin.ts';
import { findOwnOrder } from './order-lines.ts';
import { findAccepted } from './orders/accept-by-sms.ts';
import type { Questions } from './questions.ts';
import { type CommandNeeds, runPublicCommand } from './run-command.ts';
import { say, sayCodeTaken } from './say.ts';
import { sayHint } from './say-hint.ts';

/** `texts`: one SMS for each command; none if the number has reached its limit. */
type Answer = Questions & { userId: number | null; texts: string[] };
type Words = { phoneNumber: string; text: string; isRetry: boolean } & Tried;

/**
 * Answers an SMS. `isRetry`: it was counted at the first attempt, and its command may already be
 * done. keepQuestions stores the change of the pending question together with the answer, so a
 * retry finds the same question.
 */
export async function answerWords(
  db: Database,
  { phoneNumber, text, isRetry, ...tried }: Words,
  services: CommandNeeds,
): Promise<Answer> {
  const speaker = await findSpeaker(db, phoneNumber);
  const userId = speaker?.userId ?? null;
  const reading = readText(text);
  const heard = { phoneNumber, text, reading, isStranger: speaker === null };
  if (!isRetry && (await isReplayed(heard, services))) return { userId, texts: [] };
  if (!isRetry && !(await mayAnswer(heard, services))) {
    // Commands are not executed either, so a user who sends some must be told.
    const isTold = speaker && reading.commands && (await mayTellOfLimit(phoneNumber, services));
    return {
      userId,
      texts: isTold
        ? [
            say(speaker.language, m.smsTooMany, {
              orDial: orDial(services.support, { locale: speaker.language }),
            }),
          ]
        : [],
    };
  }
  if (!speaker) return { userId, texts: [await answerStranger(db, heard, services)] };
  const { unclear } = reading;
  const { receivedAt } = tried;
  if (unclear)
    return { userId, texts: [await sayHint(db, { speaker, unclear, receivedAt }, services)] };
  const { commands } = reading;
  const accepted = await findAccepted(db, { speaker, commands }, services);
  const turns: Turn[] =
    'commands' in accepted
      ? await answerCommands(db, { speaker, commands: accepted.commands, ...tried }, services)
      : [accepted];
  const [answered] = turns.flatMap((turn) => turn.answered ?? []);
  const [asks] = turns.flatMap((turn) => turn.asks ?? []);
  return {
    userId,
    texts: turns.map((turn) => turn.text),
    ...(answered && { answered }),
    ...(asks && { asks }),
  };
}

/**
 * Strangers get prices, verify their number, and are told what SokoShamba is and how to join.
 */
async function answerStranger(
  db: Database,
  { phoneNumber, reading }: { phoneNumber: string; reading: Reading },
  services: CommandNeeds,
): Promise<string> {
  const { language, commands = [] } = reading;
  const [command, ...more] = commands;
  const options = { locale: language };
  const introduction = m.smsStranger({ orDial: orDial(services.support, options) }, options);
  if (!command || more.length > 0) return introduction;
  if (command.name === 'join') return m.smsJoin({ dial: dial(services.support, options) }, options);
  if (command.name === 'verify') {
    await takeSentCode(db, { phoneNumber, code: command.code }, services);
    return sayCodeTaken(language, services);
  }
  return (await runPublicCommand(db, { command, language }, services)) ?? introduction;
}

type Several = { speaker: KnownSpeaker; commands: readonly Wanted[] } & Tried;

/**
 * Carries out each command with its own answer. Several commands of one text are carried out only
 * if all their orders are the user's and none needs the PIN.
 */
async function answerCommands(
  db: Database,
  { speaker, commands, ...tried }: Several,
  services: CommandNeeds,
): Promise<Turn[]> {
  if (commands.length > 1 && !(await mayRunTogether(db, { speaker, commands }, services)))
    return [{ text: say(speaker.language, m.smsOneByOne, {}) }];
  const turns: Turn[] = [];
  for (const wanted of commands)
    turns.push(await answerSpeaker(db, { speaker, wanted, ...tried }, services));
  return turns;
}

async function mayRunTogether(
  db: Database,
  { speaker, commands }: Pick<Several, 'speaker' | 'commands'>,
  services: CommandNeeds,
): Promise<boolean> {
  if (!provesPerson(speaker, services.clock())) return false;
  for (const command of commands) {
    const orderId = 'orderId' in command ? command.orderId : null;
    const own = { orderId: orderId ?? 0, farmerId: speaker.userId };
    if (orderId && !(await findOwnOrder(db, own, services))) return false;
    if (await isLargeHandover(db, { speaker, command })) return false;
  }
  return true;
}
