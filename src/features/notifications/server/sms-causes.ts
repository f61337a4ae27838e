/*
 * The daily budget of all SMS, divided among their causes. Half of a cause's part is reserved for
 * quiet askers, who can also use the shared spare budget. Each user, number or network has a cap. A
 * network is quiet with so few parts that forty of them cannot use up a cause.
 */

import { dayInNairobi } from '#rules/day.ts';
import { SMS_BUDGET_KES_DEFAULT } from '#rules/limits.ts';
import { measureSms, orDial } from '#rules/text/sms.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Limits, Support } from '#server/config.ts';
import { putInOutbox } from '#server/outbox.ts';
import { claimPoints, type Pool, type PoolOutcome, type RateLimits } from '#server/rate-limits.ts';
import { m } from '#text';
import {
  type NoticeKinds,
  SMS_NEWS_SECONDS,
  SMS_PART_COST_CENTS,
  SMS_SUMMARY_SECONDS,
  SMS_WINDOW_SECONDS,
  smsImportance,
} from '../rules/notice.ts';
import { smsDue } from './send-sms.ts';
import { hasWaitingSummary, insertSms, listMergedSms, updateSms } from './sms-queries.ts';

/** In SMS parts. `part` is this cause's share of SMS_BUDGET_KES_DEFAULT. */
type Cause = { part: number } & Pick<Pool, 'perAsker' | 'perQuietAsker' | 'perRecipient'>;

export const smsCauses = {
  login: { part: 500, perAsker: [15], perQuietAsker: [5] },
  alarm: { part: 100, perAsker: [], perQuietAsker: [], perRecipient: 10 },
  command: { part: 800, perAsker: [100], perQuietAsker: [20] },
  /** Half is reserved for proven buyers. The asker is the buyer. */
  order: { part: 1000, perAsker: [30], perQuietAsker: [6], perRecipient: 10 },
  money: { part: 300, perAsker: [30], perQuietAsker: [6], perRecipient: 10 },
  /** Separate from money, because payouts need no action by the farmer. */
  payout: { part: 200, perAsker: [], perQuietAsker: [], perRecipient: 10 },
  summary: { part: 100, perAsker: [], perQuietAsker: [], perRecipient: 24 },
  /** The asker is a logged-in user; for unproven users the networks count, too. */
  verify: {
    part: 400,
    perAsker: [30, 100, 200, 400],
    perQuietAsker: [5, 3, 6, 6],
    perRecipient: 15,
  },
  /** The askers are networks. */
  newcomer: { part: 1000, perAsker: [20, 100, 200], perQuietAsker: [3, 6, 6], perRecipient: 15 },
  /** The askers are networks (password codes) or unverified numbers. */
  anybody: { part: 200, perAsker: [20, 40, 80], perQuietAsker: [2, 4, 4], perRecipient: 15 },
  /** The asker is the writer. */
  message: { part: 200, perAsker: [20], perQuietAsker: [5], perRecipient: 5 },
  /** The asker is the buyer of a lot, or the recipient. */
  listing: { part: 100, perAsker: [50], perQuietAsker: [20], perRecipient: 2 },
} as const satisfies Record<string, Cause>;
export type SmsCause = keyof typeof smsCauses;

const partsOfCauses = Object.values(smsCauses).reduce((sum, { part }) => sum + part, 0);

const partsOf = (parts: number, budgetKes: number) =>
  Math.floor((parts * budgetKes) / SMS_BUDGET_KES_DEFAULT);

export const smsSpare = (budgetKes = SMS_BUDGET_KES_DEFAULT) => ({
  name: 'smsSpare',
  seconds: SMS_WINDOW_SECONDS,
  total: partsOf((SMS_BUDGET_KES_DEFAULT * 100) / SMS_PART_COST_CENTS - partsOfCauses, budgetKes),
});

export function smsPool(cause: SmsCause, budgetKes = SMS_BUDGET_KES_DEFAULT) {
  const { part, ...caps } = smsCauses[cause];
  const total = partsOf(part, budgetKes);
  const pool = {
    name: `sms ${cause}`,
    seconds: SMS_WINDOW_SECONDS,
    total,
    quiet: Math.floor(total / 2),
    spare: smsSpare(budgetKes),
    ...caps,
  };
  return pool satisfies Pool;
}

/** A budget is for one day in Nairobi. */
export const smsPeriod = (now: Date) => dayInNairobi(now);

type SmsClaim = {
  cause: SmsCause;
  asker?: number | string | null;
  /** Counted together with the asker, the narrowest first. */
  networks?: readonly string[];
  isUnproven?: boolean;
  recipient: string;
  text?: string;
  now: Date;
};

type Budget = { limits: Pick<Limits, 'smsBudgetKes'> };

export const claimSms = (
  { rateLimits, limits }: Budget & { rateLimits: RateLimits },
  { cause, asker, networks = [], text, now, ...claim }: SmsClaim,
): Promise<PoolOutcome> =>
  claimPoints(rateLimits, smsPool(cause, limits.smsBudgetKes), {
    ...claim,
    askers: [...(asker === undefined || asker === null ? [] : [String(asker)]), ...networks],
    points: text === undefined ? 1 : measureSms(text).parts,
    period: smsPeriod(now),
  });

type Queued = { userId: number | null; kind: string; importance: number };

export function causeOf({ userId, kind, importance }: Queued, countedAs?: string | null): SmsCause {
  if (kind === 'summary') return 'summary';
  if (countedAs === 'payouts') return 'payout';
  switch (importance) {
    case smsImportance.money:
      return 'money';
    case smsImportance.order:
      return 'order';
    case smsImportance.message:
      return 'message';
    case smsImportance.listing:
      return 'listing';
    default:
      return userId === null ? 'anybody' : 'command';
  }
}

type Over = { id: number; userId: number; phoneNumber: string };

export async function mergeIntoSummary(db: Database, { id, userId, phoneNumber }: Over, now: Date) {
  await db.transaction(async (tx) => {
    await updateSms(tx, id, { status: 'merged' });
    if (await hasWaitingSummary(tx, userId)) return;
    const smsId = await insertSms(tx, {
      userId,
      phoneNumber,
      kind: 'summary',
      importance: smsImportance.order,
      status: 'waiting',
      createdAt: now,
      expiresAt: secondsAfter(now, SMS_NEWS_SECONDS),
    });
    await putInOutbox(tx, smsDue({ smsId }), now);
  });
}

/** The menu has no messages or offers of buyers. */
export const codeFor = ({ role }: { role: string }, { support }: { support: Support }) =>
  role === 'farmer' ? support.ussdCode : '';

export const summaryDueAt = (begunAt: Date) => secondsAfter(begunAt, SMS_SUMMARY_SECONDS);

/** Null if there is nothing to tell. */
export async function summarize(
  db: Database,
  userId: number,
  { notices, support }: { notices: NoticeKinds; support: Support },
) {
  const merged = await listMergedSms(db, userId);
  const [reader] = merged;
  if (!reader) return null;
  const subjectsOf = (counted: 'orders' | 'payouts' | 'messages') =>
    new Set(
      merged.flatMap(({ kind, subject }) =>
        notices.get(kind)?.countedAs === counted ? [subject] : [],
      ),
    ).size;
  const text = writeSummary(
    {
      orders: subjectsOf('orders'),
      payouts: subjectsOf('payouts'),
      messages: subjectsOf('messages'),
    },
    { ...reader, ussdCode: codeFor(reader, { support }) },
  );
  return text === null
    ? null
    : { to: reader.phoneNumber, text, counted: merged.map(({ id }) => id) };
}

type Counts = { orders: number; payouts: number; messages: number };
type Reader = { role: string; language: Language; ussdCode: string };

function writeSummary(
  { orders, payouts, messages }: Counts,
  { role, language, ussdCode }: Reader,
): string | null {
  const options = { locale: language };
  const ofOrders = role === 'farmer' ? m.smsMoreOrders : m.smsMoreOfBuyer;
  const sentences = [
    ...(orders > 0 ? [ofOrders({ count: orders }, options)] : []),
    ...(payouts > 0 ? [m.smsMorePayouts({ count: payouts }, options)] : []),
    ...(messages > 0
      ? [m.smsMoreMessages({ count: messages, orDial: orDial({ ussdCode }, options) }, options)]
      : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}
