/*
 * Pools limit actions at our cost (a sign-up, a mail, an SMS). The last points, the quiet part, are
 * reserved for askers who have used few, so that heavy users leave something for others.
 */
import type { Counter, RateLimits } from '../rate-limits.ts';

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

export type Claim = {
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
