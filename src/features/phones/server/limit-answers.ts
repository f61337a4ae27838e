/*
 * How many SMS of one number are answered. People get an answer to every message, up to a number an
 * hour. An automatic answer repeats itself, so the same unclear text gets only one an hour.
 */

import {
  SMS_ANSWERS_PER_HOUR,
  SMS_REPEATED_PER_HOUR,
  SMS_REPLAYED_SECONDS,
} from '#features/phones/rules/limits.ts';
import type { Reading } from '#features/phones/rules/read-text.ts';
import { HOUR_SECONDS } from '#platform/rules/durations.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { RateLimits, RateRule } from '#platform/server/rate-limits.ts';

// Per phone number and hour.
const smsAnswer: RateRule = {
  name: 'smsAnswer',
  points: SMS_ANSWERS_PER_HOUR,
  seconds: HOUR_SECONDS,
};
/** Answers to the same unclear text. */
const smsRepeated: RateRule = {
  name: 'smsRepeated',
  points: SMS_REPEATED_PER_HOUR,
  seconds: HOUR_SECONDS,
};
/** The same answer to the same price offer. */
const smsReplayed: RateRule = { name: 'smsReplayed', points: 1, seconds: SMS_REPLAYED_SECONDS };
/** The answer that the number has sent too many SMS. */
const smsTooMany: RateRule = { name: 'smsTooMany', points: 1, seconds: HOUR_SECONDS };

type Needs = { clock: Clock; rateLimits: RateLimits };
type Heard = { phoneNumber: string; text: string; reading: Reading; isStranger: boolean };

/** Counts the answers to an SMS, one for each of its commands. @returns whether it is answered */
export async function mayAnswer(
  { phoneNumber, text, reading, isStranger }: Heard,
  { clock, rateLimits }: Needs,
): Promise<boolean> {
  const hour = hourOf(clock());
  const isOnce = isStranger ? !isForStrangers(reading) : !isPersons(reading);
  if (isOnce && !(await rateLimits.tryConsume(smsRepeated, `${phoneNumber} ${text}`, hour)))
    return false;
  for (let count = reading.commands?.length ?? 1; count > 0; count--) {
    if (!(await rateLimits.tryConsume(smsAnswer, phoneNumber, hour))) return false;
  }
  return true;
}

/**
 * Whether an SMS repeats an answer to a price offer that just came. The second one would be told
 * that the offer is over, as if the first had failed. Other commands may be meant twice.
 */
export async function isReplayed(
  { phoneNumber, reading: { commands } }: Pick<Heard, 'phoneNumber' | 'reading'>,
  { rateLimits }: Pick<Needs, 'rateLimits'>,
): Promise<boolean> {
  if (!commands?.every(({ name }) => name === 'offer')) return false;
  return !(await rateLimits.tryConsume(smsReplayed, phoneNumber, JSON.stringify(commands)));
}

/** A command, or a few words with a command's word: a person may well send them twice. */
const isPersons = ({ commands, unclear }: Reading) =>
  commands !== undefined || (unclear.isShort && unclear.about !== null);

const isForStrangers = ({ commands }: Reading) =>
  commands?.length === 1 &&
  commands.every(({ name }) => name === 'price' || name === 'join' || name === 'verify');

/** Whether a user whose SMS are not answered any more is told so. */
export const mayTellOfLimit = (
  phoneNumber: string,
  { clock, rateLimits }: Needs,
): Promise<boolean> => rateLimits.tryConsume(smsTooMany, phoneNumber, hourOf(clock()));

/** "2026-03-02T09", in UTC: answers are counted per hour of the server's clock. */
const hourOf = (now: Date) => now.toISOString().slice(0, 13);
