import { listPhoneLines } from '#accounts/server/people-queries.ts';
import { repeatRounds } from '#server/clock.ts';
import { describeOperations } from '#server/openapi/api-description.ts';
import { handledBy } from '#server/outbox.ts';
import { listOf } from '#server/tables.ts';
import * as operations from '../contract.ts';
import { pruneNotices } from './channel-queries.ts';
import { noticeUnread, sendUnreadMail } from './inbox.ts';
import { erasePhoneSecrets, pruneSms } from './phone-queries.ts';
import { moveLeftPushes, noticePush, sendPush } from './push.ts';
import { sendDueSms } from './send-due-sms.ts';
import { handleSmsReport, otherSmsDue, queueStraySms, smsDue, smsReported } from './send-sms.ts';
import { deleteReportsOf } from './sms-queries.ts';
import {
  noticePreferences,
  notices,
  pushSubscriptions,
  smsInbound,
  smsMessages,
  ussdSessions,
} from './tables.ts';

const noticeData: PersonalData = {
  lists: {
    notices: listOf(notices),
    noticePreferences: listOf(noticePreferences, { orderBy: 'topic channel' }),
    pushDevices: listOf(pushSubscriptions),
    phoneLine: listPhoneLines,
    smsReceived: listOf(smsMessages),
    smsWritten: listOf(smsInbound),
    ussdSessions: listOf(ussdSessions, { orderBy: 'updatedAt sessionId' }),
  },
  erase: deleteReportsOf,
};

const ERASING_MILLISECONDS = 60 * 1000;

export const notifications = {
  api: describeOperations('Notifications', operations),
  personalData: noticeData,
  outbox: [
    handledBy(noticeUnread, sendUnreadMail),
    handledBy(noticePush, sendPush),
    handledBy(smsReported, handleSmsReport),
    handledBy(smsDue, sendDueSms),
    handledBy(otherSmsDue, sendDueSms),
  ],
  async prune(db: Database, now: Date) {
    await queueStraySms(db, now);
    await pruneSms(db, now);
    await moveLeftPushes(db, now);
    await pruneNotices(db, now);
  },
  start: (db: Database, { clock, log }: { clock: Clock; log: Logger }) => [
    repeatRounds(() => erasePhoneSecrets(db, clock()), {
      pauseMilliseconds: ERASING_MILLISECONDS,
      onError: { log, text: 'old texts of phones could not be erased' },
    }),
  ],
} satisfies Feature;
