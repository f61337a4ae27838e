import { type Clock, secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { PUSH_VALIDITY_SECONDS, SMS_NOTICE_SECONDS } from '#shared/limits.ts';
import { NotNow } from './handle-messages.ts';
import { type OutboxPayloads, putInOutbox } from './put-in-outbox.ts';
import { findSmsByServiceId, tellOtherwise, updateSms } from './sms/queries.ts';

const LOST = ['Failed', 'Rejected', 'Expired'];
/** A report may come before the answer to the call that it is about. */
const EARLY_SECONDS = 10;

/** Keeps a report of delivery, to be worked through by the outbox. */
export async function receiveSmsReport(db: Database, report: OutboxPayloads['smsReported'], { clock }: { clock: Clock }) {
  if (report.status !== 'Success' && !LOST.includes(report.status)) return;
  await putInOutbox(db, { kind: 'smsReported', payload: report, validSeconds: SMS_NOTICE_SECONDS }, clock());
}

/**
 * Writes down what became of an SMS. However often and in whatever order reports come: what was delivered stays so, and what was lost is told
 * in another way once.
 * @throws NotNow for an SMS that is not known yet
 */
export async function handleSmsReport(
  db: Database,
  { serviceId, status, failure }: OutboxPayloads['smsReported'],
  { clock }: { clock: Clock },
) {
  await db.transaction(async (tx) => {
    const message = await findSmsByServiceId(tx, serviceId);
    const now = clock();
    if (!message) throw new NotNow(secondsAfter(now, EARLY_SECONDS));
    if (status === 'Success') return updateSms(tx, message.id, { status: 'delivered', failure: null });
    if (message.status !== 'sent') return;
    await updateSms(tx, message.id, { status: 'failed', failure });
    if (message.noticeId === null) return;
    await tellOtherwise(tx, { noticeId: message.noticeId, now, expiresAt: secondsAfter(now, PUSH_VALIDITY_SECONDS) });
  });
}
