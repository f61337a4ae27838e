import type { Database } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { notificationPaths, pushPaths } from './api/rest.ts';
import { handledBy } from './handle-messages.ts';
import { pruneNotices } from './notices/prune-queries.ts';
import { type OutboxHandler, outboxLanes } from './outbox-lanes.ts';
import { noticeData } from './personal-data.ts';
import { noticeUnread, sendUnreadMail } from './send-unread-mail.ts';
import { pruneSms } from './sms/prune-queries.ts';
import type { SmsWriter } from './sms-notice.ts';
import { handleSmsReport, smsReported } from './sms-reports.ts';
import { startOutbox } from './start-outbox.ts';
import { startPushes } from './start-pushes.ts';
import { startSms } from './start-sms.ts';

type Needs<Services> = Parameters<typeof startPushes>[1] &
  Parameters<typeof startSms>[2] & {
    outbox: readonly OutboxHandler<Services>[];
    writeSms: SmsWriter;
  };

export const notifications = {
  paths: {
    '/api/notifications': notificationPaths,
    '/api/push': pushPaths,
  },
  personalData: noticeData,
  async prune(db: Database, now: Date) {
    await pruneSms(db, now);
    await pruneNotices(db, now);
  },
  start: <Services extends Needs<Services>>(db: Database, services: Services) => [
    startOutbox(db, outboxLanes(services.outbox), services),
    startPushes(db, services),
    startSms(db, services.writeSms, services),
  ],
} satisfies Feature<never>;

export const noticeMessages = [
  handledBy(noticeUnread, sendUnreadMail),
  handledBy(smsReported, handleSmsReport),
];
