import type { Database } from '#platform/server/db/database.ts';
import { listFarmersSignedUpBy } from './queries.ts';

/**
 * The farmers whose accounts this user created, newest first. Contains no other personal data.
 * Deleted accounts are not included.
 */
export async function listSignedUp(db: Database, agentId: number) {
  const rows = await listFarmersSignedUpBy(db, agentId);
  return {
    farmers: rows.map(({ firstName, lastName, ...row }) => ({
      ...row,
      name: `${firstName} ${lastName}`,
    })),
  };
}
