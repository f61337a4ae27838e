import type { Database } from '#server/db/connect.ts';
import { lockEmail, voidLiveCodes } from './queries.ts';

/** Ends every live code of an e-mail, and holds the e-mail until the transaction ends. */
export async function voidCodes(db: Database, { email, now }: { email: string; now: Date }) {
  await lockEmail(db, email);
  await voidLiveCodes(db, { email, now });
}
