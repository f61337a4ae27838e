import { asc, eq } from 'drizzle-orm';
import { noticeText } from '#notifications/rules/notice.ts';
import { notices } from '#notifications/server/tables.ts';
import type { Market } from './market.ts';

export async function noticesOf({ db, services }: Market, { id }: { id: number }) {
  const rows = await db
    .select()
    .from(notices)
    .where(eq(notices.userId, id))
    .orderBy(asc(notices.id));
  return rows.map((row) => ({ link: row.link, text: noticeText(services.notices, row, 'en') }));
}
