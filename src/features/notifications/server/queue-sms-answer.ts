import { SMS_ANSWER_SECONDS } from '#features/notifications/rules/limits.ts';
import { smsImportance } from '#features/notifications/rules/notice.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { putInOutbox } from '#platform/server/outbox/put-in-outbox.ts';
import { insertSms } from './sms/queries.ts';
import { smsDue } from './sms/queue-sms.ts';

type SmsAnswer = {
  userId: number | null;
  phoneNumber: string;
  text: string;
};

/** Queues the answer to an SMS, in the caller's transaction. */
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
