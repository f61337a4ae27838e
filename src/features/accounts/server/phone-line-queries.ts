import { and, eq, gt, isNotNull, lte } from 'drizzle-orm';
import { phoneLines as lines, users } from '#accounts/server/tables/users.ts';
import type { Database } from '#platform/server/db/database.ts';
import { phoneLines } from './people-queries.ts';

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

type LineChange = Partial<Omit<typeof lines.$inferInsert, 'userId'>>;

export async function upsertLine(db: Database, userId: number, change: LineChange) {
  const inserted = db.insert(lines).values({ userId, ...change });
  if (Object.keys(change).length === 0) await inserted.onConflictDoNothing();
  else await inserted.onConflictDoUpdate({ target: lines.userId, set: change });
}

export async function forgetPinSetAfter(db: Database, userId: number, moment: Date) {
  await db
    .update(lines)
    .set({ pinHash: null, pinSetAt: null })
    .where(and(eq(lines.userId, userId), gt(lines.pinSetAt, moment)));
}

export async function findWaiting(
  db: Database,
  { userId, now, until }: { userId: number; now: Date; until: Date },
) {
  const [row] = await db
    .select({ waiting: lines.waiting, waitingUntil: lines.waitingUntil })
    .from(lines)
    .where(
      and(eq(lines.userId, userId), gt(lines.waitingUntil, now), lte(lines.waitingUntil, until)),
    );
  return row ?? null;
}

/** Unless a newer one has replaced it. */
export async function endWaiting(
  db: Database,
  { userId, waiting }: { userId: number; waiting: object },
) {
  await db
    .update(lines)
    .set({ waiting: null, waitingUntil: null })
    .where(and(eq(lines.userId, userId), eq(lines.waiting, waiting)));
}

/** A question may contain a PIN. By phone_lines_waiting. */
export async function endExpiredQuestions(db: Database, now: Date) {
  await db
    .update(lines)
    .set({ waiting: null, waitingUntil: null })
    .where(and(isNotNull(lines.waiting), lte(lines.waitingUntil, now)));
}
