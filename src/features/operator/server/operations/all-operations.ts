import { type LotStatus, mayMoveLot } from '#lots/rules/lot.ts';
import { disputeEnds } from '#operator/rules/desk-input.ts';
import { isDisputed, isMoneyWithFarmer, isOnTheWay } from '#orders/rules/order-facts.ts';
import type { findOperatorOrder } from '#orders/server/operator-work.ts';
import type { findDeskAccount } from '../cases/case-queries.ts';
import * as accounts from './account-operations.ts';
import * as market from './market-operations.ts';
import * as money from './money-operations.ts';
import type { Operation } from './operation.ts';
import * as outgoing from './outgoing-operations.ts';
import * as people from './people-operations.ts';
import { type Acting, preview } from './perform.ts';

export const operations = { ...market, ...money, ...outgoing, ...accounts, ...people };

export const operationsByName: ReadonlyMap<string, Operation<never>> = new Map(
  Object.values(operations).map((operation) => [operation.name, operation as Operation<never>]),
);

/** Null for an operation that a newer version stored. */
export const procedureOf = (name: string) =>
  names.find((procedure) => operations[procedure].name === name) ?? null;

// `Object.keys` forgets the names.
const names = Object.keys(operations) as (keyof typeof operations)[];

/** The page adds the reason, a receipt or an amount. */
export type Choice = {
  /** The procedure in `desk.do`. */
  does: keyof typeof operations;
  input: Record<string, string | number>;
  /** It would return money that the farmer has already. */
  isMoneyGone: boolean;
  isAllowed: boolean;
  takesTwo: boolean;
  seen: string;
};

export type Fitting = Pick<Choice, 'does' | 'input'> & Partial<Pick<Choice, 'isMoneyGone'>>;

export async function previewAll(
  tx: Database,
  fitting: readonly Fitting[],
  acting: Acting,
): Promise<Choice[]> {
  const choices = [];
  for (const { does, input, isMoneyGone = false } of fitting) {
    // Each choice has its operation's input, without what the page adds.
    const operation = operations[does] as unknown as Operation<typeof input>;
    const previewed = await preview(tx, operation, { input, ...acting });
    choices.push({ does, input, isMoneyGone, ...previewed });
  }
  return choices;
}

/** Lists, such as the lines of an order, are JSON. */
export function plainInput(input: unknown): Record<string, string | number | boolean> {
  if (typeof input !== 'object' || input === null) return {};
  const plain: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      plain[name] = value;
    else if (Array.isArray(value)) plain[name] = JSON.stringify(value);
  }
  return plain;
}

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
