import { asc, eq } from 'drizzle-orm';
import {
  phoneLines,
  smsInbound,
  smsMessages,
  ussdSessions,
} from '#features/notifications/server/tables/sms.ts';
import type { Database } from '#platform/server/db/database.ts';
import { ALL_ROWS, type Rows } from './queries.ts';

/** What went between a person's phone and us. */
export async function readPhoneLists(db: Database, userId: number) {
  return {
    phoneLine: await readLine(db, userId),
    smsReceived: await readReceived(db, userId),
    smsWritten: await readWritten(db, userId),
    ussdSessions: await readSessions(db, userId),
  };
}

/** The same lists, to be read in parts. */
export const phoneLists = {
  phoneLine: readLine,
  smsReceived: readReceived,
  smsWritten: readWritten,
  ussdSessions: readSessions,
};

/**
 * At most one. The PIN's hash is a secret, and left out. So are the numbers of the last list and
 * the question that waits: the SMS that said them are in the export.
 */
async function readLine(db: Database, userId: number, { limit, offset }: Rows = ALL_ROWS) {
  return db
    .select({
      heardAt: phoneLines.heardAt,
      simChangedAt: phoneLines.simChangedAt,
      numberChangedAt: phoneLines.numberChangedAt,
      releasedNumber: phoneLines.releasedNumber,
      stoppedAt: phoneLines.stoppedAt,
      pinLockedUntil: phoneLines.pinLockedUntil,
    })
    .from(phoneLines)
    .where(eq(phoneLines.userId, userId))
    .orderBy(asc(phoneLines.userId))
    .limit(limit)
    .offset(offset);
}

async function readReceived(db: Database, userId: number, { limit, offset }: Rows = ALL_ROWS) {
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

async function readWritten(db: Database, userId: number, { limit, offset }: Rows = ALL_ROWS) {
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

async function readSessions(db: Database, userId: number, { limit, offset }: Rows = ALL_ROWS) {
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
