import type { Database } from '#server/db/connect.ts';
import { findVisit, updateFarm } from './evidence/queries.ts';

type Visit = { email: string; visitedAt: Date | null };

/** Writes down when a person was at a farm, or takes that back. A second visit replaces the first; nothing to take back: already. */
export async function recordVisit(tx: Database, { email, visitedAt }: Visit): Promise<'done' | 'already' | 'unknown'> {
  const farm = await findVisit(tx, email);
  if (!farm) return 'unknown';
  if (visitedAt === null && farm.visitedAt === null) return 'already';
  await updateFarm(tx, farm.userId, { visitedAt });
  return 'done';
}
