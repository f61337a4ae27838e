import {
  SMS_ANSWER_SECONDS,
  SMS_NEWS_SECONDS,
  SMS_NOTICE_SECONDS,
  SMS_STRAY_SECONDS,
} from '#notifications/rules/limits.ts';
import { smsImportance } from '#notifications/rules/notice.ts';
import { OTP_VALIDITY_SECONDS } from '#platform/rules/limits.ts';
import { measureSms } from '#platform/rules/text/sms.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { type Lane, outboxKind, putAllInOutbox, putInOutbox } from '#platform/server/outbox.ts';
import type { PoolOutcome } from '#platform/server/rate-limits.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { insertSms, takeStraySms, updateSms } from './sms-queries.ts';

type Urgent = {
  userId: number | null;
  to: string;
  kind: 'code' | 'notice';
  text: string;
  claimed: PoolOutcome;
};

/**
 * Not retried, because the user waits and can request another one. Its row has no text, which is a
 * secret. A lost answer counts as sent: the SMS may arrive, and its code must then be valid.
 */
export async function sendSmsNow(
  db: Database,
  { text, to, claimed, ...message }: Urgent,
  services: Pick<Services, 'sms' | 'clock' | 'metrics' | 'log'>,
): Promise<'sent' | 'failed'> {
  const { sms, clock, metrics, log } = services;
  const { parts } = measureSms(text);
  const now = clock();
  if (!sms || claimed.outcome === 'full') {
    metrics.sms.inc({ kind: message.kind, outcome: 'withheld' });
    return 'failed';
  }
  const expiresAt = secondsAfter(now, OTP_VALIDITY_SECONDS);
  const row = {
    ...message,
    phoneNumber: to,
    importance: smsImportance.code,
    createdAt: now,
    expiresAt,
  };
  // Stored first, because a delivery report may arrive before the answer.
  const id = await insertSms(db, { ...row, status: 'failed', parts });
  const outcome = await sms.send({ to, text });
  metrics.sms.inc({ kind: message.kind, outcome: outcome.kind });
  if (outcome.kind === 'accepted') {
    const { messageId, costCents } = outcome;
    await updateSms(db, id, {
      status: 'sent',
      sentAt: now,
      serviceId: messageId,
      costCents: costCents ?? 0,
    });
    return 'sent';
  }
  log.warn({ reason: outcome.reason }, 'an SMS could not be sent, or nobody knows whether it was');
  if (outcome.kind === 'unknown') {
    await updateSms(db, id, { status: 'sent', sentAt: now, failure: outcome.reason });
    return 'sent';
  }
  await claimed.giveBack();
  await updateSms(db, id, { failure: outcome.reason });
  return 'failed';
}

type SmsAnswer = {
  userId: number | null;
  phoneNumber: string;
  text: string;
};

export async function queueSmsAnswer(tx: Database, answer: SmsAnswer, now: Date): Promise<void> {
  const smsId = await insertSms(tx, {
    ...answer,
    kind: 'answer',
    importance: smsImportance.answer,
    status: 'waiting',
    createdAt: now,
    expiresAt: secondsAfter(now, SMS_ANSWER_SECONDS),
  });
  await putInOutbox(tx, { ...smsDue({ smsId }), validSeconds: SMS_ANSWER_SECONDS }, now);
}

/**
 * One at a time, because each counts how many its reader has had. The adapter's timeout is 10 s.
 */
const sms = { atOnce: 1, deadlineSeconds: 30, isOutgoing: true } as const;
export const urgentSms: Lane = { name: 'urgentSms', ...sms };
export const otherSms: Lane = { name: 'otherSms', ...sms };

export type DueSms = { smsId: number };

export const smsDue = outboxKind<DueSms>({
  kind: 'smsDue',
  lane: urgentSms,
  validSeconds: SMS_NEWS_SECONDS,
});

export const otherSmsDue = outboxKind<DueSms>({
  kind: 'otherSmsDue',
  lane: otherSms,
  validSeconds: SMS_NOTICE_SECONDS,
});

/** Version 1.0.0 sends its SMS within seconds while it runs. */
export async function queueStraySms(db: Database, now: Date) {
  await db.transaction(async (tx) => {
    const strays = await takeStraySms(tx, {
      now,
      dueBefore: secondsAfter(now, -SMS_STRAY_SECONDS),
    });
    if (strays.length === 0) return;
    await putAllInOutbox(
      tx,
      strays.map(({ id: smsId, importance }) =>
        (importance < smsImportance.message ? smsDue : otherSmsDue)({ smsId }),
      ),
      now,
    );
  });
}
