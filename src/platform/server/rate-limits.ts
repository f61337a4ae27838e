import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './app-error.ts';
import type { Database } from './db/database.ts';
import { deleteCounters } from './db/prune-counters.ts';
import { rateLimitCounters } from './db/tables/requests.ts';
import { hmac } from './hashes.ts';

/*
 * Counters are in the database, so that they survive a restart and apply across processes. Many
 * Kenyan phones share one address, so limits by address alone are far above what a full matatu
 * needs. Limits that protect an account count by account and address, with a wider one by account
 * alone.
 */

/** `name` is part of the keys in the database. */
export type Counter = { name: string; seconds: number };
export type RateRule = Counter & { points: number };

export type RateLimits = {
  consume(rule: RateRule, ...key: string[]): Promise<void>;
  tryConsume(rule: RateRule, ...key: string[]): Promise<boolean>;
  /** For an attempt that turned out to be right. */
  giveBack(rule: RateRule, ...key: string[]): Promise<void>;
  /** Uses up all points for a whole period. */
  renew(rule: RateRule, ...key: string[]): Promise<void>;
  /** Includes refused attempts. */
  forget(rule: RateRule, ...key: string[]): Promise<void>;
  /** Without a limit. A negative number takes points back. */
  add(
    counter: Counter,
    points: number,
    ...key: string[]
  ): Promise<{ used: number; waitSeconds: number }>;
  used(counter: Counter, ...key: string[]): Promise<number>;
  /** By the first part of their keys. */
  clear(tx: Database, rules: RateRule[], first: string): Promise<void>;
};

export function createRateLimits(db: Database, secret: string): RateLimits {
  const limiters = new Map<string, RateLimiterDrizzle>();
  const limiterOf = (keyPrefix: string, points: number, duration: number) => {
    const known = limiters.get(keyPrefix);
    if (known) return known;
    // The library's own timer would write to the console.
    const store = { storeClient: db, schema: rateLimitCounters, clearExpiredByTimeout: false };
    const made = new RateLimiterDrizzle({ ...store, keyPrefix, points, duration });
    limiters.set(keyPrefix, made);
    return made;
  };
  const limiter = ({ name, points, seconds }: RateRule) => limiterOf(name, points, seconds);
  const counterOf = ({ name, seconds }: Counter) => limiterOf(name, 0, seconds);
  const hashed = (key: string[]) => hmac(secret, ...key.map((part) => part.toLowerCase()));
  /** Hashed separately, so that all its counters can be found. */
  const keyOf = ([first = '', ...rest]: string[]) => `${hashed([first])}:${hashed(rest)}`;

  const count = async (rule: RateRule, key: string[]): Promise<{ waitSeconds: number } | null> => {
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
      if (refusal)
        throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: refusal.waitSeconds });
    },
    async tryConsume(rule, ...key) {
      return (await count(rule, key)) === null;
    },
    async giveBack(rule, ...key) {
      await limiter(rule).reward(keyOf(key));
    },
    async renew(rule, ...key) {
      await limiter(rule).set(keyOf(key), rule.points, rule.seconds);
    },
    async add(counter, points, ...key) {
      const counted = await counterOf(counter).penalty(keyOf(key), points);
      return { used: counted.consumedPoints, waitSeconds: secondsOf(counted) };
    },
    async used(counter, ...key) {
      return (await counterOf(counter).get(keyOf(key)))?.consumedPoints ?? 0;
    },
    async clear(tx, cleared, first) {
      for (const { name } of cleared) await deleteCounters(tx, `${name}:${hashed([first])}:`);
    },
    async forget(rule, ...key) {
      await limiter(rule).delete(keyOf(key));
    },
  };
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));
export type Budget = [RateRule, ...string[]];

/** A refusal uses up no budget. */
export async function withinBudgets<T>(
  rateLimits: RateLimits,
  budgets: Budget[],
  work: () => Promise<T>,
): Promise<T> {
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
