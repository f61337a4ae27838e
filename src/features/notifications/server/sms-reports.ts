import { SMS_NOTICE_SECONDS, SMS_UNSURE_SECONDS } from '#notifications/rules/limits.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { fromPhones, NotNow, outboxKind, putInOutbox } from '#platform/server/outbox.ts';
import { lockSmsByServiceId, lockUnsureSms, tellOtherwise, updateSms } from './sms-queries.ts';

const LOST = ['Failed', 'Rejected', 'Expired'];
/** A report may arrive this much before the answer to its call. */
const EARLY_SECONDS = 10;

type SmsReport = { serviceId: string; phoneNumber: string; status: string; failure: string };
type ReceivedReport = SmsReport & { receivedAt: string };

export const smsReported = outboxKind<ReceivedReport>({
  kind: 'smsReported',
  lane: fromPhones,
  validSeconds: SMS_NOTICE_SECONDS,
});

export async function receiveSmsReport(
  db: Database,
  report: SmsReport,
  { clock }: { clock: Clock },
) {
  if (report.serviceId === '' || (report.status !== 'Success' && !LOST.includes(report.status)))
    return;
  const now = clock();
  await putInOutbox(db, smsReported({ ...report, receivedAt: now.toISOString() }), now);
}

/**
 * Reports may come twice and in any order: a delivered SMS stays delivered, and a lost one goes
 * through the other channels once. A report with an unknown id is about the SMS to that number
 * whose answer was lost.
 */
export async function handleSmsReport(
  db: Database,
  report: ReceivedReport,
  { clock }: { clock: Clock },
) {
  const { serviceId, phoneNumber, status, failure, receivedAt } = report;
  await db.transaction(async (tx) => {
    const now = clock();
    const isLate = secondsAfter(new Date(receivedAt), EARLY_SECONDS) <= now;
    const message =
      (await lockSmsByServiceId(tx, serviceId)) ??
      (isLate ? await lockUnsureSms(tx, phoneNumber) : null);
    if (!message) {
      if (secondsAfter(new Date(receivedAt), SMS_UNSURE_SECONDS) <= now) return;
      throw new NotNow(secondsAfter(now, EARLY_SECONDS));
    }
    if (status === 'Success')
      return updateSms(tx, message.id, {
        serviceId,
        status: 'delivered',
        text: null,
        failure: null,
      });
    if (message.status !== 'sent' && message.status !== 'waiting') return;
    await updateSms(tx, message.id, { serviceId, status: 'failed', text: null, failure });
    if (message.noticeId === null) return;
    await tellOtherwise(tx, { noticeId: message.noticeId, now });
  });
}
