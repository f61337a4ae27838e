import type { Sms } from '#platform/server/adapters/sms.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Limits } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Metrics } from '#platform/server/metrics.ts';
import type { PoolOutcome, RateLimits } from '#platform/server/rate-limits.ts';

type Claim = {
  cause: 'login' | 'alarm' | 'verify' | 'newcomer' | 'anybody';
  asker?: number | string;
  networks?: readonly string[];
  recipient: string;
  text?: string;
  now: Date;
};

type Urgent = {
  userId: number | null;
  to: string;
  kind: 'code' | 'notice';
  text: string;
  claimed: PoolOutcome;
};

/** Sent at once, by the notifications feature. */
export type AccountSms = {
  /** Claims the parts of a text from the day's budget. */
  claim: (
    services: { rateLimits: RateLimits; limits: Limits },
    claim: Claim,
  ) => Promise<PoolOutcome>;
  send: (
    db: Database,
    sms: Urgent,
    services: { sms: Sms | null; clock: Clock; metrics: Metrics; log: Logger },
  ) => Promise<'sent' | 'failed'>;
};

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    accountSms: AccountSms;
  }
}
