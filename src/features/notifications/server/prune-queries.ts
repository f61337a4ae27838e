import { and, eq, isNotNull, lt, lte } from 'drizzle-orm';
import { endExpiredQuestions } from '#accounts/server/people-queries.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { putAllInOutbox } from '#server/outbox.ts';
import {
  NOTICE_KEPT_SECONDS,
  PUSH_RENEWAL_SECONDS,
  SMS_ANSWER_SECONDS,
  SMS_KEPT_SECONDS,
  USSD_RESUMED_SECONDS,
} from '../rules/notice.ts';
import { noticePush } from './push.ts';
import {
  notices,
  pushMessages,
  pushSubscriptions,
  smsInbound,
  smsMessages,
  ussdSessions,
} from './tables.ts';

export async function pruneNotices(db: Database, now: Date) {
  await db.delete(notices).where(lt(notices.createdAt, secondsAfter(now, -NOTICE_KEPT_SECONDS)));
  await movePushes(db, now);
  await db
    .delete(pushSubscriptions)
    .where(lt(pushSubscriptions.renewedAt, secondsAfter(now, -PUSH_RENEWAL_SECONDS)));
}

const LEFT_SECONDS = 300;

async function movePushes(db: Database, now: Date) {
  await db.transaction(async (tx) => {
    const left = await tx
      .delete(pushMessages)
      .where(lte(pushMessages.availableAt, secondsAfter(now, -LEFT_SECONDS)))
      .returning({
        noticeId: pushMessages.noticeId,
        subscriptionId: pushMessages.subscriptionId,
      });
    if (left.length > 0) await putAllInOutbox(tx, left.map(noticePush), now);
  });
}

export async function pruneSms(db: Database, now: Date) {
  const keptSince = secondsAfter(now, -SMS_KEPT_SECONDS);
  await db.delete(smsMessages).where(lt(smsMessages.createdAt, keptSince));
  await db.delete(smsInbound).where(lt(smsInbound.receivedAt, keptSince));
  await dropExpiredSms(db, now);
  await erasePhoneSecrets(db, now);
}

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
