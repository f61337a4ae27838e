/*
 * Counters are in the database, so that they survive a restart and apply across processes. Many
 * Kenyan phones share one address, so limits by address alone are far above what a full matatu
 * needs. Limits that protect an account count by account and address, with a wider one by account
 * alone.
 */

import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import { NEWCOMER_WINDOW_SECONDS } from '../rules/limits.ts';
import { AppError } from './app-error.ts';
import { systemClock } from './clock.ts';
import { countTogether, deleteCounters } from './db/request-queries.ts';
import { hmac } from './hashes.ts';
import { networksOf } from './http/client-address.ts';
import { rateLimitCounters } from './tables.ts';

/** `name` is part of the keys in the database. */
type Counter = { name: string; seconds: number };
export type RateRule = Counter & { points: number };

export type RateLimits = {
  consume(rule: RateRule, ...key: string[]): Promise<void>;
  /** In the caller's transaction, so that a refusal or a failure counts nothing. */
  consumeAll(tx: Database, budgets: Budget[]): Promise<void>;
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

  const count = async (rule: RateRule, key: string[]) => {
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
    async consumeAll(tx, budgets) {
      const counters = budgets.map(([{ name, seconds, points }, ...key]) => ({
        ...{ key: `${name}:${keyOf(key)}`, seconds, points },
      }));
      // The limiters' own clock.
      const now = systemClock();
      const counted = await countTogether(tx, counters, now);
      const over = counted.filter(({ key, points }) =>
        counters.some((one) => one.key === key && points > one.points),
      );
      const waits = over.map(({ expire }) => (Number(expire) - now.getTime()) / 1000);
      if (waits.length > 0)
        throw new AppError('TOO_MANY_ATTEMPTS', {
          retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...waits))),
        });
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

/*
 * Pools limit actions at our cost (a sign-up, a mail, an SMS). The last points, the quiet part, are
 * reserved for askers who have used few, so that heavy users leave something for others.
 */

export type Pool = Counter & {
  total?: number;
  quiet?: number;
  /** Such as a client's networks. An asker without a number has no cap. */
  perAsker: readonly number[];
  /** At most this many points make an asker quiet. */
  perQuietAsker?: readonly number[];
  perRecipient?: number;
  /** Shared by several pools. */
  spare?: Counter & { total: number };
};

type Claim = {
  askers: readonly string[];
  recipient?: string | undefined;
  /** An asker without proof of identity is never quiet. */
  isUnproven?: boolean;
  points?: number;
  /** Periods are counted separately. */
  period?: string;
};

/** With `keepsAskers` the points still count for the askers. */
export type Claimed = {
  outcome: 'claimed';
  giveBack: (what?: { keepsAskers: boolean }) => Promise<void>;
};
export type PoolOutcome = Claimed | { outcome: 'full'; retryAfterSeconds: number };

type Source = { key: string[]; most: number; quietMost: number; isAsker: boolean };

export async function claimPoints(
  rateLimits: RateLimits,
  pool: Pool,
  claim: Claim,
): Promise<PoolOutcome> {
  const { points = 1, period = '' } = claim;
  const counted: { counter: Counter; key: string[]; isAsker: boolean }[] = [];
  const count = async (counter: Counter, { key, isAsker }: Pick<Source, 'key' | 'isAsker'>) => {
    counted.push({ counter, key, isAsker });
    return rateLimits.add(counter, points, ...key);
  };
  const giveBack = async ({ keepsAskers } = { keepsAskers: false }) => {
    for (const { counter, key, isAsker } of counted) {
      if (!(keepsAskers && isAsker)) await rateLimits.add(counter, -points, ...key);
    }
  };
  const refuse = async (retryAfterSeconds: number): Promise<PoolOutcome> => {
    await giveBack();
    return { outcome: 'full', retryAfterSeconds };
  };

  let isQuiet = !claim.isUnproven;
  for (const source of sourcesOf(pool, claim)) {
    const { used, waitSeconds } = await count(pool, source);
    if (used > source.most) return refuse(waitSeconds);
    if (used > source.quietMost) isQuiet = false;
  }
  if (pool.total === undefined) return { outcome: 'claimed', giveBack };
  const all = { key: ['all', period], isAsker: false };
  const { used, waitSeconds } = await count(pool, all);
  if (used <= pool.total - (isQuiet ? 0 : (pool.quiet ?? 0)))
    return { outcome: 'claimed', giveBack };
  if (!pool.spare || !isQuiet) return refuse(waitSeconds);
  counted.pop();
  await rateLimits.add(pool, -points, ...all.key);
  const spare = await count(pool.spare, all);
  return spare.used <= pool.spare.total
    ? { outcome: 'claimed', giveBack }
    : refuse(spare.waitSeconds);
}

function sourcesOf(
  pool: Pool,
  { askers, recipient, isUnproven = false, period = '' }: Claim,
): Source[] {
  const sources = askers.map((asker, level) => {
    const [most = Number.POSITIVE_INFINITY, quietMost = most] = [
      pool.perAsker[level],
      pool.perQuietAsker?.[level],
    ];
    return { key: [asker, `asker ${level}`, period], most, quietMost, isAsker: true };
  });
  if (recipient === undefined || pool.perRecipient === undefined) return sources;
  // The other half is for askers with proof.
  const most = isUnproven ? Math.floor(pool.perRecipient / 2) : pool.perRecipient;
  return [
    { key: [recipient, 'recipient', period], most, quietMost: most, isAsker: false },
    ...sources,
  ];
}

/**
 * A hundred people may sign up per hour behind one address, each with a code that is sent twice.
 * There is no total, which a flood from many networks could use up.
 */
const perNetwork = { seconds: NEWCOMER_WINDOW_SECONDS, perAsker: [200, 400, 800] };

export const newcomerPools = {
  signup: { name: 'signupPool', ...perNetwork },
  /** Anybody can request a mail to any mailbox. */
  mail: { name: 'newcomerMail', ...perNetwork },
} as const satisfies Record<string, Pool>;

type Asked = {
  clientAddress: string;
  refusal: 'CODE_NOT_SENT' | 'TOO_MANY_ATTEMPTS';
};

export async function claimNewcomer(
  pool: Pool,
  { clientAddress, refusal }: Asked,
  { rateLimits }: { rateLimits: RateLimits },
): Promise<Claimed> {
  const claimed = await claimPoints(rateLimits, pool, { askers: networksOf(clientAddress) });
  if (claimed.outcome === 'full')
    throw new AppError(refusal, { retryAfterSeconds: claimed.retryAfterSeconds });
  return claimed;
}

export async function claimSignup(clientAddress: string, services: { rateLimits: RateLimits }) {
  const asked = { clientAddress, refusal: 'TOO_MANY_ATTEMPTS' } as const;
  await claimNewcomer(newcomerPools.signup, asked, services);
}
