import { NEWCOMER_WINDOW_SECONDS } from '#platform/rules/limits.ts';
import { AppError } from '../app-error.ts';
import { networksOf } from '../network-of.ts';
import type { RateLimits } from '../rate-limits.ts';
import { type Claimed, claimPoints, type Pool } from './pools.ts';

/**
 * Caps per network: an IPv4 address and its /24, or the /64, /56 and /48 of an IPv6 address. A
 * hundred people may sign up per hour behind one address, each with a code that is sent twice, and
 * carriers have many customers in one wide network. There is no total, which a flood from many
 * networks could use up for everybody: its mails wait behind themselves (codes/code-queue.ts).
 */
const perNetwork = { seconds: NEWCOMER_WINDOW_SECONDS, perAsker: [200, 400, 800] };

export const newcomerPools = {
  signup: { name: 'signupPool', ...perNetwork },
  /**
   * Mails to addresses without a verified account, because anybody can make us write to any
   * mailbox.
   */
  mail: { name: 'newcomerMail', ...perNetwork },
} as const satisfies Record<string, Pool>;

/** `refusal`: the error when the pool is used up. */
type Asked = {
  clientAddress: string;
  refusal: 'CODE_NOT_SENT' | 'TOO_MANY_ATTEMPTS';
};

/**
 * Claims a point for a client without an account, counted by nested networks.
 * @throws AppError `refusal` with the seconds until the pool resets
 */
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

/**
 * Counts an account that is about to be created.
 * @throws AppError TOO_MANY_ATTEMPTS
 */
export async function claimSignup(
  clientAddress: string,
  services: { rateLimits: RateLimits },
): Promise<void> {
  const asked = { clientAddress, refusal: 'TOO_MANY_ATTEMPTS' } as const;
  await claimNewcomer(newcomerPools.signup, asked, services);
}
