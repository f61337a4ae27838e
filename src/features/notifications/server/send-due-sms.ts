import { measureSms } from '#rules/text/sms.ts';
import type { SmsOutcome } from '#server/adapters/sms.ts';
import { secondsAfter } from '#server/clock.ts';
import { type Delivery, NotNow } from '#server/outbox.ts';
import {
  afterQuietHours,
  SMS_DOWN_SECONDS,
  SMS_UNSURE_SECONDS,
  SMS_WINDOW_SECONDS,
  smsImportance,
} from '../rules/notice.ts';
import type { DueSms } from './send-sms.ts';
import {
  causeOf,
  claimSms,
  codeFor,
  mergeIntoSummary,
  type SmsCause,
  summarize,
  summaryDueAt,
} from './sms-causes.ts';
import {
  findSmsNotice,
  findWaitingSms,
  markMergedSent,
  tellOtherwise,
  updateSms,
  wasNotifiedBefore,
} from './sms-queries.ts';

type Message = NonNullable<Awaited<ReturnType<typeof findWaitingSms>>>;
type Text = {
  to: string;
  text: string;
  cause: SmsCause;
  asker: number | string | null;
  isUnproven?: boolean;
  isCounted?: boolean;
  counted?: number[];
};
type Written = Text | { dropped: string };

const RETRY_BASE_SECONDS = 30;
const RETRY_MAX_SECONDS = 1800;

/**
 * If the answer is lost, the service may have accepted the message. A delivery report is then
 * awaited; without one, the message is sent once more. It names its order or question, so its
 * reader sees that nothing happened twice.
 */
export async function sendDueSms(
  db: Database,
  { smsId, attempt }: DueSms & Delivery,
  services: Services,
) {
  const { sms, clock } = services;
  const message = await findWaitingSms(db, smsId);
  if (!message) return;
  if (!sms) throw pauseLane(clock());
  const { id, sentAt } = message;
  if (sentAt !== null) {
    const reportedBy = secondsAfter(sentAt, SMS_UNSURE_SECONDS);
    if (reportedBy > clock()) throw new NotNow(reportedBy);
  }
  const written = await writeMessage(db, message, services);
  if ('dropped' in written) {
    const change = { status: 'dropped', failure: written.dropped };
    return endSms(db, { message, outcome: 'dropped', change }, services);
  }
  const claimed = await claim(written, services);
  if (claimed.outcome === 'full') return withhold(db, { message, written }, services);
  const { to, text, counted } = written;
  // Recorded first, so that a retry knows that the SMS may have been sent.
  const { parts } = measureSms(text);
  await updateSms(db, id, { sentAt: clock(), parts, phoneNumber: to, ...(counted && { text }) });
  if (counted) await markMergedSent(db, counted, clock());
  const outcome = await sms.send({ to, text });
  if (outcome.kind !== 'accepted' && outcome.kind !== 'unknown') await claimed.giveBack();
  await recordOutcome(db, { message, outcome, attempt }, services);
}

type Ended = { message: Message; outcome: string; change: Parameters<typeof updateSms>[2] };

async function endSms(
  db: Database,
  { message, outcome, change }: Ended,
  { metrics }: Pick<Services, 'metrics'>,
) {
  metrics.sms.inc({ kind: message.kind, outcome });
  await updateSms(db, message.id, { text: null, ...change });
}

type Failed = { message: Message; outcome: string; failure: string };

async function giveUp(db: Database, { failure, ...failed }: Failed, services: Services) {
  const { noticeId } = failed.message;
  if (noticeId !== null) await tellOtherwise(db, { noticeId, now: services.clock() });
  await endSms(db, { ...failed, change: { status: 'failed', failure } }, services);
}

/** A summary waits for the next budget. */
async function withhold(
  db: Database,
  { message, written }: { message: Message; written: Text },
  services: Services,
) {
  const { id, kind, noticeId, userId } = message;
  const now = services.clock();
  if (kind === 'summary') throw new NotNow(summaryDueAt(now));
  if (!written.isCounted || userId === null || noticeId === null) {
    const failure = 'the budget of the day is spent';
    return giveUp(db, { message, outcome: 'withheld', failure }, services);
  }
  services.metrics.sms.inc({ kind, outcome: 'merged' });
  await tellOtherwise(db, { noticeId, now });
  await mergeIntoSummary(db, { id, userId, phoneNumber: written.to }, now);
}

type Tried = { message: Message; outcome: SmsOutcome; attempt: number };

async function recordOutcome(
  db: Database,
  { message, outcome, attempt }: Tried,
  services: Services,
) {
  const { id, kind, sentAt } = message;
  const now = services.clock();
  switch (outcome.kind) {
    case 'accepted': {
      const { messageId: serviceId, costCents } = outcome;
      const change = { status: 'sent', serviceId, costCents: costCents ?? 0 };
      return endSms(db, { message, outcome: 'accepted', change }, services);
    }
    case 'refused':
      return giveUp(db, { message, outcome: 'refused', failure: outcome.reason }, services);
    case 'later': {
      await updateSms(db, id, { sentAt, failure: outcome.reason });
      const delaySeconds = Math.min(RETRY_BASE_SECONDS * 2 ** (attempt - 1), RETRY_MAX_SECONDS);
      throw new NotNow(secondsAfter(now, delaySeconds));
    }
    case 'down':
      await updateSms(db, id, { sentAt, failure: outcome.reason });
      warn(outcome, services);
      throw pauseLane(now);
    case 'unknown':
      services.metrics.sms.inc({ kind, outcome: 'unknown' });
      if (sentAt === null) await updateSms(db, id, { failure: outcome.reason });
      else await giveUp(db, { message, outcome: 'refused', failure: outcome.reason }, services);
      warn(outcome, services);
      throw pauseLane(now, secondsAfter(now, SMS_UNSURE_SECONDS));
  }
}

const warn = ({ reason }: { reason: string }, { log }: Pick<Services, 'log'>) =>
  log.warn({ reason }, 'the SMS service takes nothing at the moment');

function pauseLane(now: Date, until?: Date) {
  const laneUntil = secondsAfter(now, SMS_DOWN_SECONDS);
  return new NotNow(until ?? laneUntil, { laneUntil });
}

const claim = ({ to: recipient, text, cause, asker, isUnproven }: Text, services: Services) => {
  const by = { asker, ...(isUnproven !== undefined && { isUnproven }) };
  return claimSms(services, { cause, ...by, recipient, text, now: services.clock() });
};

async function writeMessage(db: Database, message: Message, services: Services): Promise<Written> {
  const { phoneNumber: to, text, noticeId, importance } = message;
  const { clock, notices, isProven } = services;
  if (message.kind === 'summary') return writeSummarySms(db, message, services);
  if (noticeId === null)
    return text === null
      ? { dropped: 'without a text' }
      : { to, text, cause: causeOf(message), asker: to };
  const notice = await findSmsNotice(db, noticeId);
  const rules = notice && notices.get(notice.kind);
  if (!rules) return { dropped: 'nobody needs it any more' };
  const { userId, kind, subject, causedBy: asker } = notice;
  const now = clock();
  const notBefore = afterQuietHours(now, { isUrgent: rules.isUrgent });
  if (notBefore > now) throw new NotNow(notBefore);
  const since = secondsAfter(now, -SMS_WINDOW_SECONDS);
  if (
    importance === smsImportance.message &&
    (await wasNotifiedBefore(db, { userId, noticeId, subject, kind, since }))
  ) {
    return { dropped: 'told of before' };
  }
  const written = await writeNoticeSms(db, notice, services);
  if (written === null) return { dropped: 'nobody needs it any more' };
  const isUnproven = asker !== null && !(await isProven(db, asker));
  const { countedAs = null } = rules;
  return {
    to: notice.phoneNumber,
    text: written,
    cause: causeOf(message, countedAs),
    asker,
    isUnproven,
    isCounted: countedAs !== null,
  };
}

async function writeSummarySms(
  db: Database,
  message: Message,
  services: Services,
): Promise<Written> {
  const { phoneNumber: to, text, userId } = message;
  const by = { cause: causeOf(message), asker: null };
  // An earlier attempt wrote it, and what it counts is no longer merged.
  if (text !== null) return { to, text, ...by };
  const now = services.clock();
  const moments = [summaryDueAt(message.createdAt), afterQuietHours(now)];
  const notBefore = moments.find((moment) => moment > now);
  if (notBefore) throw new NotNow(notBefore);
  const summary = userId === null ? null : await summarize(db, userId, services);
  return summary ? { ...summary, ...by } : { dropped: 'nobody needs it any more' };
}

type SmsNotice = NonNullable<Awaited<ReturnType<typeof findSmsNotice>>>;

export async function writeNoticeSms(
  db: Database,
  { kind, facts, userId: id, role, language: locale }: SmsNotice,
  { clock, secret, support, notices }: Pick<Services, 'clock' | 'secret' | 'support' | 'notices'>,
) {
  const reader = { locale, role, now: clock(), phone: support.phone };
  const on = {
    ...reader,
    ussdCode: codeFor({ role }, { support }),
    db,
    clock,
    secret,
    user: { id },
  };
  // A cast: `notify` wrote the facts, and its types pair kind and facts.
  return (await notices.get(kind)?.sms?.(facts as never, on)) ?? null;
}
