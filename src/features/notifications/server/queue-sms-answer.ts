import { smsImportance } from '#features/notifications/rules/notice.ts';
import type { Database } from '#platform/server/db/database.ts';
import { insertSms } from './sms/queries.ts';

type SmsAnswer = {
  userId: number | null;
  phoneNumber: string;
  text: string;
  now: Date;
  expiresAt: Date;
};

/** Queues the answer to an SMS, in the caller's transaction. */
export async function queueSmsAnswer(
  tx: Database,
  { now, expiresAt, ...answer }: SmsAnswer,
): Promise<void> {
  const moments = { createdAt: now, availableAt: now, expiresAt };
  await insertSms(tx, {
    ...answer,
    ...moments,
    kind: 'answer',
    importance: smsImportance.answer,
    status: 'waiting',
  });
}
