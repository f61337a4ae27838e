import { NEWCOMER_WINDOW_SECONDS } from '#platform/rules/limits.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import { networksOf } from '../network-of.ts';
import type { RateLimits } from '../rate-limits.ts';
import { type Claimed, claimPoints, type Pool } from './pools.ts';
import { isProofOfWork, makeChallenge } from './proof-of-work.ts';

/**
 * A client without an account: its address, and the unvalidated header with a challenge's solution.
 */
export type Caller = { clientAddress: string; proofOfWork?: string | undefined };

/**
 * Caps per network: an IPv4 address and its /24, or the /64, /56 and /48 of an IPv6 address. A
 * hundred people may sign up per hour behind one address, each with a code that is sent twice, and
 * carriers have many customers in one wide network.
 */
const perNetwork = { perAsker: [200, 400, 800], perQuietAsker: [5, 10, 10] };

export const newcomerPools = {
  signup: {
    name: 'signupPool',
    seconds: NEWCOMER_WINDOW_SECONDS,
    total: 2000,
    quiet: 1000,
    ...perNetwork,
  },
  /**
   * Mails to addresses without a verified account, because anybody can make us write to any
   * mailbox.
   */
  mail: {
    name: 'newcomerMail',
    seconds: NEWCOMER_WINDOW_SECONDS,
    total: 2000,
    quiet: 1000,
    ...perNetwork,
  },
} as const satisfies Record<string, Pool>;

export type NewcomerServices = { rateLimits: RateLimits; clock: Clock; secret: string };
/** `refusal`: the error when the pool is used up. */
type Asked = {
  from: Caller;
  recipient?: string;
  period?: string;
  refusal: 'CODE_NOT_SENT' | 'TOO_MANY_ATTEMPTS';
};

/**
 * Claims a point for a client without an account, counted by nested networks. When half of the pool
 * is used, also requires a proof of work.
 * @throws AppError PROOF_OF_WORK_NEEDED with a challenge; `refusal` with the seconds until the pool
 * resets
 */
export async function claimNewcomer(
  pool: Pool,
  asked: Asked,
  services: NewcomerServices,
): Promise<Claimed> {
  const { from, refusal, ...claim } = asked;
  const claimed = await claimPoints(services.rateLimits, pool, {
    ...claim,
    askers: networksOf(from.clientAddress),
  });
  if (claimed.outcome === 'full')
    throw new AppError(refusal, { retryAfterSeconds: claimed.retryAfterSeconds });
  if (claimed.isLow && !(await isProofOfWork(from.proofOfWork, services))) {
    await claimed.giveBack();
    throw new AppError('PROOF_OF_WORK_NEEDED', { facts: { proofOfWork: makeChallenge(services) } });
  }
  return claimed;
}

/**
 * Counts an account that is about to be created.
 * @throws AppError TOO_MANY_ATTEMPTS, PROOF_OF_WORK_NEEDED
 */
export async function claimSignup(
  { clientAddress, proofOfWork }: Caller,
  services: NewcomerServices,
): Promise<void> {
  await claimNewcomer(
    newcomerPools.signup,
    { from: { clientAddress, proofOfWork }, refusal: 'TOO_MANY_ATTEMPTS' },
    services,
  );
}
