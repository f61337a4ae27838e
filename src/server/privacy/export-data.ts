import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/db/connect.ts';
import type { Services } from '#server/services.ts';
import { readPerson } from './queries.ts';
import { readTrade } from './trade-export-queries.ts';

/** All that is kept about a person, for that person (Data Protection Act 2019, section 38). @throws AppError NOT_FOUND */
export async function exportData(db: Database, userId: number, { clock }: Pick<Services, 'clock'>) {
  const person = await readPerson(db, userId);
  if (!person.account) throw new AppError('NOT_FOUND');
  return { exportedAt: clock(), ...person, ...(await readTrade(db, userId)) };
}
