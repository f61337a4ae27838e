import { listPhoneLines } from '#accounts/server/people-queries.ts';
<<<<<<< /work/main/src/features/notifications/server/personal-data.ts
import { listOf, type PersonalData } from '#platform/server/personal-data.ts';
import { deleteReportsOf } from './sms-queries.ts';
import {
  noticePreferences,
  notices,
  pushSubscriptions,
  smsInbound,
  smsMessages,
  ussdSessions,
} from './tables.ts';
=======
import type { PersonalData } from '#platform/server/feature.ts';
import { listOf } from '#platform/server/personal-data.ts';
import { deleteReportsOf } from './sms/queries.ts';
import { noticePreferences, notices, pushSubscriptions } from './tables/notices.ts';
import { smsInbound, smsMessages, ussdSessions } from './tables/sms.ts';
>>>>>>> /tmp/tmpbkxeep80/theirs

export const noticeData: PersonalData = {
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
