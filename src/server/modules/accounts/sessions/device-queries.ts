import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { knownDevices } from '#server/db/schema/sessions.ts';

/** Whether the person with this email has logged in on a device. By the primary key. */
export async function hasLoggedIn(db: Database, { tokenHash, email }: { tokenHash: string; email: string }): Promise<boolean> {
  const rows = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(knownDevices.tokenHash, tokenHash), eq(users.email, email)));
  return rows.length > 0;
}

/** Whether anybody has. By the primary key. */
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
    .onConflictDoUpdate({ target: [knownDevices.tokenHash, knownDevices.userId], set: { lastLoginAt: now } });
}
