import type { Mailer } from '#server/adapters/mailer.ts';
import type { Support } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { passwordChangedLetter } from '#server/modules/notifications/password-changed-letter.ts';
import { findContact } from './people/queries.ts';

/** The outbox's part of a changed password: tells the owner. An account that is gone meanwhile needs no mail. */
export async function sendPasswordChanged(
  db: Database,
  { userId }: { userId: number },
  { mailer, support }: { mailer: Mailer; support: Support },
) {
  const contact = await findContact(db, userId);
  if (contact) await mailer.send(passwordChangedLetter({ ...contact, to: contact.email, supportEmail: support.email }));
}
