import type { Database } from '#platform/server/db/database.ts';
import type { findSmsNotice } from './sms/queries.ts';

/** A notice that goes out by SMS, with whom it is for. */
export type SmsNotice = NonNullable<Awaited<ReturnType<typeof findSmsNotice>>>;

/**
 * Writes the SMS about a notice as things are now; null when nobody needs to hear of it any more.
 */
export type SmsWriter = (db: Database, notice: SmsNotice) => Promise<string | null>;
