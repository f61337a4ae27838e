import { and, eq, isNotNull, lt, lte } from 'drizzle-orm';
import { endExpiredQuestions } from '#accounts/server/people-queries.ts';
import {
  SMS_ANSWER_SECONDS,
  SMS_KEPT_SECONDS,
  USSD_RESUMED_SECONDS,
} from '#notifications/rules/limits.ts';
import { smsInbound, smsMessages, ussdSessions } from '#notifications/server/tables/sms.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';

export async function pruneSms(db: Database, now: Date) {
  const keptSince = secondsAfter(now, -SMS_KEPT_SECONDS);
  await db.delete(smsMessages).where(lt(smsMessages.createdAt, keptSince));
  await db.delete(smsInbound).where(lt(smsInbound.receivedAt, keptSince));
  await dropExpiredSms(db, now);
  await erasePhoneSecrets(db, now);
}

/** By sms_messages_waiting. */
async function dropExpiredSms(db: Database, now: Date) {
  await db
    .update(smsMessages)
    .set({ status: 'dropped', text: null, failure: 'too late' })
    .where(and(eq(smsMessages.status, 'waiting'), lte(smsMessages.expiresAt, now)));
}

/** They may contain a PIN or a handover code. By updated_at and sms_inbound_texts. */
export async function erasePhoneSecrets(db: Database, now: Date) {
  await db
    .delete(ussdSessions)
    .where(lte(ussdSessions.updatedAt, secondsAfter(now, -USSD_RESUMED_SECONDS)));
  await endExpiredQuestions(db, now);
  await db
    .update(smsInbound)
    .set({ text: null })
    .where(
      and(
        isNotNull(smsInbound.text),
        lte(smsInbound.receivedAt, secondsAfter(now, -SMS_ANSWER_SECONDS)),
      ),
    );
}
