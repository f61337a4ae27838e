import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import {
  AGENT_SIGNUPS_PER_DAY,
  DATA_EXPORTS_PER_HOUR,
  KEYED_CHANGES_PER_HOUR,
  NEW_PRODUCTS_PER_MINUTE,
  NEWCOMER_MAIL_WINDOW_SECONDS,
  NEWCOMER_MAILS_OF_QUIET_ADDRESS,
  NEWCOMER_MAILS_PER_ADDRESS,
  NEWCOMER_MAILS_TO_BUSY_ADDRESSES,
  NEWCOMER_MAILS_TO_QUIET_ADDRESSES,
  NEWCOMER_SMS_PER_ADDRESS,
  NEWCOMER_SMS_PER_DAY,
  PHONE_LINKS_OPENED_PER_MINUTE,
  PHONE_LINKS_PER_HOUR,
  PUSHES_PER_HOUR,
  PUSHES_PER_HOUR_OF_CLAIMANTS,
  SMS_ANSWERS_PER_HOUR,
  SMS_CODES_PER_ADDRESS,
  SMS_CODES_PER_NUMBER,
  SMS_CODES_PER_PERSON,
  SMS_PARTS_BEFORE_MONEY_PER_DAY,
  SMS_PARTS_FOR_ANYBODY_PER_DAY,
  SMS_PARTS_PER_DAY,
  SMS_UNKNOWN_PER_HOUR,
  SMS_WINDOW_SECONDS,
  UPLOAD_PARTS_PER_HOUR,
} from '#shared/limits.ts';
import { AppError } from './app-error.ts';
import type { Database } from './db/database.ts';
import { deleteCounters } from './db/prune.ts';
import { rateLimitCounters } from './db/schema/requests.ts';
import { hmac } from './hashes.ts';

const MINUTE_SECONDS = 60;

/*
 * How often things may happen: `points` in `seconds`. Counters are in the database, so that they survive a restart and hold across
 * processes. Many Kenyan phones share one address, so limits by address alone are far above what a full matatu needs. What protects
 * one account is counted by account and address together, with a wider limit by account alone against guesses from many addresses.
 */
const rules = {
  wrongPassword: { points: 10, seconds: 15 * MINUTE_SECONDS },
  wrongPasswordOfDevice: { points: 10, seconds: 15 * MINUTE_SECONDS },
  wrongPasswordAnywhere: { points: 50, seconds: 15 * MINUTE_SECONDS },
  accountCall: { points: 600, seconds: MINUTE_SECONDS },
  signup: { points: 200, seconds: 60 * MINUTE_SECONDS },
  upload: { points: 600, seconds: 60 * MINUTE_SECONDS },
  uploadPart: { points: UPLOAD_PARTS_PER_HOUR, seconds: 60 * MINUTE_SECONDS },
  runningExport: { points: 1, seconds: 2 * MINUTE_SECONDS },
  dataExport: { points: DATA_EXPORTS_PER_HOUR, seconds: 60 * MINUTE_SECONDS },
  newProduct: { points: NEW_PRODUCTS_PER_MINUTE, seconds: MINUTE_SECONDS },
  newcomerMailOfAddress: { points: NEWCOMER_MAILS_PER_ADDRESS, seconds: NEWCOMER_MAIL_WINDOW_SECONDS },
  newcomerMailOfQuietAddress: { points: NEWCOMER_MAILS_OF_QUIET_ADDRESS, seconds: NEWCOMER_MAIL_WINDOW_SECONDS },
  newcomerMailToQuietAddresses: { points: NEWCOMER_MAILS_TO_QUIET_ADDRESSES, seconds: NEWCOMER_MAIL_WINDOW_SECONDS },
  newcomerMailToBusyAddresses: { points: NEWCOMER_MAILS_TO_BUSY_ADDRESSES, seconds: NEWCOMER_MAIL_WINDOW_SECONDS },
  /** By phone number: all pushes of those to whom it does not belong. */
  mpesaPush: { points: PUSHES_PER_HOUR, seconds: 60 * MINUTE_SECONDS },
  /** By phone number and its owner. */
  mpesaPushOwn: { points: PUSHES_PER_HOUR, seconds: 60 * MINUTE_SECONDS },
  /** By phone number: all buyers who say that it is theirs and have never paid from it. */
  mpesaPushClaimed: { points: PUSHES_PER_HOUR_OF_CLAIMANTS, seconds: 60 * MINUTE_SECONDS },
  /** By person: the steps of orders and changes of the cart that come with an Idempotency-Key. */
  keyedChange: { points: KEYED_CHANGES_PER_HOUR, seconds: 60 * MINUTE_SECONDS },
  /** By farmer. */
  phoneLink: { points: PHONE_LINKS_PER_HOUR, seconds: 60 * MINUTE_SECONDS },
  /** By address. */
  phoneLinkOpened: { points: PHONE_LINKS_OPENED_PER_MINUTE, seconds: MINUTE_SECONDS },
  /** By the person who makes accounts for others. */
  agentSignup: { points: AGENT_SIGNUPS_PER_DAY, seconds: SMS_WINDOW_SECONDS },
  /** By phone number: answers to what it wrote, and of those to what is no command. */
  smsAnswer: { points: SMS_ANSWERS_PER_HOUR, seconds: 60 * MINUTE_SECONDS },
  smsUnknown: { points: SMS_UNKNOWN_PER_HOUR, seconds: 60 * MINUTE_SECONDS },
  /** Likewise, that it has written too much. */
  smsTooMany: { points: 1, seconds: 60 * MINUTE_SECONDS },
  /** All parts of SMS together: the budget of a day. */
  smsPart: { points: SMS_PARTS_PER_DAY, seconds: SMS_WINDOW_SECONDS },
  /** Of these, those that are neither login codes nor about money. */
  smsPartBeforeMoney: { points: SMS_PARTS_BEFORE_MONEY_PER_DAY, seconds: SMS_WINDOW_SECONDS },
  /** Of these again, those that strangers can cause. */
  smsPartForAnybody: { points: SMS_PARTS_FOR_ANYBODY_PER_DAY, seconds: SMS_WINDOW_SECONDS },
  /** By phone number: codes to it, whoever asks for them. */
  smsCodeOfNumber: { points: SMS_CODES_PER_NUMBER, seconds: SMS_WINDOW_SECONDS },
  /** By person: codes that verify a number. */
  smsCodeOfPerson: { points: SMS_CODES_PER_PERSON, seconds: SMS_WINDOW_SECONDS },
  /** By address. */
  smsCodeOfAddress: { points: SMS_CODES_PER_ADDRESS, seconds: SMS_WINDOW_SECONDS },
  /** By client address, and in all: codes for those who are not logged in. */
  newcomerSmsOfAddress: { points: NEWCOMER_SMS_PER_ADDRESS, seconds: SMS_WINDOW_SECONDS },
  newcomerSms: { points: NEWCOMER_SMS_PER_DAY, seconds: SMS_WINDOW_SECONDS },
  placeLookup: { points: 600, seconds: MINUTE_SECONDS },
} as const;

export type RateLimitRule = keyof typeof rules;

export type RateLimits = {
  /** Counts one. @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait, when there were too many */
  consume(rule: RateLimitRule, ...key: string[]): Promise<void>;
  /** Counts one. False when there were too many, for work that is then skipped without an error. */
  tryConsume(rule: RateLimitRule, ...key: string[]): Promise<boolean>;
  /** Takes one back, because the attempt turned out to be right. */
  giveBack(rule: RateLimitRule, ...key: string[]): Promise<void>;
  /** Makes all of a rule's points count as used for its whole time again. */
  renew(rule: RateLimitRule, ...key: string[]): Promise<void>;
  /** Takes all of them back, refused ones too. */
  forget(rule: RateLimitRule, ...key: string[]): Promise<void>;
  /** Forgets, in the caller's transaction, everything counted under keys that begin with this one. */
  clear(tx: Database, rules: RateLimitRule[], first: string): Promise<void>;
};

export function createRateLimits(db: Database, secret: string): RateLimits {
  const limiters = new Map(
    Object.entries(rules).map(([rule, { points, seconds }]) => [
      rule,
      // Expired rows are pruned by db/prune.ts; the library's own timer would write to the console.
      new RateLimiterDrizzle({
        storeClient: db,
        schema: rateLimitCounters,
        keyPrefix: rule,
        points,
        duration: seconds,
        clearExpiredByTimeout: false,
      }),
    ]),
  );
  const limiter = (rule: RateLimitRule) => {
    const found = limiters.get(rule);
    if (!found) throw new Error(`No rate limit is called ${rule}`);
    return found;
  };
  const hashed = (key: string[]) => hmac(secret, ...key.map((part) => part.toLowerCase()));
  /** The first part is hashed separately, so that all counters of it can be found. */
  const keyOf = ([first = '', ...rest]: string[]) => `${hashed([first])}:${hashed(rest)}`;

  /** Counts one; how long to wait when there were too many, else null. */
  const count = async (rule: RateLimitRule, key: string[]): Promise<{ waitSeconds: number } | null> => {
    try {
      await limiter(rule).consume(keyOf(key));
      return null;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return { waitSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
    }
  };

  return {
    async consume(rule, ...key) {
      const refusal = await count(rule, key);
      if (refusal) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: refusal.waitSeconds });
    },
    async tryConsume(rule, ...key) {
      return (await count(rule, key)) === null;
    },
    async giveBack(rule, ...key) {
      await limiter(rule).reward(keyOf(key));
    },
    async renew(rule, ...key) {
      const { points, seconds } = rules[rule];
      await limiter(rule).set(keyOf(key), points, seconds);
    },
    async clear(tx, cleared, first) {
      for (const rule of cleared) await deleteCounters(tx, `${rule}:${hashed([first])}:`);
    },
    async forget(rule, ...key) {
      await limiter(rule).delete(keyOf(key));
    },
  };
}
