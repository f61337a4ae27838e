import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { phoneLines } from '#server/db/schema/sms.ts';

const lineColumns = {
  pinHash: phoneLines.pinHash,
  pinTries: phoneLines.pinTries,
  pinLockedUntil: phoneLines.pinLockedUntil,
  heardAt: phoneLines.heardAt,
  simChangedAt: phoneLines.simChangedAt,
  stoppedAt: phoneLines.stoppedAt,
};

/** By primary key, as all here. */
export async function findLine(db: Database, userId: number) {
  const [row] = await db.select(lineColumns).from(phoneLines).where(eq(phoneLines.userId, userId));
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockLine(db: Database, userId: number) {
  const [row] = await db.select(lineColumns).from(phoneLines).where(eq(phoneLines.userId, userId)).for('update');
  return row ?? null;
}

type LineChange = Partial<Omit<typeof phoneLines.$inferInsert, 'userId' | 'waiting' | 'waitingUntil' | 'listedProducts'>>;

export async function upsertLine(db: Database, userId: number, change: LineChange) {
  const inserted = db.insert(phoneLines).values({ userId, ...change });
  if (Object.keys(change).length === 0) await inserted.onConflictDoNothing();
  else await inserted.onConflictDoUpdate({ target: phoneLines.userId, set: change });
}

export async function findPhone(db: Database, userId: number) {
  const [row] = await db
    .select({ email: users.email, phoneNumber: users.phoneNumber, phoneVerifiedAt: users.phoneVerifiedAt })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? null;
}
