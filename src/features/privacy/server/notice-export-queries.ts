import { asc, eq } from 'drizzle-orm';
import {
  noticePreferences,
  notices,
  pushSubscriptions,
} from '#features/notifications/server/tables/notices.ts';
import { priceAlerts } from '#features/prices/server/tables.ts';
import type { Database } from '#platform/server/db/database.ts';
import { ALL_ROWS, type Rows } from './queries.ts';

/** What a person was told, how they want to be told, and about which prices. */
export async function readNoticeLists(db: Database, userId: number) {
  return {
    notices: await readNotices(db, userId),
    noticePreferences: await readPreferences(db, userId),
    pushDevices: await readDevices(db, userId),
    priceAlerts: await readPriceAlerts(db, userId),
  };
}

/** The same lists, to be read in parts. */
export const noticeLists = {
  notices: readNotices,
  noticePreferences: readPreferences,
  pushDevices: readDevices,
  priceAlerts: readPriceAlerts,
};

async function readNotices(db: Database, userId: number, { limit, offset }: Rows = ALL_ROWS) {
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

async function readPreferences(db: Database, userId: number, { limit, offset }: Rows = ALL_ROWS) {
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

/** The keys are secrets of the browser's, and left out. */
async function readDevices(db: Database, userId: number, { limit, offset }: Rows = ALL_ROWS) {
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

/** `county` is empty for the country. */
async function readPriceAlerts(db: Database, userId: number, { limit, offset }: Rows = ALL_ROWS) {
  return db
    .select({
      crop: priceAlerts.crop,
      county: priceAlerts.county,
      belowKes: priceAlerts.belowKes,
      createdAt: priceAlerts.createdAt,
      toldOn: priceAlerts.toldOn,
    })
    .from(priceAlerts)
    .where(eq(priceAlerts.userId, userId))
    .orderBy(asc(priceAlerts.id))
    .limit(limit)
    .offset(offset);
}
