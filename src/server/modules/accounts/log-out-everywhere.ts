import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { voidCodes } from '#server/modules/accounts/codes/void-codes.ts';
import { endAllSessions } from '#server/modules/accounts/sessions/end-all-sessions.ts';
import { findContact } from './people/queries.ts';

/** Logs a person out on every device; a code on its way would open a session again, and is dead too. */
export async function logOutEverywhere(db: Database, userId: number, { clock }: { clock: Clock }) {
  await db.transaction(async (tx) => {
    const contact = await findContact(tx, userId);
    if (contact) await voidCodes(tx, { email: contact.email, now: clock() });
    await endAllSessions(tx, userId);
  });
}
