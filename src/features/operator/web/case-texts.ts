import type { CaseKind } from '#operator/rules/desk-input.ts';
import type { BadgeTone } from '#platform/web/ui/feedback/badge.tsx';
import { m } from '#text';

const kinds: Record<CaseKind, { label: () => string; tone: BadgeTone }> = {
  dispute: { label: m.deskKindDispute, tone: 'soil' },
  payout: { label: m.deskKindPayout, tone: 'maize' },
  attempt: { label: m.deskKindAttempt, tone: 'maize' },
  refund: { label: m.deskKindRefund, tone: 'maize' },
  unmatched: { label: m.deskKindUnmatched, tone: 'maize' },
  report: { label: m.deskKindReport, tone: 'soil' },
  visit: { label: m.deskKindVisit, tone: 'leaf' },
  released: { label: m.deskKindReleased, tone: 'sky' },
  sim: { label: m.deskKindSim, tone: 'soil' },
  request: { label: m.deskKindRequest, tone: 'sky' },
};

export const kindText = (kind: CaseKind): string => kinds[kind].label();
export const kindTone = (kind: CaseKind): BadgeTone => kinds[kind].tone;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "3 d", "5 h", "12 min". */
export function ageText(since: string): string {
  const waited = Math.max(0, Date.now() - new Date(since).getTime());
  if (waited >= DAY) return m.deskDays({ count: Math.floor(waited / DAY) });
  if (waited >= HOUR) return m.deskHours({ count: Math.floor(waited / HOUR) });
  return m.deskMinutes({ count: Math.floor(waited / MINUTE) });
}

const operations: Record<string, () => string> = {
  dispute: m.deskOpDispute,
  order: m.deskOpOrder,
  refund: m.deskOpRefund,
  'attempt paid': m.deskOpAttemptPaid,
  'attempt failed': m.deskOpAttemptFailed,
  'payout approve': m.deskOpPayoutApprove,
  'payout paid': m.deskOpPayoutPaid,
  'payout failed': m.deskOpPayoutFailed,
  suspend: m.deskOpSuspend,
  unsuspend: m.deskOpUnsuspend,
  hide: m.deskOpHide,
  unhide: m.deskOpUnhide,
  'lot end': m.deskOpEndLot,
  'sim-changed': m.deskOpSim,
  'new-number': m.deskOpNewNumber,
  'reset-pin': m.deskOpResetPin,
  'keep-pin': m.deskOpKeepPin,
  visited: m.deskOpVisited,
  unvisited: m.deskOpUnvisited,
  'report close': m.deskOpCloseReport,
  'outgoing enable': m.deskOpEnableOutgoing,
  'payouts enable': m.deskOpEnablePayouts,
  'outgoing release': m.deskOpRelease,
  'outgoing drop': m.deskOpDrop,
  'prices rebuild': m.deskOpRebuildPrices,
  'prices import': m.deskOpImportPrices,
  'statement import': m.reconcileImport,
  'close unmatched payment': m.reconcileClose,
  'operator invite': m.deskOpInvite,
  'operator link': m.deskOpLink,
  'operator role': m.deskOpRole,
  'operator close': m.deskOpClose,
  'operator display name': m.deskChangeName,
  enter: m.deskOpEnter,
  approve: m.deskApprove,
  decline: m.deskDecline,
  cases: m.deskTabCases,
  search: m.placeSearchButton,
  'farms to visit': m.deskTabVisits,
  operators: m.deskTabPeople,
  statement: m.deskTabStatement,
  log: m.deskTabLog,
  'order page': m.orderColumnOrder,
  'lot page': m.deskLot,
  'report page': m.deskKindReport,
  'account page': m.settingsAccount,
  'visit photo': m.deskVisitPhoto,
  server: m.deskTabServer,
  payouts: m.deskTabPayouts,
  'request page': m.deskRequestWord,
};

export const operationText = (name: string): string => operations[name]?.() ?? name;
