import { eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData } from '#platform/server/feature.ts';
import { listOf, objectOf } from '#platform/server/personal-data.ts';
import { apiKeys, knownDevices, sessions } from '../tables/sessions.ts';
import { buyers, users } from '../tables/users.ts';

export const accountData: PersonalData = {
  single: { account: objectOf(users), buyer: objectOf(buyers) },
  lists: {
    sessions: listOf(sessions),
    knownDevices: listOf(knownDevices, { orderBy: 'firstLoginAt tokenHash' }),
    apiKeys: listOf(apiKeys),
  },
};

/** No order of theirs can be placed until the transaction ends. */
export async function lockPerson(db: Database, userId: number) {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}
