import { and, desc, eq, gt, isNull, lt, lte, ne, notInArray, sql } from 'drizzle-orm';
import { people, sessions } from '#accounts/server/people-queries.ts';
import { secondsAfter } from '#server/clock.ts';
import { keepStatement, pick } from '#server/database.ts';
import {
  NOTICE_KEPT_SECONDS,
  type NoticeChannel,
  type NoticeTopic,
  noticeChannels,
  noticeTopics,
  PUSH_DEVICES_MAX,
  PUSH_RENEWAL_SECONDS,
} from '../rules/notice.ts';
import { noticePreferences, notices, pushMessages, pushSubscriptions } from './tables.ts';

const person = people('person');

/**
 * Assigns a browser to this session. Another user's browser is assigned only if the keys are the
 * same. By the unique endpoint.
 */
export async function upsertSubscription(
  db: Database,
  subscription: typeof pushSubscriptions.$inferInsert,
) {
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

/** A session is one browser. By session_id. */
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

export async function deleteOwnSubscription(
  db: Database,
  { userId, id }: { userId: number; id: number },
) {
  const rows = await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.id, id)))
    .returning({ id: pushSubscriptions.id });
  return rows.length === 1;
}

/** The browser may exist again with other keys. */
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
      ...pick(pushSubscriptions, 'id sessionId createdAt renewedAt'),
      device: sessions.device,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.renewedAt), desc(pushSubscriptions.id))
    .limit(PUSH_DEVICES_MAX);
}

export type PushKey = { noticeId: number; subscriptionId: number };
export type Push = NonNullable<Awaited<ReturnType<typeof findPush>>>;

/** Null if the notice was read or the browser's session is over. */
export async function findPush(db: Database, push: PushKey & { now: Date }) {
  const [row] = await findStatement(db, push);
  return row ?? null;
}

const findStatement = keepStatement((db) =>
  db
    .select({
      ...pick(notices, 'kind facts subject link'),
      ...pick(pushSubscriptions, 'endpoint p256dh auth'),
      language: person.language,
      unwanted: sql<string[]>`array(
        select ${noticePreferences.topic} from ${noticePreferences}
          where ${noticePreferences.userId} = ${person.id} and ${noticePreferences.channel} = 'push' and not ${noticePreferences.isOn}
      )`,
    })
    .from(notices)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.userId, notices.userId))
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(person, eq(person.id, notices.userId))
    .where(
      and(
        eq(notices.id, sql.placeholder('noticeId')),
        eq(pushSubscriptions.id, sql.placeholder('subscriptionId')),
        isNull(notices.readAt),
        gt(sessions.endsAt, sql.placeholder('now')),
        gt(sessions.idleEndsAt, sql.placeholder('now')),
        isNull(person.suspendedAt),
      ),
    ),
);

export const listPreferenceRows = (db: Database, userId: number) =>
  preferencesStatement(db, { userId });

const preferencesStatement = keepStatement((db) =>
  db
    .select(pick(noticePreferences, 'topic channel isOn'))
    .from(noticePreferences)
    .where(eq(noticePreferences.userId, sql.placeholder('userId')))
    .orderBy(noticePreferences.topic, noticePreferences.channel)
    .limit(noticeTopics.length * noticeChannels.length),
);

type Preference = { userId: number; topic: NoticeTopic; channel: NoticeChannel; isOn: boolean };

export async function upsertPreference(db: Database, preference: Preference) {
  const { userId, topic, channel } = noticePreferences;
  await db
    .insert(noticePreferences)
    .values(preference)
    .onConflictDoUpdate({ target: [userId, topic, channel], set: { isOn: preference.isOn } });
}

/** Only version 1.0.0 wrote such rows. */
export async function deletePushesLeft(db: Database, before: Date) {
  return db.delete(pushMessages).where(lte(pushMessages.availableAt, before)).returning({
    noticeId: pushMessages.noticeId,
    subscriptionId: pushMessages.subscriptionId,
  });
}

export async function pruneNotices(db: Database, now: Date) {
  await db.delete(notices).where(lt(notices.createdAt, secondsAfter(now, -NOTICE_KEPT_SECONDS)));
  await db
    .delete(pushSubscriptions)
    .where(lt(pushSubscriptions.renewedAt, secondsAfter(now, -PUSH_RENEWAL_SECONDS)));
}
