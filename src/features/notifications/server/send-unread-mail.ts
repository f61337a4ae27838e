import { NOTICE_VALIDITY_SECONDS } from '#platform/rules/limits.ts';
import { writeLetter } from '#platform/server/adapters/letter-layout.ts';
import type { Mailer } from '#platform/server/adapters/mailer.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import { letters, NotNow, outboxKind } from '#platform/server/outbox.ts';
import { m } from '#text';
import { afterQuietHours, type NoticeKinds, noticeText } from '../rules/notice.ts';
import { wantsMail } from './inbox.ts';
import { claimUnread, findUnreadNotice } from './notice-queries.ts';

export const noticeUnread = outboxKind<{ noticeId: number }>({
  kind: 'noticeUnread',
  lane: letters,
  validSeconds: NOTICE_VALIDITY_SECONDS,
});

/** One mail per subject until it is opened. Not at night. */
export async function sendUnreadMail(
  db: Database,
  { noticeId }: { noticeId: number },
  {
    clock,
    mailer,
    support,
    publicUrl,
    notices,
  }: {
    clock: Clock;
    mailer: Mailer;
    support: Support;
    publicUrl: string;
    notices: NoticeKinds;
  },
) {
  const notice = await findUnreadNotice(db, noticeId);
  const kind = notice && notices.get(notice.kind);
  const text = notice && noticeText(notices, notice, notice.language);
  if (!kind || !text) return;
  const { userId, email: to, firstName, language } = notice;
  if (to === null) return;
  const { topic, isUrgent } = kind;
  const now = clock();
  const until = afterQuietHours(now, { isUrgent });
  if (until > now) throw new NotNow(until);
  if (!(await wantsMail(db, { userId, topic }))) return;
  if (!(await claimUnread(db, notice))) return;
  const locale = { locale: language };
  await mailer.send(
    writeLetter({
      to,
      language,
      firstName,
      subject: text,
      paragraphs: [
        m.mailUnreadOpen({ url: `${publicUrl}${notice.link}` }, locale),
        m.mailUnreadSettings({}, locale),
      ],
      supportEmail: support.email,
    }),
  );
}
