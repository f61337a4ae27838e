import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import type { Language } from '#shared/language.ts';
import { updateUser } from './people/queries.ts';

/** The language of mails to this person from now on; pages follow the cookie. */
export async function setLanguage(
  db: Database,
  { userId, language }: { userId: number; language: Language },
  { clock }: { clock: Clock },
) {
  await updateUser(db, userId, { language, updatedAt: clock() });
}
