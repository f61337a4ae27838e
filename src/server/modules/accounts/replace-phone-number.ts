import type { Database } from '#server/db/connect.ts';
import { updateUser } from './people/queries.ts';

/** Changes a person's phone number. Whoever calls this has made sure that they may. */
export async function replacePhoneNumber(
  db: Database,
  { userId, phoneNumber }: { userId: number; phoneNumber: string },
  now: Date,
) {
  await updateUser(db, userId, { phoneNumber, updatedAt: now });
}
