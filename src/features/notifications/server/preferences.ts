import {
  defaultPreferences,
  type NoticeChannel,
  type NoticePreferences,
  type NoticeTopic,
  noticeChannels,
  noticeTopics,
} from '#notifications/rules/notice.ts';
import type { SetPreference } from '#notifications/rules/notice-input.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { listPreferenceRows, upsertPreference } from './notices/preference-queries.ts';

type Whose = { db: Database; user: { id: number } };

export async function getPreferences({
  db,
  user,
}: Whose): Promise<{ preferences: NoticePreferences }> {
  const rows = await listPreferenceRows(db, user.id);
  const isOn = (topic: NoticeTopic, channel: NoticeChannel) =>
    rows.find((row) => row.topic === topic && row.channel === channel)?.isOn ??
    defaultPreferences[topic][channel];
  const channelsOf = (topic: NoticeTopic) =>
    Object.fromEntries(noticeChannels.map((channel) => [channel, isOn(topic, channel)])) as Record<
      NoticeChannel,
      boolean
    >;
  const preferences = Object.fromEntries(
    noticeTopics.map((topic) => [topic, channelsOf(topic)]),
  ) as NoticePreferences;
  return { preferences };
}

export async function setPreference(call: Call<'user'>, preference: SetPreference) {
  await upsertPreference(call.db, { ...preference, userId: call.user.id });
  return getPreferences(call);
}

export async function wantsMail(
  db: Database,
  { userId, topic }: { userId: number; topic: NoticeTopic },
): Promise<boolean> {
  return (await getPreferences({ db, user: { id: userId } })).preferences[topic].mail;
}
