import type { Database } from '#platform/server/db/database.ts';
import type { findSmsNotice } from './sms/queries.ts';

/** A notice to send by SMS, with its recipient. */
export type SmsNotice = NonNullable<Awaited<ReturnType<typeof findSmsNotice>>>;

/** Writes the SMS about a notice from current data; null if it is no longer needed. */
export type SmsWriter = (db: Database, notice: SmsNotice) => Promise<string | null>;
