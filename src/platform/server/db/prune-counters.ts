import { like, lt } from 'drizzle-orm';
import type { Database } from './database.ts';
import { rateLimitCounters } from './tables/requests.ts';

export async function pruneCounters(db: Database, now: Date) {
  await db.delete(rateLimitCounters).where(lt(rateLimitCounters.expire, now));
}

export async function deleteCounters(db: Database, prefix: string) {
  await db.delete(rateLimitCounters).where(like(rateLimitCounters.key, `${prefix}%`));
}
