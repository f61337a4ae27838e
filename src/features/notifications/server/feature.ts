import type { Database } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { handledBy } from '#platform/server/outbox/handle-messages.ts';
import { notificationPaths, pushPaths } from './api/rest.ts';
import { pruneNotices } from './notices/prune-queries.ts';
import { noticeData } from './personal-data.ts';
import { noticePush, sendPush } from './send-push.ts';
import { noticeUnread, sendUnreadMail } from './send-unread-mail.ts';
import { pruneSms } from './sms/prune-queries.ts';
import type { SmsWriter } from './sms-notice.ts';
import { handleSmsReport, smsReported } from './sms-reports.ts';
import { startSms } from './start-sms.ts';

export const notifications = {
  paths: {
    '/api/notifications': notificationPaths,
    '/api/push': pushPaths,
  },
  personalData: noticeData,
  outbox: [
    handledBy(noticeUnread, sendUnreadMail),
    handledBy(noticePush, sendPush),
    handledBy(smsReported, handleSmsReport),
  ],
  async prune(db: Database, now: Date) {
    await pruneSms(db, now);
    await pruneNotices(db, now);
  },
  start: (db: Database, services: Parameters<typeof startSms>[2] & { writeSms: SmsWriter }) => [
    startSms(db, services.writeSms, services),
  ],
} satisfies Feature<never, never>;
