import type { Language } from '#platform/rules/language.ts';
import type { Role } from '#platform/rules/role.ts';
import type { Database } from '#platform/server/db/database.ts';

type Speaker = { userId: number; role: Role; language: Language };

/** A call of the screens' use cases from a keypad phone, which has no session. */
export const speakersCall = <Services>(
  db: Database,
  { userId: id, role, language }: Speaker,
  services: Services,
) => ({ ...services, db, language, user: { id, role } });
