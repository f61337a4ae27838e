import type { CodePurpose, OtpPurpose } from '#features/accounts/rules/otp.ts';
import type { IsProven } from '#features/accounts/server/people-queries.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Limits } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Metrics } from '#platform/server/metrics.ts';
import { networksOf } from '#platform/server/network-of.ts';
import { claimNewcomer, newcomerPools } from '#platform/server/pools/claim-newcomer.ts';
import type { Claimed } from '#platform/server/pools/pools.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { hasAskedToJoin } from '../ask-to-join.ts';
import type { AccountSms } from './account-sms.ts';
import { isPhoneNumber } from './find-addressee.ts';

type Needs = {
  rateLimits: RateLimits;
  clock: Clock;
  limits: Limits;
  metrics: Metrics;
  isProven: IsProven;
  accountSms: AccountSms;
};
type Asked = {
  purpose: CodePurpose;
  address: string;
  currentUserId: number | null;
  clientAddress: string;
};

/**
 * Counts the mail or SMS of a code before the code is created, so that a refusal voids no code. If
 * nothing is sent, the caller gives the count back. Otherwise somebody without the password could
 * use up any number's login codes with failing requests. Returns null for a password reset, which
 * is counted when it is sent, so that its answer reveals nothing; and for the mail of a login,
 * because the email may be verified.
 * @throws AppError CODE_NOT_SENT
 */
export async function claimCode(
  db: Database,
  asked: Asked,
  services: Needs,
): Promise<Claimed | null> {
  const { purpose, address, clientAddress } = asked;
  if (purpose === 'password_reset') return null;
  if (purpose === 'signup') return claimNewcomerMail({ purpose, clientAddress }, services);
  if (!isPhoneNumber(address)) return null;
  const own =
    purpose === 'login'
      ? ({ cause: 'login', asker: address } as const)
      : await verifierOf(db, asked, services);
  if (!own)
    return services.accountSms.claimNewcomer({ clientAddress, recipient: address }, services);
  const claimed = await services.accountSms.claim(services, {
    ...own,
    recipient: address,
    now: services.clock(),
  });
  if (claimed.outcome === 'full')
    throw new AppError('CODE_NOT_SENT', { retryAfterSeconds: claimed.retryAfterSeconds });
  return claimed;
}

type Mailing = { purpose: OtpPurpose; clientAddress: string };

/**
 * Counts a mail to an address without a verified account.
 * @throws AppError CODE_NOT_SENT
 */
export async function claimNewcomerMail(
  { purpose, clientAddress }: Mailing,
  services: Needs,
): Promise<Claimed> {
  try {
    return await claimNewcomer(
      newcomerPools.mail,
      { clientAddress, refusal: 'CODE_NOT_SENT' },
      services,
    );
  } catch (error) {
    const isWithheld = error instanceof AppError && error.code === 'CODE_NOT_SENT';
    if (isWithheld) services.metrics.codeMails.inc({ purpose, outcome: 'withheld' });
    throw error;
  }
}

/**
 * The user whose SMS quota the code counts against; null for a visitor without a session. A user
 * without proof also counts as their networks, because an account costs only a mailbox.
 */
async function verifierOf(
  db: Database,
  { address, currentUserId, clientAddress }: Asked,
  services: Needs,
) {
  if (await hasAskedToJoin(address, services)) return { cause: 'joined', asker: address } as const;
  if (currentUserId === null) return null;
  const isUnproven = !(await services.isProven(db, currentUserId));
  return {
    cause: 'verify',
    asker: currentUserId,
    networks: isUnproven ? networksOf(clientAddress) : [],
  } as const;
}
