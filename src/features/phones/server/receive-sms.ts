/*
 * An unverified number gets no personal data. An ambiguous text does nothing and is answered with a
 * question. The same unclear text is answered once an hour, because automatic answers repeat
 * themselves.
 */

import { takeSentCode } from '#accounts/server/claim-code.ts';
import { SMS_ANSWER_SECONDS } from '#notifications/rules/notice.ts';
import {
  findInbound,
  insertInbound,
  markHandled,
  markTried,
} from '#notifications/server/phone-queries.ts';
import { queueSmsAnswer } from '#notifications/server/send-sms.ts';
import { HOUR_SECONDS } from '#rules/limits.ts';
import { dial, orDial } from '#rules/text/sms.ts';
import { fromPhones, outboxKind, putInOutbox } from '#server/outbox.ts';
import type { RateRule } from '#server/rate-limits.ts';
import { m } from '#text';
import type { Wanted } from '../rules/arguments.ts';
import {
  SMS_ANSWERS_PER_HOUR,
  SMS_REPEATED_PER_HOUR,
  SMS_REPLAYED_SECONDS,
} from '../rules/intents.ts';
import { type Reading, readText } from '../rules/read-text.ts';
import { answerSpeaker, type SmsCall } from './answer-speaker.ts';
import { findAccepted } from './quantities.ts';
import { findSpeaker } from './queries.ts';
import { sayPrice } from './run-command.ts';
import { sayHint } from './say-hint.ts';
import {
  findOwnOrder,
  isLargeHandover,
  isNumberTrusted,
  keepQuestions,
  type Questions,
  say,
  sayCodeTaken,
  speakersCall,
  type Turn,
} from './speakers.ts';

type ReceivedSms = { serviceId: string; from: string; text: string };

const TEXT_KEPT = 500;
const ID_KEPT = 200;

/**
 * "254712345678" or "0712345678" -> "+254712345678"; null for short codes, names and foreign
 * numbers.
 */
export function kenyanMobile(from: string): string | null {
  const [, digits] = /^(?:\+?254|0)([17]\d{8})$/.exec(from.slice(0, 20).trim()) ?? [];
  return digits === undefined ? null : `+254${digits}`;
}

/** Also replaces characters that PostgreSQL cannot store: every retry would fail on them. */
export const storable = (text: string, characters: number) =>
  text
    .slice(0, characters)
    .replaceAll('\0', ' ')
    .replaceAll(/\p{Cs}/gu, ' ');

export const smsReceived = outboxKind<{ inboundId: number }>({
  kind: 'smsReceived',
  lane: fromPhones,
  validSeconds: SMS_ANSWER_SECONDS,
});

/** The same id twice is one message. */
export async function receiveSms(
  db: Database,
  { serviceId, from, text }: ReceivedSms,
  { clock }: { clock: Clock },
) {
  const phoneNumber = kenyanMobile(from);
  if (phoneNumber === null || serviceId === '') return;
  const now = clock();
  const [kept, id] = [storable(text, TEXT_KEPT), storable(serviceId, ID_KEPT)];
  await db.transaction(async (tx) => {
    const inboundId = await insertInbound(tx, {
      serviceId: id,
      phoneNumber,
      text: kept,
      receivedAt: now,
    });
    if (inboundId === null) return;
    await putInOutbox(tx, smsReceived({ inboundId }), now);
  });
}

/**
 * Runs again if an attempt fails: a retried command finds its order already changed, and limits and
 * wrong codes count once. A pending question stays until its answer is queued.
 */
export async function handleSms(
  db: Database,
  { inboundId: id, attempt }: { inboundId: number; attempt: number },
  services: Services,
) {
  const inbound = await findInbound(db, id);
  if (!inbound) return;
  const { phoneNumber, receivedAt } = inbound;
  const isCounted = (tx: Database) => markTried(tx, { id, now: services.clock() });
  const answer = await answerWords(
    db,
    { phoneNumber, text: inbound.text ?? '', receivedAt, isRetry: attempt > 1, isCounted },
    services,
  );
  const { userId, texts } = answer;
  const now = services.clock();
  await db.transaction(async (tx) => {
    if (!(await markHandled(tx, { id, userId, now }))) return;
    await keepQuestions(tx, answer, now);
    for (const text of texts) await queueSmsAnswer(tx, { userId, phoneNumber, text }, now);
  });
}

/** None over the number's limit. */
type Answer = Questions & { userId: number | null; texts: string[] };
type Words = { phoneNumber: string; text: string; isRetry: boolean } & Pick<
  SmsCall,
  'receivedAt' | 'isCounted'
>;

/** `isRetry`: the SMS was counted at the first attempt, and its command may be done. */
export async function answerWords(
  db: Database,
  { phoneNumber, text, isRetry, ...tried }: Words,
  services: Services,
): Promise<Answer> {
  const speaker = await findSpeaker(db, phoneNumber);
  const userId = speaker?.userId ?? null;
  const reading = readText(text);
  const heard = { phoneNumber, text, reading, isStranger: speaker === null };
  if (!isRetry && (await isReplayed(heard, services))) return { userId, texts: [] };
  if (!isRetry && !(await mayAnswer(heard, services))) {
    // Commands over the limit are not executed.
    const isSaid = speaker && reading.commands && (await mayTellOfLimit(phoneNumber, services));
    const options = { locale: speaker?.language ?? reading.language };
    const told = m.smsTooMany({ orDial: orDial(services.support, options) }, options);
    return { userId, texts: isSaid ? [told] : [] };
  }
  if (!speaker) return { userId, texts: await answerStranger(db, heard, services) };
  const call = { ...speakersCall(db, speaker, services), ...tried };
  const turns = await answerReading(call, reading);
  const [answered] = turns.flatMap((turn) => turn.answered ?? []);
  const [asks] = turns.flatMap((turn) => turn.asks ?? []);
  return {
    userId,
    texts: turns.map((turn) => turn.text),
    ...(answered && { answered }),
    ...(asks && { asks }),
  };
}

async function answerReading(call: SmsCall, { commands, unclear }: Reading): Promise<Turn[]> {
  if (unclear) {
    const hint = await sayHint(call, { unclear, receivedAt: call.receivedAt });
    return hint ? [hint] : [];
  }
  const accepted = await findAccepted(call, commands);
  return 'commands' in accepted ? answerCommands(call, accepted.commands) : [accepted];
}

async function answerStranger(db: Database, { phoneNumber, reading }: Heard, services: Services) {
  const { language, commands = [], unclear } = reading;
  if (unclear?.isThanks) return [];
  const [command, ...more] = commands;
  const options = { locale: language };
  const call = { ...services, db, language, phoneNumber, speaker: null };
  const introduction = m.smsStranger({ orDial: orDial(services.support, options) }, options);
  if (!command || more.length > 0) return [introduction];
  if (command.name === 'join')
    return [m.smsJoin({ dial: dial(services.support, options) }, options)];
  if (command.name === 'verify') {
    await takeSentCode(db, { phoneNumber, code: command.code }, services);
    return [sayCodeTaken(call)];
  }
  return [command.name === 'price' ? await sayPrice(call, command) : introduction];
}

/** Several commands run only if all their orders are the user's and none needs the PIN. */
async function answerCommands(call: SmsCall, commands: readonly Wanted[]): Promise<Turn[]> {
  if (commands.length > 1 && !(await mayRunTogether(call, commands)))
    return [{ text: say(call.language, m.smsOneByOne) }];
  const turns: Turn[] = [];
  for (const wanted of commands) turns.push(await answerSpeaker(call, wanted));
  return turns;
}

async function mayRunTogether(call: SmsCall, commands: readonly Wanted[]) {
  if (!isNumberTrusted(call)) return false;
  for (const command of commands) {
    const orderId = 'orderId' in command ? command.orderId : null;
    if (orderId && !(await findOwnOrder(call, orderId))) return false;
    if (await isLargeHandover(call, command)) return false;
  }
  return true;
}

const smsAnswer: RateRule = {
  name: 'smsAnswer',
  points: SMS_ANSWERS_PER_HOUR,
  seconds: HOUR_SECONDS,
};
const smsRepeated: RateRule = {
  name: 'smsRepeated',
  points: SMS_REPEATED_PER_HOUR,
  seconds: HOUR_SECONDS,
};
const smsReplayed: RateRule = { name: 'smsReplayed', points: 1, seconds: SMS_REPLAYED_SECONDS };
const smsTooMany: RateRule = { name: 'smsTooMany', points: 1, seconds: HOUR_SECONDS };

type Heard = { phoneNumber: string; text: string; reading: Reading; isStranger: boolean };

async function mayAnswer(
  { phoneNumber, text, reading, isStranger }: Heard,
  { clock, rateLimits }: Services,
) {
  const hour = hourOf(clock());
  const isOnce = isStranger ? !isForStrangers(reading) : !isLikelyTypedAgain(reading);
  if (isOnce && !(await rateLimits.tryConsume(smsRepeated, `${phoneNumber} ${text}`, hour)))
    return false;
  for (let count = reading.commands?.length ?? 1; count > 0; count--) {
    if (!(await rateLimits.tryConsume(smsAnswer, phoneNumber, hour))) return false;
  }
  return true;
}

/**
 * The second answer to a price offer would be told that the offer is over, as if the first had
 * failed.
 */
async function isReplayed(
  { phoneNumber, reading: { commands } }: Pick<Heard, 'phoneNumber' | 'reading'>,
  { rateLimits }: Services,
) {
  if (!commands?.every(({ name }) => name === 'offer')) return false;
  return !(await rateLimits.tryConsume(smsReplayed, phoneNumber, JSON.stringify(commands)));
}

/** A person may well send these twice. */
const isLikelyTypedAgain = ({ commands, unclear }: Reading) =>
  commands !== undefined || (unclear.isShort && unclear.about !== null);

const isForStrangers = ({ commands }: Reading) =>
  commands?.length === 1 &&
  commands.every(({ name }) => name === 'price' || name === 'join' || name === 'verify');

const mayTellOfLimit = (phoneNumber: string, { clock, rateLimits }: Services) =>
  rateLimits.tryConsume(smsTooMany, phoneNumber, hourOf(clock()));

/** "2026-03-02T09", in UTC. */
const hourOf = (now: Date) => now.toISOString().slice(0, 13);
