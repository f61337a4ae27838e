import type { Database } from '#platform/server/db/database.ts';
import { findVisit, updateFarm } from './queries.ts';

type Visit = { address: string; visitedAt: Date | null };

/**
 * Records when our staff visited the farm of an email or a verified number, or removes that record
 * (null). A second visit replaces the first.
 */
export async function recordVisit(
  tx: Database,
  { address, visitedAt }: Visit,
): Promise<'done' | 'already' | 'unknown'> {
  const farm = await findVisit(tx, address);
  if (!farm) return 'unknown';
  if (visitedAt === null && farm.visitedAt === null) return 'already';
  await updateFarm(tx, farm.userId, { visitedAt });
  return 'done';
}
