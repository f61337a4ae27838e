import { asc, eq } from 'drizzle-orm';
import { phoneLines } from '#features/accounts/server/people-queries.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData, Rows } from '#platform/server/personal-data.ts';
import { removeNotices } from './inbox.ts';
import { noticePreferences, notices, pushSubscriptions } from './tables/notices.ts';
import { smsInbound, smsMessages, ussdSessions } from './tables/sms.ts';

export const noticeData: PersonalData<unknown> = {
  lists: {
    notices: readNotices,
    noticePreferences: readPreferences,
    pushDevices: readDevices,
    phoneLine: readLine,
    smsReceived: readReceived,
    smsWritten: readWritten,
    ussdSessions: readSessions,
  },
  erase: removeNotices,
};

async function readNotices(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      id: notices.id,
      kind: notices.kind,
      subject: notices.subject,
      facts: notices.facts,
      createdAt: notices.createdAt,
      readAt: notices.readAt,
    })
    .from(notices)
    .where(eq(notices.userId, userId))
    .orderBy(asc(notices.id))
    .limit(limit)
    .offset(offset);
}

async function readPreferences(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      topic: noticePreferences.topic,
      channel: noticePreferences.channel,
      isOn: noticePreferences.isOn,
    })
    .from(noticePreferences)
    .where(eq(noticePreferences.userId, userId))
    .orderBy(asc(noticePreferences.topic), asc(noticePreferences.channel))
    .limit(limit)
    .offset(offset);
}

/** Without the keys, which are secrets of the browser. */
async function readDevices(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      endpoint: pushSubscriptions.endpoint,
      createdAt: pushSubscriptions.createdAt,
      renewedAt: pushSubscriptions.renewedAt,
    })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.id))
    .limit(limit)
    .offset(offset);
}

/**
 * At most one row. Without the PIN's hash, which is a secret. Also without the numbers of the last
 * list and the pending question, because the export contains the SMS that stated them.
 */
async function readLine(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      heardAt: phoneLines.heardAt,
      simChangedAt: phoneLines.simChangedAt,
      numberChangedAt: phoneLines.numberChangedAt,
      releasedNumber: phoneLines.releasedNumber,
      stoppedAt: phoneLines.stoppedAt,
      pinSetAt: phoneLines.pinSetAt,
      pinLockedUntil: phoneLines.pinLockedUntil,
      pinEndsAt: phoneLines.pinEndsAt,
    })
    .from(phoneLines)
    .where(eq(phoneLines.userId, userId))
    .orderBy(asc(phoneLines.userId))
    .limit(limit)
    .offset(offset);
}

async function readReceived(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      phoneNumber: smsMessages.phoneNumber,
      kind: smsMessages.kind,
      text: smsMessages.text,
      status: smsMessages.status,
      createdAt: smsMessages.createdAt,
      sentAt: smsMessages.sentAt,
    })
    .from(smsMessages)
    .where(eq(smsMessages.userId, userId))
    .orderBy(asc(smsMessages.id))
    .limit(limit)
    .offset(offset);
}

async function readWritten(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      phoneNumber: smsInbound.phoneNumber,
      receivedAt: smsInbound.receivedAt,
      handledAt: smsInbound.handledAt,
    })
    .from(smsInbound)
    .where(eq(smsInbound.userId, userId))
    .orderBy(asc(smsInbound.id))
    .limit(limit)
    .offset(offset);
}

async function readSessions(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      phoneNumber: ussdSessions.phoneNumber,
      answer: ussdSessions.answer,
      updatedAt: ussdSessions.updatedAt,
    })
    .from(ussdSessions)
    .where(eq(ussdSessions.userId, userId))
    .orderBy(asc(ussdSessions.updatedAt), asc(ussdSessions.sessionId))
    .limit(limit)
    .offset(offset);
}
