import { SMS_UNSURE_SECONDS, SMS_WINDOW_SECONDS } from '#features/notifications/rules/limits.ts';
import {
  afterQuietHours,
  type NoticeKinds,
  smsImportance,
} from '#features/notifications/rules/notice.ts';
import { measureSms } from '#platform/rules/text/gsm7.ts';
import type { Sms, SmsOutcome } from '#platform/server/adapters/sms.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Metrics } from '#platform/server/metrics.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { causeOf, claimSms, type IsProven } from '../sms-causes.ts';
import type { SmsWriter } from '../sms-notice.ts';
import {
  findSmsNotice,
  type leaseSms,
  tellOtherwise,
  updateSms,
  wasToldBefore,
} from './queries.ts';

type Message = Awaited<ReturnType<typeof leaseSms>>[number];
type Needs = {
  sms: Sms;
  clock: Clock;
  metrics: Metrics;
  rateLimits: RateLimits;
  isProven: IsProven;
  notices: NoticeKinds;
};
type Written =
  | { to: string; text: string; asker: number | string | null; isUnproven?: boolean }
  | { dropped: string }
  | { notBefore: Date };
type Outcome = Exclude<SmsOutcome, { kind: 'refused' }> | { kind: 'ended' };

const RETRY_BASE_SECONDS = 30;
const RETRY_MAX_SECONDS = 1800;

/**
 * Sends one leased message. If the answer is lost, or the process is killed before it records the
 * answer, it is unknown whether the service accepted the message, so a delivery report is awaited.
 * Without a report the message is sent once more. Two kinds are not sent twice: SMS about money,
 * because their reader would believe that it came twice, and answers, because their reader can ask
 * again. The other channels then carry the notice about the money.
 */
export async function sendQueuedSms(
  db: Database,
  { message, write }: { message: Message; write: SmsWriter },
  services: Needs,
): Promise<Outcome> {
  const { sms, clock, metrics, rateLimits } = services;
  const { id, kind, attempts, noticeId, importance } = message;
  const end = async (
    outcome: string,
    change: Parameters<typeof updateSms>[2],
  ): Promise<Outcome> => {
    metrics.sms.inc({ kind, outcome });
    await updateSms(db, id, { text: null, ...change });
    return { kind: 'ended' };
  };
  const giveUp = async (failure: string, outcome = 'refused') => {
    const now = clock();
    if (noticeId !== null) await tellOtherwise(db, { noticeId, now });
    return end(outcome, { status: 'failed', failure });
  };
  const isUnsure = message.sentAt !== null;
  if (isUnsure && importance <= smsImportance.money)
    return giveUp('nobody knows whether it was sent');
  const written = await writeMessage(db, { message, write }, services);
  if ('notBefore' in written) {
    await updateSms(db, id, { availableAt: written.notBefore });
    return { kind: 'ended' };
  }
  if ('dropped' in written) return end('dropped', { status: 'dropped', failure: written.dropped });
  const { parts } = measureSms(written.text);
  const sentAt = clock();
  const { to, text, ...by } = written;
  const claimed = await claimSms(rateLimits, {
    cause: causeOf(message),
    ...by,
    recipient: to,
    text,
    now: sentAt,
  });
  if (claimed.outcome === 'full') return giveUp('the budget of the day is spent', 'withheld');
  // Recorded first, so that a retry knows that the SMS may have been sent.
  await updateSms(db, id, { sentAt, parts, phoneNumber: to });
  const outcome = await sms.send({ to, text });
  const now = clock();
  if (outcome.kind !== 'accepted' && outcome.kind !== 'unknown') await claimed.giveBack();
  switch (outcome.kind) {
    case 'accepted': {
      const { messageId: serviceId, costCents } = outcome;
      return end('accepted', { status: 'sent', serviceId, costCents: costCents ?? 0 });
    }
    case 'refused':
      return giveUp(outcome.reason);
    case 'unknown':
      metrics.sms.inc({ kind, outcome: 'unknown' });
      if (isUnsure) return giveUp(outcome.reason);
      await updateSms(db, id, {
        availableAt: secondsAfter(now, SMS_UNSURE_SECONDS),
        failure: outcome.reason,
      });
      return outcome;
    case 'later': {
      const delaySeconds = Math.min(RETRY_BASE_SECONDS * 2 ** (attempts - 1), RETRY_MAX_SECONDS);
      await updateSms(db, id, {
        sentAt: message.sentAt,
        availableAt: secondsAfter(now, delaySeconds),
        failure: outcome.reason,
      });
      return outcome;
    }
    case 'down':
      await updateSms(db, id, { sentAt: message.sentAt });
      return outcome;
  }
}

async function writeMessage(
  db: Database,
  { message, write }: { message: Message; write: SmsWriter },
  { clock, notices, isProven }: Needs,
): Promise<Written> {
  const { phoneNumber: to, text, noticeId, importance } = message;
  if (noticeId === null)
    return text === null ? { dropped: 'without a text' } : { to, text, asker: to };
  const notice = await findSmsNotice(db, noticeId);
  const rules = notice && notices.get(notice.kind);
  if (!rules) return { dropped: 'nobody needs it any more' };
  const { userId, kind, subject, causedBy: asker } = notice;
  const now = clock();
  const notBefore = afterQuietHours(now, { isUrgent: rules.isUrgent });
  if (notBefore > now) return { notBefore };
  const since = secondsAfter(now, -SMS_WINDOW_SECONDS);
  if (
    importance === smsImportance.message &&
    (await wasToldBefore(db, { userId, noticeId, subject, kind, since }))
  ) {
    return { dropped: 'told of before' };
  }
  // A cast, because `notify` wrote the facts, and its types pair kind and facts.
  const written = rules.sms
    ? rules.sms.text(notice.facts as never, { locale: notice.language })
    : await write(db, notice);
  if (written === null) return { dropped: 'nobody needs it any more' };
  const isUnproven = asker !== null && !(await isProven(db, asker));
  return { to: notice.phoneNumber, text: written, asker, isUnproven };
}
