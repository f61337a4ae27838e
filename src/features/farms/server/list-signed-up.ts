import type { Database } from '#platform/server/db/database.ts';
import { listFarmersSignedUpBy } from './queries.ts';

/**
 * The farmers whose accounts this person has made, newest first, with nothing else that is
 * personal; those who left are not among them.
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
