import type { Mailer } from '#server/adapters/mailer.ts';
import type { Support } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { phoneNumberChangedLetter } from '#server/modules/notifications/phone-number-changed-letter.ts';
import { findContact } from './people/queries.ts';

/** The outbox's part of a changed phone number: tells the owner, at the mail address, which the change left alone. */
export async function sendPhoneNumberChanged(
  db: Database,
  { userId, lastDigits }: { userId: number; lastDigits: string },
  { mailer, support }: { mailer: Mailer; support: Support },
) {
  const contact = await findContact(db, userId);
  if (contact)
    await mailer.send(phoneNumberChangedLetter({ ...contact, to: contact.email, lastDigits, supportEmail: support.email }));
}
