import { eq } from 'drizzle-orm';
import {
  type NoticeChannel,
  type NoticeTopic,
  noticeChannels,
  noticeTopics,
} from '#notifications/rules/notice.ts';
import { noticePreferences } from '#notifications/server/tables/notices.ts';
import type { Database } from '#platform/server/db/database.ts';

export async function listPreferenceRows(db: Database, userId: number) {
  return db
    .select({
      topic: noticePreferences.topic,
      channel: noticePreferences.channel,
      isOn: noticePreferences.isOn,
    })
    .from(noticePreferences)
    .where(eq(noticePreferences.userId, userId))
    .orderBy(noticePreferences.topic, noticePreferences.channel)
    .limit(noticeTopics.length * noticeChannels.length);
}

type Preference = { userId: number; topic: NoticeTopic; channel: NoticeChannel; isOn: boolean };

export async function upsertPreference(db: Database, preference: Preference) {
  const { userId, topic, channel } = noticePreferences;
  await db
    .insert(noticePreferences)
    .values(preference)
    .onConflictDoUpdate({ target: [userId, topic, channel], set: { isOn: preference.isOn } });
}
