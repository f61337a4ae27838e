import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Language } from '#shared/language.ts';
import { updateUser } from './people/queries.ts';

/** Changes a person's name, for every role. */
export async function renamePerson(
  db: Database,
  { userId, ...name }: { userId: number; firstName: string; lastName: string },
  now: Date,
) {
  await updateUser(db, userId, { ...name, updatedAt: now });
}

/** Changes a person's phone number. The caller has checked that they may. */
export async function replacePhoneNumber(
  db: Database,
  { userId, phoneNumber }: { userId: number; phoneNumber: string },
  now: Date,
) {
  await updateUser(db, userId, { phoneNumber, updatedAt: now });
}

/** Sets the language of mails to this person; pages follow the cookie. */
export async function setLanguage(
  db: Database,
  { userId, language }: { userId: number; language: Language },
  { clock }: { clock: Clock },
) {
  await updateUser(db, userId, { language, updatedAt: clock() });
}
