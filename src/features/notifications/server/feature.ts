import type { Database } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import type { OutboxHandlers } from './handle-messages.ts';
import { pruneNotices } from './notices/prune-queries.ts';
import { noticeData } from './personal-data.ts';
import { sendUnreadMail } from './send-unread-mail.ts';
import { pruneSms } from './sms/prune-queries.ts';
import type { SmsWriter } from './sms-notice.ts';
import { handleSmsReport } from './sms-reports.ts';
import { startOutbox } from './start-outbox.ts';
import { startPushes } from './start-pushes.ts';
import { startSms } from './start-sms.ts';

type Needs = Parameters<typeof startOutbox>[2] &
  Parameters<typeof startPushes>[1] &
  Parameters<typeof startSms>[2] & { outboxHandlers: OutboxHandlers; writeSms: SmsWriter };

export const notifications: Feature<Needs> = {
  personalData: noticeData,
  async prune(db, now) {
    await pruneSms(db, now);
    await pruneNotices(db, now);
  },
  start: (db, { outboxHandlers, writeSms, ...services }) => [
    startOutbox(db, outboxHandlers, services),
    startPushes(db, services),
    startSms(db, writeSms, services),
  ],
};

type NoticeMessagesNeeds = Parameters<typeof sendUnreadMail>[2] &
  Parameters<typeof handleSmsReport>[2];

/** Handles the feature's outbox messages. */
export const noticeMessages = (db: Database, services: NoticeMessagesNeeds) =>
  ({
    noticeUnread: (payload) => sendUnreadMail(db, payload, services),
    smsReported: (payload) => handleSmsReport(db, payload, services),
  }) satisfies Partial<OutboxHandlers>;
