import { NOTICES_PAGE_SIZE } from '#notifications/rules/limits.ts';
import { noticeText } from '#notifications/rules/notice.ts';
import type { ListNotices } from '#notifications/rules/notice-input.ts';
import type { Clock } from '#platform/server/clock.ts';
import { decodeCursor, type ListOrder, pageOf } from '#platform/server/cursor.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import {
  announceNotices,
  countUnreadRows,
  listNoticeRows,
  markReadUpTo,
  markSubjectRead,
} from './notices/queries.ts';

const newestFirst: ListOrder = { name: 'notifications', values: ['integer'] };

export async function listNotices(
  { db, user, language, notices }: Call<'user'>,
  { cursor, limit = NOTICES_PAGE_SIZE }: ListNotices,
) {
  const beforeId = cursor ? (decodeCursor(cursor, newestFirst)[0] ?? null) : null;
  const [found, unread] = await Promise.all([
    listNoticeRows(db, { userId: user.id, beforeId, limit: limit + 1 }),
    countUnreadRows(db, user.id),
  ]);
  const { rows, nextCursor } = pageOf(found, {
    size: limit,
    list: newestFirst,
    valuesOf: ({ id }) => [id],
  });
  const notifications = rows.flatMap(({ id, kind, facts, link, createdAt, readAt }) => {
    const topic = notices.get(kind)?.topic;
    const text = noticeText(notices, { kind, facts }, language);
    return topic === undefined || text === null
      ? []
      : [{ id, kind, topic, text, href: link, isRead: readAt !== null, createdAt }];
  });
  return { notifications, unread, nextCursor };
}

export const countUnread = async (db: Database, userId: number) => ({
  unread: await countUnreadRows(db, userId),
});

export const countMyUnread = ({ db, user }: Call<'user'>) => countUnread(db, user.id);

export async function readNotices({ db, user, clock }: Call<'user'>, { upTo }: { upTo: number }) {
  const marked = await markReadUpTo(db, { userId: user.id, upTo, now: clock() });
  if (marked > 0) await announceNotices(db, [user.id]);
  return countUnread(db, user.id);
}

export async function markOpened(
  db: Database,
  opened: { userId: number; subject: string },
  { clock }: { clock: Clock },
): Promise<void> {
  const marked = await markSubjectRead(db, { ...opened, now: clock() });
  if (marked > 0) await announceNotices(db, [opened.userId]);
}
