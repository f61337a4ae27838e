import type { Database } from '#server/db/connect.ts';
import { passwordChangedLetter } from '#server/modules/notifications/password-changed-letter.ts';
import type { Services } from '#server/services.ts';
import { findContact } from './people/queries.ts';

/** The outbox's part of a changed password: tells the owner. An account that is gone meanwhile needs no mail. */
export async function sendPasswordChanged(db: Database, { userId }: { userId: number }, { mailer, support }: Services) {
  const contact = await findContact(db, userId);
  if (contact) await mailer.send(passwordChangedLetter({ ...contact, to: contact.email, supportEmail: support.email }));
}
