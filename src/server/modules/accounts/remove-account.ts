import type { Database } from '#server/db/connect.ts';
import { voidCodes } from '#server/modules/accounts/codes/void-codes.ts';
import { endAllSessions } from '#server/modules/accounts/sessions/end-all-sessions.ts';
import { deleteUser, findContact } from './people/queries.ts';

/** Deletes a user with all that hangs on the row, in the caller's transaction; a code on its way opens nothing. */
export async function removeAccount(db: Database, userId: number, now: Date) {
  const contact = await findContact(db, userId);
  if (contact) await voidCodes(db, { email: contact.email, now });
  // Its sessions would go with the row, but their open streams would not hear of it.
  await endAllSessions(db, userId);
  await deleteUser(db, userId);
}
