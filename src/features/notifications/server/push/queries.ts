import { and, asc, desc, eq, gt, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { sessions } from '#features/accounts/server/tables/sessions.ts';
import { users } from '#features/accounts/server/tables/users.ts';
import { PUSH_DEVICES_MAX } from '#features/notifications/rules/limits.ts';
import {
  noticePreferences,
  notices,
  pushMessages,
  pushSubscriptions,
} from '#features/notifications/server/tables/notices.ts';
import { type Database, keepStatement } from '#platform/server/db/database.ts';

/**
 * Lets one browser of a person subscribe at a time, so that each sees how many there are. Before
 * the session, because that is the order of a change of password and of an account's deletion.
 */
export async function lockPerson(db: Database, userId: number) {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/**
 * Locks a session until the transaction ends, so that it is not ended meanwhile. @returns whether
 * it is there
 */
export async function lockSession(
  db: Database,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .for('share');
  return rows.length === 1;
}

/**
 * A browser that subscribed before, as whomever, belongs to this session now; somebody else's only
 * with the keys that it has. By the unique endpoint.
 * @returns whether it does
 */
export async function upsertSubscription(
  db: Database,
  subscription: typeof pushSubscriptions.$inferInsert,
): Promise<boolean> {
  const { endpoint: _, createdAt: __, ...change } = subscription;
  const { userId, p256dh, auth } = pushSubscriptions;
  const isSameBrowser = sql`(${p256dh} = ${change.p256dh} and ${auth} = ${change.auth})`;
  const stored = await db
    .insert(pushSubscriptions)
    .values(subscription)
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: change,
      setWhere: sql`${userId} = ${change.userId} or ${isSameBrowser}`,
    })
    .returning({ id: pushSubscriptions.id });
  return stored.length > 0;
}

/** A session is one browser: what it subscribed with before is replaced. By session_id. */
export async function deleteOthersOfSession(
  db: Database,
  { sessionId, endpoint }: { sessionId: number; endpoint: string },
) {
  await db
    .delete(pushSubscriptions)
    .where(
      and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.endpoint, endpoint)),
    );
}

/** Keeps a person's PUSH_DEVICES_MAX browsers that were renewed last. */
export async function deleteSurplusSubscriptions(db: Database, userId: number) {
  const kept = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.renewedAt), desc(pushSubscriptions.id))
    .limit(PUSH_DEVICES_MAX);
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), notInArray(pushSubscriptions.id, kept)));
}

export async function deleteSubscriptionAt(
  db: Database,
  { userId, endpoint }: { userId: number; endpoint: string },
) {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
}

/** @returns whether there was one */
export async function deleteOwnSubscription(
  db: Database,
  { userId, id }: { userId: number; id: number },
): Promise<boolean> {
  const rows = await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.id, id)))
    .returning({ id: pushSubscriptions.id });
  return rows.length === 1;
}

/** Unless it was renewed with other keys meanwhile, when it may be there again. */
export async function deleteGoneSubscription(
  db: Database,
  { id, auth }: { id: number; auth: string },
) {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.auth, auth)));
}

export async function listSubscriptions(db: Database, userId: number) {
  return db
    .select({
      id: pushSubscriptions.id,
      sessionId: pushSubscriptions.sessionId,
      device: sessions.device,
      createdAt: pushSubscriptions.createdAt,
      renewedAt: pushSubscriptions.renewedAt,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.renewedAt), desc(pushSubscriptions.id))
    .limit(PUSH_DEVICES_MAX);
}

type Lease = { now: Date; leasedUntil: Date; limit: number };

/**
 * Takes the messages that are due, oldest first, for the length of a lease; what other processes
 * hold is skipped. By push_messages_due, whose order it is: a batch costs the same however many
 * wait.
 */
export async function leasePushes(db: Database, lease: Lease) {
  return leaseStatement(db, lease);
}

const leaseStatement = keepStatement((db) => {
  const due = db.$with('due').as(
    db
      .select({ id: pushMessages.id })
      .from(pushMessages)
      .where(sql`${pushMessages.availableAt} <= ${sql.placeholder('now')}::timestamptz`)
      .orderBy(asc(pushMessages.availableAt), asc(pushMessages.id))
      .limit(sql.placeholder('limit'))
      .for('update', { skipLocked: true }),
  );
  return db
    .with(due)
    .update(pushMessages)
    .set({
      availableAt: sql`${sql.placeholder('leasedUntil')}::timestamptz`,
      attempts: sql`${pushMessages.attempts} + 1`,
    })
    .where(inArray(pushMessages.id, db.select({ id: due.id }).from(due)))
    .returning({
      id: pushMessages.id,
      attempts: pushMessages.attempts,
      expiresAt: pushMessages.expiresAt,
    });
});

export type PushRow = Awaited<ReturnType<typeof readPushes>>[number];

/**
 * What is to be sent, of those messages that still make sense: the notice is unread, and the
 * browser's session is open. By primary keys. `unwanted` are the topics that the person wants no
 * notifications about by now.
 */
export async function readPushes(db: Database, { ids, now }: { ids: number[]; now: Date }) {
  return readStatement(db, { ids, now, limit: ids.length });
}

const readStatement = keepStatement((db) =>
  db
    .select({
      id: pushMessages.id,
      kind: notices.kind,
      facts: notices.facts,
      subject: notices.subject,
      link: notices.link,
      subscriptionId: pushSubscriptions.id,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      language: users.language,
      unwanted: sql<string[]>`array(
        select ${noticePreferences.topic} from ${noticePreferences}
          where ${noticePreferences.userId} = ${users.id} and ${noticePreferences.channel} = 'push' and not ${noticePreferences.isOn}
      )`,
    })
    .from(pushMessages)
    .innerJoin(notices, eq(notices.id, pushMessages.noticeId))
    .innerJoin(
      pushSubscriptions,
      and(
        eq(pushSubscriptions.id, pushMessages.subscriptionId),
        eq(pushSubscriptions.userId, notices.userId),
      ),
    )
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(users, eq(users.id, notices.userId))
    .where(
      and(
        sql`${pushMessages.id} = any(${sql.placeholder('ids')}::int[])`,
        gt(pushMessages.expiresAt, sql.placeholder('now')),
        isNull(notices.readAt),
        gt(sessions.endsAt, sql.placeholder('now')),
        gt(sessions.idleEndsAt, sql.placeholder('now')),
        isNull(users.suspendedAt),
      ),
    )
    .orderBy(asc(pushMessages.id))
    .limit(sql.placeholder('limit')),
);

export async function deletePushes(db: Database, ids: number[]) {
  await deleteStatement(db, { ids });
}

const deleteStatement = keepStatement((db) =>
  db.delete(pushMessages).where(sql`${pushMessages.id} = any(${sql.placeholder('ids')}::int[])`),
);

export async function delayPush(
  db: Database,
  { id, availableAt }: { id: number; availableAt: Date },
) {
  await db.update(pushMessages).set({ availableAt }).where(eq(pushMessages.id, id));
}

/** Likewise several, by primary keys. */
export async function delayPushes(
  db: Database,
  { ids, availableAt }: { ids: number[]; availableAt: Date },
) {
  await db.update(pushMessages).set({ availableAt }).where(inArray(pushMessages.id, ids));
}

export const countPushes = (db: Database) => db.$count(pushMessages);
