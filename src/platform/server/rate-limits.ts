import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import { MINUTE_SECONDS } from '#platform/rules/durations.ts';
import {
  AGENT_SIGNUPS_PER_DAY,
  DATA_EXPORTS_PER_HOUR,
  KEYED_CHANGES_PER_HOUR,
  NEW_PRODUCTS_PER_MINUTE,
  PHONE_LINKS_OPENED_PER_MINUTE,
  PHONE_LINKS_PER_HOUR,
  PUSHES_PER_HOUR,
  PUSHES_PER_HOUR_OF_CLAIMANTS,
  SMS_ANSWERS_PER_HOUR,
  SMS_UNKNOWN_PER_HOUR,
  SMS_WINDOW_SECONDS,
  UNPROVEN_CHECKOUTS_PER_ADDRESS,
  UNPROVEN_CHECKOUTS_PER_NETWORK,
  UPLOAD_PARTS_PER_HOUR,
} from '#platform/rules/limits.ts';
import { AppError } from './app-error.ts';
import type { Database } from './db/database.ts';
import { deleteCounters } from './db/prune.ts';
import { rateLimitCounters } from './db/schema/requests.ts';
import { hmac } from './hashes.ts';

/*
 * How often things may happen: `points` in `seconds`. Counters are in the database, so that they survive a restart and hold across
 * processes. Many Kenyan phones share one address, so limits by address alone are far above what a full matatu needs. What protects
 * one account is counted by account and address together, with a wider limit by account alone against guesses from many addresses.
 * Sign-ups, SMS and the mails that strangers can cause come out of pools instead: see the folder pools.
 */
const rules = {
  wrongPassword: { points: 10, seconds: 15 * MINUTE_SECONDS },
  wrongPasswordOfDevice: { points: 10, seconds: 15 * MINUTE_SECONDS },
  wrongPasswordAnywhere: { points: 50, seconds: 15 * MINUTE_SECONDS },
  accountCall: { points: 600, seconds: MINUTE_SECONDS },
  upload: { points: 600, seconds: 60 * MINUTE_SECONDS },
  uploadPart: { points: UPLOAD_PARTS_PER_HOUR, seconds: 60 * MINUTE_SECONDS },
  runningExport: { points: 1, seconds: 2 * MINUTE_SECONDS },
  dataExport: { points: DATA_EXPORTS_PER_HOUR, seconds: 60 * MINUTE_SECONDS },
  newProduct: { points: NEW_PRODUCTS_PER_MINUTE, seconds: MINUTE_SECONDS },
  /** By phone number: all pushes of those to whom it does not belong. */
  mpesaPush: { points: PUSHES_PER_HOUR, seconds: 60 * MINUTE_SECONDS },
  /** By phone number and its owner. */
  mpesaPushOwn: { points: PUSHES_PER_HOUR, seconds: 60 * MINUTE_SECONDS },
  /** By phone number: all buyers who say that it is theirs and have never paid from it. */
  mpesaPushClaimed: { points: PUSHES_PER_HOUR_OF_CLAIMANTS, seconds: 60 * MINUTE_SECONDS },
  /** By network: checkouts of buyers of whom nothing is proven. */
  unprovenCheckoutOfAddress: { points: UNPROVEN_CHECKOUTS_PER_ADDRESS, seconds: 60 * MINUTE_SECONDS },
  unprovenCheckoutOfNetwork: { points: UNPROVEN_CHECKOUTS_PER_NETWORK, seconds: 60 * MINUTE_SECONDS },
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
  placeLookup: { points: 600, seconds: MINUTE_SECONDS },
} as const;

export type RateLimitRule = keyof typeof rules;

/** `name`: unlike that of any rule. */
export type Counter = { name: string; seconds: number };

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
  /** Counts points without a limit, for pools; negative ones are taken back. */
  add(counter: Counter, points: number, ...key: string[]): Promise<{ used: number; waitSeconds: number }>;
  /** How many points are counted. */
  used(counter: Counter, ...key: string[]): Promise<number>;
  /** Forgets, in the caller's transaction, everything counted under keys that begin with this one. */
  clear(tx: Database, rules: RateLimitRule[], first: string): Promise<void>;
};

export function createRateLimits(db: Database, secret: string): RateLimits {
  const limiters = new Map<string, RateLimiterDrizzle>();
  const limiterOf = (keyPrefix: string, points: number, duration: number) => {
    const known = limiters.get(keyPrefix);
    if (known) return known;
    // Expired rows are pruned by platform/server/db/prune.ts; the library's own timer would write to the console.
    const store = { storeClient: db, schema: rateLimitCounters, clearExpiredByTimeout: false };
    const made = new RateLimiterDrizzle({ ...store, keyPrefix, points, duration });
    limiters.set(keyPrefix, made);
    return made;
  };
  const limiter = (rule: RateLimitRule) => limiterOf(rule, rules[rule].points, rules[rule].seconds);
  const counterOf = ({ name, seconds }: Counter) => limiterOf(name, 0, seconds);
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
      return { waitSeconds: secondsOf(refusal) };
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
    async add(counter, points, ...key) {
      const counted = await counterOf(counter).penalty(keyOf(key), points);
      return { used: counted.consumedPoints, waitSeconds: secondsOf(counted) };
    },
    async used(counter, ...key) {
      return (await counterOf(counter).get(keyOf(key)))?.consumedPoints ?? 0;
    },
    async clear(tx, cleared, first) {
      for (const rule of cleared) await deleteCounters(tx, `${rule}:${hashed([first])}:`);
    },
    async forget(rule, ...key) {
      await limiter(rule).delete(keyOf(key));
    },
  };
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));
export type Budget = [RateLimitRule, ...string[]];

/** Counts work towards each of its budgets, and takes that back where the work failed: a refusal must not use up a budget. */
export async function withinBudgets<T>(rateLimits: RateLimits, budgets: Budget[], work: () => Promise<T>): Promise<T> {
  const counted: Budget[] = [];
  try {
    for (const budget of budgets) {
      await rateLimits.consume(...budget);
      counted.push(budget);
    }
    return await work();
  } catch (error) {
    for (const budget of counted) await rateLimits.giveBack(...budget);
    throw error;
  }
}
