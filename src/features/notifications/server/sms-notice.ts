import type { Clock } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { findSmsNotice } from './sms/queries.ts';

/** A notice to send by SMS, with its recipient. */
export type SmsNotice = NonNullable<Awaited<ReturnType<typeof findSmsNotice>>>;

type Needs = { clock: Clock; secret: string; support: Support };

/** Writes the SMS about a notice from current data; null if it is no longer needed. */
export type SmsWriter = (
  db: Database,
  notice: SmsNotice,
  services: Needs,
) => Promise<string | null>;

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    writeSms: SmsWriter;
  }
}
