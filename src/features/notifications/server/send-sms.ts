import { OTP_VALIDITY_SECONDS } from '#rules/limits.ts';
import { measureSms } from '#rules/text/sms.ts';
import { secondsAfter } from '#server/clock.ts';
import {
  fromPhones,
  type Lane,
  NotNow,
  outboxKind,
  putAllInOutbox,
  putInOutbox,
} from '#server/outbox.ts';
import { countMessages } from '#server/outbox-queries.ts';
import type { PoolOutcome } from '#server/rate-limits.ts';
import {
  SMS_ANSWER_SECONDS,
  SMS_NEWS_SECONDS,
  SMS_NOTICE_SECONDS,
  SMS_STRAY_SECONDS,
  SMS_UNSURE_SECONDS,
  smsImportance,
} from '../rules/notice.ts';
import { noticePush } from './push.ts';
import {
  insertSms,
  lockSmsByServiceId,
  lockUnsureSms,
  takeStraySms,
  tellOtherwise,
  updateSms,
} from './sms-queries.ts';

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
  services: Pick<Services, 'sms' | 'withoutSlot' | 'clock' | 'metrics' | 'log'>,
): Promise<'sent' | 'failed'> {
  const { sms, withoutSlot, clock, metrics, log } = services;
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
  const outcome = await withoutSlot(() => sms.send({ to, text }));
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

export async function queueSmsAnswer(tx: Database, answer: SmsAnswer, now: Date) {
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

export const outgoingKinds = ({ outbox }: Pick<Services, 'outbox'>) =>
  outbox.filter(({ lane }) => lane.isOutgoing).map(({ kind }) => kind);

export async function countOutgoing(db: Database, services: Pick<Services, 'outbox'>) {
  const outgoing = outgoingKinds(services);
  const counts = { letters: 0, notifications: 0, sms: 0 };
  for (const { kind, number } of await countMessages(db)) {
    if (outgoing.includes(kind)) counts[queueOf(kind)] += number;
  }
  return counts;
}

function queueOf(kind: string) {
  if (kind === smsDue.kind || kind === otherSmsDue.kind) return 'sms';
  return kind === noticePush.kind ? 'notifications' : 'letters';
}

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
