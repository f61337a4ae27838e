import { NEWCOMER_WINDOW_SECONDS } from '#platform/rules/limits.ts';
import { AppError } from '../app-error.ts';
import { networksOf } from '../network-of.ts';
import type { RateLimits } from '../rate-limits.ts';
import { type Claimed, claimPoints, type Pool } from './pools.ts';

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

export async function claimSignup(
  clientAddress: string,
  services: { rateLimits: RateLimits },
): Promise<void> {
  const asked = { clientAddress, refusal: 'TOO_MANY_ATTEMPTS' } as const;
  await claimNewcomer(newcomerPools.signup, asked, services);
}
