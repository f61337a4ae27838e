/*
 * Pools limit actions at our cost (a sign-up, a mail, an SMS) by points per time window. The last
 * points, the quiet part, are reserved for askers who have used few, so that heavy users leave
 * something for others.
 */
import type { Counter, RateLimits } from '../rate-limits.ts';

export type Pool = Counter & {
  /** `total` is for actions that cost money. */
  total?: number;
  quiet?: number;
  /** Such as the networks of a client from narrow to wide. An asker without a number has no cap. */
  perAsker: readonly number[];
  /** An asker with at most this many points is quiet. */
  perQuietAsker?: readonly number[];
  perRecipient?: number;
  /** A reserve for quiet askers that several pools share. */
  spare?: Counter & { total: number };
};

export type Claim = {
  askers: readonly string[];
  recipient?: string | undefined;
  /** Without proof of identity, an asker never counts as quiet. */
  isUnproven?: boolean;
  points?: number;
  /** Each period, such as a day, is counted separately. */
  period?: string;
};

/** `giveBack` returns points; with `keepsAskers` they still count for the askers. */
export type Claimed = {
  outcome: 'claimed';
  giveBack: (what?: { keepsAskers: boolean }) => Promise<void>;
};
export type PoolOutcome = Claimed | { outcome: 'full'; retryAfterSeconds: number };

type Source = { key: string[]; most: number; quietMost: number; isAsker: boolean };

/** All or none. */
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
  // The other half is reserved for askers with proof.
  const most = isUnproven ? Math.floor(pool.perRecipient / 2) : pool.perRecipient;
  return [
    { key: [recipient, 'recipient', period], most, quietMost: most, isAsker: false },
    ...sources,
  ];
}
