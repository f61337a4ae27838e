import { eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import {
  type NoticeChannel,
  type NoticeTopic,
  noticeChannels,
  noticeTopics,
} from '../rules/notice.ts';
import { noticePreferences } from './tables.ts';

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
