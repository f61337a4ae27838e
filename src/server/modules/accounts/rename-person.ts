import type { Database } from '#server/db/connect.ts';
import { updateUser } from './people/queries.ts';

/** Changes a person's name, for every role. */
export async function renamePerson(
  db: Database,
  { userId, ...name }: { userId: number; firstName: string; lastName: string },
  now: Date,
) {
  await updateUser(db, userId, { ...name, updatedAt: now });
}
