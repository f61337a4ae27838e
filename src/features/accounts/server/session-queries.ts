import { and, desc, eq, exists, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import { firstRow, hasRows, keepStatement, pick } from '#server/database.ts';
import type { SessionChoice } from '../rules/account.ts';
import { knownDevices, loginPasses, phoneLinks, sessions } from './tables/sessions.ts';
import { users } from './tables/users.ts';

const LISTED_SESSIONS_MAX = 100;

export async function insertSession(db: Database, session: typeof sessions.$inferInsert) {
  await db.insert(sessions).values(session);
}

/** Null for a suspended account. By the unique token hash. */
export const findLiveSession = (
  db: Database,
  { tokenHash, now }: { tokenHash: string; now: Date },
) => firstRow(liveSessionStatement(db, { tokenHash, now }));

const liveSessionStatement = keepStatement((db) =>
  db
    .select({
      id: sessions.id,
      userId: users.id,
      role: users.role,
      language: users.language,
      isRemembered: sessions.isRemembered,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.endsAt, sql.placeholder('now')),
        gt(sessions.idleEndsAt, sql.placeholder('now')),
        isNull(users.suspendedAt),
      ),
    ),
);

type Use = { id: number; lastUsedAt: Date; idleEndsAt: Date };

export async function updateSessionUse(db: Database, { id, ...use }: Use) {
  await db
    .update(sessions)
    .set(use)
    .where(and(eq(sessions.id, id), lt(sessions.lastUsedAt, use.lastUsedAt)));
}

/**
 * Returns the hashes of the ended tokens. Open streams end, in every process, on commit. Links are
 * deleted first: that waits for a phone that is using one, whose new session is then deleted too.
 */
export async function deleteSessions(db: Database, choice: SessionChoice) {
  const ended = JSON.stringify([{ orderId: null, userIds: [choice.userId], ended: choice }]);
  return db.transaction(async (tx) => {
    if (!('only' in choice))
      await tx.delete(phoneLinks).where(eq(phoneLinks.userId, choice.userId));
    const deleted = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, choice.userId), isChosen(choice)))
      .returning({ tokenHash: sessions.tokenHash });
    await tx
      .select({ told: sql`pg_notify('order_changes', ${ended})` })
      .from(sql`(values (1)) as once`);
    return deleted.map(({ tokenHash }) => tokenHash);
  });
}

function isChosen(choice: SessionChoice) {
  if ('only' in choice) return eq(sessions.id, choice.only);
  return 'except' in choice ? ne(sessions.id, choice.except) : undefined;
}

export const findSessionByHash = (db: Database, tokenHash: string) =>
  firstRow(
    db
      .select({ id: sessions.id, userId: sessions.userId })
      .from(sessions)
      .where(eq(sessions.tokenHash, tokenHash)),
  );

export const hasSession = (db: Database, id: number) =>
  hasRows(db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id)));

export const hasEmailSession = (
  db: Database,
  { sessionId, since }: { sessionId: number; since: Date },
) =>
  hasRows(
    db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), sessions.isByEmail, gt(sessions.createdAt, since))),
  );

type ProvenPassword = { userId: number; passwordHash: string; passedAt: Date };

/** Only for an account that still has this password. Locks its row against a concurrent change. */
export async function upsertLoginPass(
  db: Database,
  { userId, passwordHash, passedAt }: ProvenPassword,
) {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash)))
      .for('share');
    if (!user) return false;
    await tx
      .insert(loginPasses)
      .values({ userId, passedAt })
      .onConflictDoUpdate({ target: loginPasses.userId, set: { passedAt } });
    return true;
  });
}

export const findLoginPass = (db: Database, { userId, since }: { userId: number; since: Date }) =>
  firstRow(
    db
      .select({ passedAt: loginPasses.passedAt })
      .from(loginPasses)
      .where(and(eq(loginPasses.userId, userId), gt(loginPasses.passedAt, since))),
  );

export async function deleteLoginPass(db: Database, userId: number) {
  await db.delete(loginPasses).where(eq(loginPasses.userId, userId));
}

/** By user_id. */
export async function listLiveSessions(
  db: Database,
  { userId, now }: { userId: number; now: Date },
) {
  return db
    .select(pick(sessions, 'id device isRemembered createdAt lastUsedAt'))
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.endsAt, now), gt(sessions.idleEndsAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(LISTED_SESSIONS_MAX);
}

/** By user_id. */
export async function replacePhoneLink(db: Database, link: typeof phoneLinks.$inferInsert) {
  await db.transaction(async (tx) => {
    await tx.delete(phoneLinks).where(eq(phoneLinks.userId, link.userId));
    await tx.insert(phoneLinks).values(link);
  });
}

const isUsableLink = (db: Database, { tokenHash, now }: { tokenHash: string; now: Date }) => {
  const ownSession = and(eq(sessions.id, phoneLinks.sessionId), gt(sessions.endsAt, now));
  return and(
    eq(phoneLinks.tokenHash, tokenHash),
    isNull(phoneLinks.usedAt),
    gt(phoneLinks.expiresAt, now),
    exists(db.select({ id: sessions.id }).from(sessions).where(ownSession)),
  );
};

export const findPhoneLink = (db: Database, link: { tokenHash: string; now: Date }) =>
  firstRow(
    db
      .select({
        userId: phoneLinks.userId,
        ...pick(users, 'firstName lastName suspendedAt'),
      })
      .from(phoneLinks)
      .innerJoin(users, eq(users.id, phoneLinks.userId))
      .where(isUsableLink(db, link)),
  );

/** One of two concurrent calls gets the user's id, the other null. */
export async function takePhoneLink(db: Database, link: { tokenHash: string; now: Date }) {
  const [row] = await db
    .update(phoneLinks)
    .set({ usedAt: link.now })
    .where(isUsableLink(db, link))
    .returning({ userId: phoneLinks.userId });
  return row?.userId ?? null;
}

export const hasLoggedIn = (
  db: Database,
  { tokenHash, userId }: { tokenHash: string; userId: number },
) =>
  hasRows(
    db
      .select({ userId: knownDevices.userId })
      .from(knownDevices)
      .where(and(eq(knownDevices.tokenHash, tokenHash), eq(knownDevices.userId, userId))),
  );

export const isKnownToAnyone = (db: Database, tokenHash: string) =>
  hasRows(
    db
      .select({ userId: knownDevices.userId })
      .from(knownDevices)
      .where(eq(knownDevices.tokenHash, tokenHash))
      .limit(1),
  );

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
