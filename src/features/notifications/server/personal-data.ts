import { listPhoneLines } from '#accounts/server/people-queries.ts';
import type { PersonalData } from '#platform/server/feature.ts';
import { listOf } from '#platform/server/personal-data.ts';
import { deleteReportsOf } from './sms-queries.ts';
import {
  noticePreferences,
  notices,
  pushSubscriptions,
  smsInbound,
  smsMessages,
  ussdSessions,
} from './tables.ts';

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
