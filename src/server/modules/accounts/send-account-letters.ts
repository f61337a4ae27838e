import type { Mailer } from '#server/adapters/mailer.ts';
import type { Clock } from '#server/clock.ts';
import type { Support } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Metrics } from '#server/metrics.ts';
import { codeLetter, passwordChangedLetter, phoneNumberChangedLetter } from '#server/modules/notifications/account-letters.ts';
import type { Language } from '#shared/language.ts';
import { issueCode } from './codes/issue-code.ts';
import { findAccount, findContact } from './people/queries.ts';

/**
 * Handles a password reset from the outbox: makes the code and mails it. If no verified account has the email, a code is made all the
 * same but not sent, so that guesses at it behave as for an account. A mail that fails leaves the code: nobody has it, and the next
 * try makes another.
 */
export async function sendResetCode(
  db: Database,
  { email, language, askedFrom }: { email: string; language: Language; askedFrom: string },
  services: { clock: Clock; secret: string; mailer: Mailer; support: Support; metrics: Metrics },
) {
  const purpose = 'password_reset';
  const { code } = await db.transaction((tx) =>
    issueCode(tx, { email, purpose, askedFrom }, { now: services.clock(), secret: services.secret }),
  );
  const account = await findAccount(db, email);
  if (!account?.emailVerifiedAt) return;
  const { mailer, support, metrics } = services;
  await mailer.send(codeLetter({ to: account.email, language, purpose, code, supportEmail: support.email }));
  metrics.codeMails.inc({ purpose, outcome: 'sent' });
}

/** Tells the owner of a changed password, from the outbox. An account that was deleted since gets no mail. */
export async function sendPasswordChanged(
  db: Database,
  { userId }: { userId: number },
  { mailer, support }: { mailer: Mailer; support: Support },
) {
  const contact = await findContact(db, userId);
  if (contact) await mailer.send(passwordChangedLetter({ ...contact, to: contact.email, supportEmail: support.email }));
}

/** Tells the owner of a changed phone number, from the outbox, at the email, which did not change. */
export async function sendPhoneNumberChanged(
  db: Database,
  { userId, lastDigits }: { userId: number; lastDigits: string },
  { mailer, support }: { mailer: Mailer; support: Support },
) {
  const contact = await findContact(db, userId);
  if (contact)
    await mailer.send(phoneNumberChangedLetter({ ...contact, to: contact.email, lastDigits, supportEmail: support.email }));
}
