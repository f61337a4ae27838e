/* Reading names, numbers or messages adds a row to the log. */

import { listReportHeads } from '#messages/server/conversations.ts';
import { countOutgoing, outgoingKinds } from '#notifications/server/send-sms.ts';
import { OPERATOR_LIST_MAX } from '#orders/rules/limits.ts';
import { listDueRefunds, listHeldAttempts, listPayouts } from '#orders/server/operator-work.ts';
import { listDisputes } from '#orders/server/queries.ts';
import { centsOf } from '#rules/amounts.ts';
import { findStanding } from '#server/db/live-database-queries.ts';
import { countHeld, listHeld } from '#server/outbox-queries.ts';
import type { CaseKind, CasePage } from '../rules/desk-input.ts';
import { listActions, listOpenRequests } from './action-queries.ts';
import { listReleased, listReportedSims, listUnplacedFarms } from './cases/case-queries.ts';
import { type Fitting, plainInput, previewAll } from './operations/all-operations.ts';
import { type Acting, auditedRead } from './operations/perform.ts';
import { listOperators } from './operator-queries.ts';
import { reconcileDay } from './reconcile-day.ts';
import { listUnmatched } from './statement-queries.ts';

type Case = {
  kind: CaseKind;
  page: CasePage;
  id: number;
  since: Date;
  cents: number;
  /** A farm, a person, or a phone number. */
  who: string;
  /** A reason or M-Pesa's result; the receipt of a payment; the operation of a request. */
  said: string;
};

/**
 * The most money at risk, and of equal ones the oldest, come first. At most OPERATOR_LIST_MAX of
 * each kind are read, and so many shown.
 */
export async function listCases(tx: Database, now: Date) {
  const all = [
    ...(await disputes(tx)),
    ...(await payouts(tx)),
    ...(await attempts(tx)),
    ...(await refunds(tx)),
    ...(await unmatched(tx)),
    ...(await reports(tx)),
    ...(await numbers(tx)),
    ...(await visits(tx)),
    ...(await requests(tx, now)),
  ];
  const weighed = all.map((one) => ({ one, weight: weightOf(one, now) }));
  weighed.sort(
    (a, b) => b.weight - a.weight || a.one.kind.localeCompare(b.one.kind) || a.one.id - b.one.id,
  );
  return { cases: weighed.slice(0, OPERATOR_LIST_MAX).map(({ one }) => one), count: all.length };
}

const disputes = async (tx: Database): Promise<Case[]> =>
  (await listDisputes(tx)).map(({ id, since, totalCents, farm, buyer, reason }) => ({
    kind: 'dispute',
    page: 'order',
    id,
    since,
    cents: totalCents,
    who: [farm, buyer].filter(Boolean).join(', '),
    said: reason ?? '',
  }));

const payouts = async (tx: Database): Promise<Case[]> =>
  (await listPayouts(tx, ['failed', 'unknown'])).map((payout) => ({
    kind: 'payout',
    page: 'order',
    id: payout.orderId,
    since: payout.sentAt ?? payout.heldUntil,
    cents: centsOf(payout.amount),
    who: payout.sentTo ?? payout.phoneNumber ?? payout.email ?? '',
    said: payout.resultText ?? '',
  }));

const attempts = async (tx: Database): Promise<Case[]> =>
  (await listHeldAttempts(tx)).map((attempt) => ({
    kind: 'attempt',
    page: 'order',
    id: attempt.orderId,
    since: attempt.requestedAt,
    cents: centsOf(attempt.amount),
    who: attempt.phoneNumber ?? '',
    said: attempt.resultText ?? '',
  }));

const refunds = async (tx: Database): Promise<Case[]> =>
  (await listDueRefunds(tx)).map((refund) => ({
    kind: 'refund',
    page: 'order',
    id: refund.orderId,
    since: refund.receivedAt,
    cents: centsOf(refund.amount),
    who: refund.phoneNumber ?? '',
    said: refund.receipt ?? '',
  }));

/** Statement lines have no number. The statement's tab lists all of them. */
const unmatched = async (tx: Database): Promise<Case[]> =>
  (await listUnmatched(tx)).map((line) => ({
    kind: 'unmatched',
    page: 'statement',
    id: 0,
    since: line.completedAt,
    cents: line.amountCents,
    who: line.otherParty || line.details,
    said: line.receipt,
  }));

const reports = async (tx: Database): Promise<Case[]> =>
  (await listReportHeads(tx)).map(({ id, since, buyer, farmer, reason }) => ({
    kind: 'report',
    page: 'report',
    id,
    since,
    cents: 0,
    who: [buyer, farmer].filter(Boolean).join(', '),
    said: reason,
  }));

const nameOf = (row: { farm: string | null; firstName: string; lastName: string }) =>
  [row.farm, `${row.firstName} ${row.lastName}`.trim()].filter(Boolean).join(', ');

async function numbers(tx: Database): Promise<Case[]> {
  const released = (await listReleased(tx)).flatMap((row): Case[] =>
    row.since
      ? [{ ...accountCase('released', row), since: row.since, said: row.releasedNumber ?? '' }]
      : [],
  );
  const sims = (await listReportedSims(tx)).flatMap((row): Case[] =>
    row.since ? [{ ...accountCase('sim', row), since: row.since, said: '' }] : [],
  );
  return [...released, ...sims];
}

const accountCase = (
  kind: CaseKind,
  row: Parameters<typeof nameOf>[0] & { userId: number; dueCents: number },
) => ({
  kind,
  page: 'account' as const,
  id: row.userId,
  cents: row.dueCents,
  who: nameOf(row),
});

const visits = async (tx: Database): Promise<Case[]> =>
  (await listUnplacedFarms(tx)).map((row) => ({
    kind: 'visit',
    page: 'account',
    id: row.userId,
    since: row.since,
    cents: 0,
    who: nameOf(row),
    said: [row.subcounty, row.county].filter(Boolean).join(', '),
  }));

const requests = async (tx: Database, now: Date): Promise<Case[]> =>
  (await listOpenRequests(tx, now)).map(({ id, requestedAt, requestedBy, operation, state }) => ({
    kind: 'request',
    page: 'request',
    id,
    since: requestedAt,
    cents: amountIn(state),
    who: requestedBy,
    said: operation,
  }));

function amountIn(state: unknown): number {
  if (typeof state !== 'object' || state === null) return 0;
  const { amountCents, payoutCents } = state as { amountCents?: unknown; payoutCents?: unknown };
  const cents = amountCents ?? payoutCents;
  return typeof cents === 'number' ? cents : 0;
}

const HOUR_MILLISECONDS = 3_600_000;
/** The sum of a case without one, so that an old report passes a young small payout. */
const UNPRICED_CENTS = 50_000;

function weightOf({ cents, since }: { cents: number; since: Date }, now: Date): number {
  const hours = Math.max(1, (now.getTime() - since.getTime()) / HOUR_MILLISECONDS);
  return Math.max(cents, UNPRICED_CENTS) * hours;
}

export const readRequests = (db: Database, acting: Acting) =>
  auditedRead(db, { what: 'requests', ...acting }, (tx) =>
    listOpenRequests(tx, acting.services.clock()),
  );

export const readOperators = (db: Database, acting: Acting) =>
  auditedRead(db, { what: 'operators', ...acting }, async (tx) =>
    (await listOperators(tx)).map(({ name, role, closedAt, linkExpiresAt }) => ({
      name,
      role,
      closedAt,
      linkExpiresAt,
    })),
  );

export const readLog = (db: Database, beforeId: number | null, acting: Acting) =>
  auditedRead(db, { what: 'log', ...acting }, async (tx) =>
    (await listActions(tx, beforeId)).map(({ before: _, after: __, details, ...action }) => ({
      ...action,
      details: plainInput(details),
    })),
  );

export const readReconciliation = (db: Database, day: Day, acting: Acting) =>
  auditedRead(db, { what: 'statement', subject: { day }, ...acting }, (tx) =>
    reconcileDay(tx, { day, shortcodes: acting.services.operatorSettings.shortcodes }),
  );

export const readServer = (db: Database, acting: Acting) =>
  auditedRead(db, { what: 'server', ...acting }, async (tx) => {
    const { services } = acting;
    const { isLive, paysOut } = await findStanding(tx);
    const kinds = { kinds: outgoingKinds(services), now: services.clock() };
    const held = await listHeld(tx, { ...kinds, limit: OPERATOR_LIST_MAX });
    const decisions = await previewAll(tx, decisionsAboutAll, acting);
    return {
      isLive,
      paysOut,
      waiting: await countOutgoing(tx, services),
      heldCount: await countHeld(tx, kinds),
      held: held.map(({ payload, ...message }) => ({
        ...message,
        payload: plainInput(payload),
        choices: decisions.map((decision) => ({ ...decision, input: { message: message.id } })),
      })),
      messageChoices: [
        ...(await previewAll(tx, enabling({ isLive, paysOut }), acting)),
        ...(held.length > 1 ? decisions : []),
      ],
      priceChoices: await previewAll(tx, [{ does: 'rebuildPrices', input: {} }], acting),
    };
  });

const decisionsAboutAll: Fitting[] = [
  { does: 'releaseMessages', input: { message: 'all' } },
  { does: 'dropMessages', input: { message: 'all' } },
];

const enabling = ({ isLive, paysOut }: { isLive: boolean; paysOut: boolean }): Fitting[] => [
  ...(isLive ? [] : [{ does: 'enableOutgoing', input: {} } as const]),
  ...(paysOut ? [] : [{ does: 'enablePayouts', input: {} } as const]),
];
