import {
  type AnyColumn,
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { AppError } from '#server/app-error.ts';
import { firstRow, keepStatement, pick } from '#server/database.ts';
import { listOf } from '#server/tables.ts';
import { sessions as sessionTable } from './tables/sessions.ts';
import { foldedTextOf, phoneLines as lines, users } from './tables/users.ts';

/** The columns that other features may join. `name` is the subquery's name in the statement. */
export const people = <Name extends string>(name: Name) =>
  new QueryBuilder()
    .select({
      ...pick(
        users,
        'id role email firstName lastName phoneNumber phoneVerifiedAt emailVerifiedAt language',
        'nationalId signedUpBy suspendedAt createdAt',
      ),
      foldedText: foldedTextOf(users).as('folded_text'),
    })
    .from(users)
    .as(name);

export const sessions = new QueryBuilder()
  .select(pick(sessionTable, 'id device idleEndsAt endsAt'))
  .from(sessionTable)
  .as('sessions');

export const listPhoneLines = listOf(lines, { orderBy: 'userId' });

export const phoneLines = new QueryBuilder()
  .select(
    pick(
      lines,
      'userId pinHash heardAt simChangedAt numberChangedAt releasedNumber pinSetAt pinLockedUntil',
      'pinEndsAt stoppedAt listedProducts',
    ),
  )
  .from(lines)
  .as('phone_lines');

const [one, other] = [people('one'), people('other')];

/**
 * Two accounts with one phone number or national ID count as one person, who can neither order from
 * nor rate their own farm. A released number is empty.
 */
export const sharesIdentity = (userId: AnyColumn | SQL, otherId: AnyColumn | SQL) =>
  sql<boolean>`exists (
    select from ${one}, ${other} where ${one.id} = ${userId} and ${other.id} = ${otherId}
      and ((${one.phoneNumber} = ${other.phoneNumber} and ${one.phoneNumber} <> '') or ${one.nationalId} = ${other.nationalId}))`;

type Named = Record<'id' | 'email' | 'phoneNumber' | 'phoneVerifiedAt', AnyColumn>;

/** By the primary key, users_email_unique and users_verified_phone. */
export const isAccount = (user: Named, which: string | number) =>
  typeof which === 'number'
    ? eq(user.id, which)
    : or(eq(user.email, which), and(eq(user.phoneNumber, which), isNotNull(user.phoneVerifiedAt)));

export const lockPerson = (db: Database, userId: number) => firstRow(lockStatement(db, { userId }));

const lockStatement = keepStatement((db) =>
  db
    .select({ suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .for('no key update'),
);

/** Nothing of theirs can begin until the transaction ends. */
export async function lockPersonToRemove(db: Database, userId: number) {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}

/** Locks these accounts against deletion and returns the ids of those that exist. */
export async function holdPeople(tx: Database, userIds: number[]) {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, userIds))
    .orderBy(asc(users.id))
    .limit(userIds.length)
    .for('key share', { skipLocked: true });
  return new Set(rows.map(({ id }) => id));
}

/** True if there is no such user. */
export async function isSuspended(db: Database, userId: number) {
  const [row] = await db
    .select({ suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.id, userId));
  return row?.suspendedAt !== null;
}

/**
 * Nothing that outlasts the session can then begin after a new password, a suspension or a reported
 * SIM change ended it. The user first, in the same order as those. It also serializes one user's
 * calls.
 */
export async function lockLogin(
  tx: Database,
  { userId, sessionId }: { userId: number; sessionId: number },
) {
  await lockPerson(tx, userId);
  const rows = await tx
    .select({ id: sessionTable.id })
    .from(sessionTable)
    .where(and(eq(sessionTable.id, sessionId), eq(sessionTable.userId, userId)))
    .for('share');
  if (rows.length === 0) throw new AppError('NOT_LOGGED_IN');
}

const lineColumns = {
  phoneVerifiedAt: users.phoneVerifiedAt,
  ...pick(phoneLines, 'pinHash heardAt simChangedAt numberChangedAt stoppedAt'),
};

export const findPhone = (db: Database, userId: number) =>
  firstRow(
    db
      .select({ ...lineColumns, email: users.email, phoneNumber: users.phoneNumber })
      .from(users)
      .leftJoin(phoneLines, eq(phoneLines.userId, users.id))
      .where(eq(users.id, userId)),
  );

export async function lockLine(db: Database, userId: number) {
  const [[line], [user]] = await Promise.all([
    db
      .select(
        pick(
          lines,
          'pinHash pinTries pinLockedUntil pinEndsAt heardAt simChangedAt numberChangedAt',
          'stoppedAt',
        ),
      )
      .from(lines)
      .where(eq(lines.userId, userId))
      .for('update'),
    db.select({ phoneVerifiedAt: users.phoneVerifiedAt }).from(users).where(eq(users.id, userId)),
  ]);
  return line && user ? { ...line, ...user } : null;
}

/** By users_verified_phone. */
export const findHolder = (db: Database, phoneNumber: string) =>
  firstRow(
    db
      .select({
        ...lineColumns,
        userId: users.id,
        email: users.email,
        suspendedAt: users.suspendedAt,
      })
      .from(users)
      .leftJoin(phoneLines, eq(phoneLines.userId, users.id))
      .where(and(eq(users.phoneNumber, phoneNumber), isNotNull(users.phoneVerifiedAt))),
  );

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

export const findWaiting = (
  db: Database,
  { userId, now, until }: { userId: number; now: Date; until: Date },
) =>
  firstRow(
    db
      .select({ waiting: lines.waiting, waitingUntil: lines.waitingUntil })
      .from(lines)
      .where(
        and(eq(lines.userId, userId), gt(lines.waitingUntil, now), lte(lines.waitingUntil, until)),
      ),
  );

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
