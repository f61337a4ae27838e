import { type LotStatus, mayMoveLot } from '#lots/rules/lot.ts';
import { disputeEnds } from '#operator/rules/desk-input.ts';
import { isDisputed, isOnTheWay } from '#orders/rules/order-facts.ts';
import { isMoneyWithFarmer } from '#orders/rules/payment.ts';
import type { findOperatorOrder } from '#orders/server/operator-work.ts';
import type { findDeskAccount } from '../cases/case-queries.ts';
import type { Fitting } from './all-operations.ts';

type DeskOrder = NonNullable<Awaited<ReturnType<typeof findOperatorOrder>>>;

export function choicesOfOrder(order: DeskOrder) {
  const { id: orderId, status, payments, attempts, payouts } = order;
  const fitting: Fitting[] = [];
  if (isOnTheWay(status))
    for (const end of ['completed', 'cancelled'])
      fitting.push({ does: 'endDispatched', input: { orderId, end } });
  if (isDisputed(status))
    for (const end of disputeEnds) {
      const farmersPayouts = payouts.filter(({ paymentId }) => paymentId === null);
      const isMoneyGone =
        end !== 'completed' && isMoneyWithFarmer({ ...order, payouts: farmersPayouts });
      fitting.push({ does: 'endDispute', input: { orderId, end }, isMoneyGone });
    }
  for (const payment of payments) {
    if (payment.state === 'refund_due' && payment.method === 'M-Pesa')
      fitting.push({ does: 'refund', input: { paymentId: payment.id } });
  }
  for (const { id: attemptId, status: attempt, amountCents } of attempts) {
    const isUnconfirmed = payments.some(
      (payment) =>
        payment.attemptId === attemptId && payment.bookedBy !== null && !payment.confirmedAt,
    );
    if (isUnconfirmed || attempt === 'held' || attempt === 'unknown')
      fitting.push({ does: 'attemptPaid', input: { attemptId, amountCents } });
    if (attempt !== 'held' && attempt !== 'unknown') continue;
    fitting.push({ does: 'attemptFailed', input: { attemptId } });
  }
  fitting.push(...payouts.flatMap(choicesOfPayout));
  return fitting;
}

export const choicesOfLot = ({
  id: lotId,
  status,
}: {
  id: number;
  status: LotStatus;
}): Fitting[] => (mayMoveLot(status, 'lapsed') ? [{ does: 'endLot', input: { lotId } }] : []);

const payoutChoices = {
  due: ['payoutApprove', 'payoutPaid'],
  failed: ['payoutApprove', 'payoutPaid'],
  sent: ['payoutPaid', 'payoutFailed'],
  unknown: ['payoutPaid', 'payoutFailed'],
  paid: [],
  cancelled: [],
  credited: [],
} as const;

const choicesOfPayout = ({ id: payoutId, status }: DeskOrder['payouts'][number]): Fitting[] =>
  payoutChoices[status].map((does) => ({ does, input: { payoutId } }));

type DeskAccount = NonNullable<Awaited<ReturnType<typeof findDeskAccount>>>;

/** Null without an email or a verified number. */
const addressOf = ({
  email,
  phoneNumber,
  phoneVerifiedAt,
}: {
  email: string | null;
  phoneNumber: string | null;
  phoneVerifiedAt: Date | null;
}) => email ?? (phoneVerifiedAt ? phoneNumber : null);

export function choicesOfAccount(account: DeskAccount): Fitting[] {
  const { id, role, suspendedAt, hasPin, visitedAt } = account;
  const address = addressOf(account);
  const byId = (does: Fitting['does']): Fitting => ({ does, input: { account: address ?? id } });
  const moved = byId('newNumber');
  const visit = role === 'farmer' ? [byId(visitedAt ? 'unvisited' : 'visited')] : [];
  if (address === null) return [...visit, moved];
  const named = (does: Fitting['does']): Fitting => ({ does, input: { account: address } });
  return [
    ...visit,
    named('simChanged'),
    moved,
    ...(hasPin ? [named('forgetPin'), named('leavePin')] : []),
    named(suspendedAt ? 'unsuspend' : 'suspend'),
  ];
}
