import { and, eq } from 'drizzle-orm';
import { knownDevices } from '#accounts/server/tables/sessions.ts';
import type { Database } from '#platform/server/db/database.ts';

export async function hasLoggedIn(
  db: Database,
  { tokenHash, userId }: { tokenHash: string; userId: number },
): Promise<boolean> {
  const rows = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(eq(knownDevices.tokenHash, tokenHash), eq(knownDevices.userId, userId)));
  return rows.length > 0;
}

export async function isKnownToAnyone(db: Database, tokenHash: string): Promise<boolean> {
  const rows = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(eq(knownDevices.tokenHash, tokenHash))
    .limit(1);
  return rows.length > 0;
}

export async function upsertKnownDevice(
  db: Database,
  { tokenHash, userId, now }: { tokenHash: string; userId: number; now: Date },
) {
  await db
    .insert(knownDevices)
    .values({ tokenHash, userId, firstLoginAt: now, lastLoginAt: now })
    .onConflictDoUpdate({
      target: [knownDevices.tokenHash, knownDevices.userId],
      set: { lastLoginAt: now },
    });
}
