import { and, eq, isNotNull } from 'drizzle-orm';
import { phoneLines, upsertLine } from '#accounts/server/people-queries.ts';
import type { Database } from '#platform/server/db/database.ts';
import { phoneLines as lines, users } from '../tables/users.ts';

const lineColumns = {
  phoneVerifiedAt: users.phoneVerifiedAt,
  pinHash: phoneLines.pinHash,
  heardAt: phoneLines.heardAt,
  simChangedAt: phoneLines.simChangedAt,
  numberChangedAt: phoneLines.numberChangedAt,
  stoppedAt: phoneLines.stoppedAt,
};

export async function findPhone(db: Database, userId: number) {
  const [row] = await db
    .select({ ...lineColumns, email: users.email, phoneNumber: users.phoneNumber })
    .from(users)
    .leftJoin(phoneLines, eq(phoneLines.userId, users.id))
    .where(eq(users.id, userId));
  return row ?? null;
}

export async function lockLine(db: Database, userId: number) {
  const [[line], [user]] = await Promise.all([
    db
      .select({
        pinHash: lines.pinHash,
        pinTries: lines.pinTries,
        pinLockedUntil: lines.pinLockedUntil,
        pinEndsAt: lines.pinEndsAt,
        heardAt: lines.heardAt,
        simChangedAt: lines.simChangedAt,
        numberChangedAt: lines.numberChangedAt,
        stoppedAt: lines.stoppedAt,
      })
      .from(lines)
      .where(eq(lines.userId, userId))
      .for('update'),
    db.select({ phoneVerifiedAt: users.phoneVerifiedAt }).from(users).where(eq(users.id, userId)),
  ]);
  return line && user ? { ...line, ...user } : null;
}

/** By users_verified_phone. */
export async function findHolder(db: Database, phoneNumber: string) {
  const [row] = await db
    .select({
      ...lineColumns,
      userId: users.id,
      email: users.email,
      suspendedAt: users.suspendedAt,
    })
    .from(users)
    .leftJoin(phoneLines, eq(phoneLines.userId, users.id))
    .where(and(eq(users.phoneNumber, phoneNumber), isNotNull(users.phoneVerifiedAt)));
  return row ?? null;
}

type Released = { userId: number; phoneNumber: string; now: Date };

/** Also ends everything pending from the phone. */
export async function updateReleased(tx: Database, { userId, phoneNumber, now }: Released) {
  await tx
    .update(users)
    .set({ phoneNumber: '', phoneVerifiedAt: null, updatedAt: now })
    .where(eq(users.id, userId));
  await upsertLine(tx, userId, {
    releasedNumber: phoneNumber,
    numberChangedAt: now,
    waiting: null,
    waitingUntil: null,
  });
}
