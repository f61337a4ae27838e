import { paymentTransitions } from '#orders/rules/order.ts';
import { transitions } from '#orders/rules/transitions.ts';
import type { Received } from './network.ts';
import type { Operator } from './people/operator-life.ts';
import { INVENTED } from './people/rogue-operator.ts';
import { ASKED, readRows } from './read-rows.ts';
import type { Servers } from './servers.ts';
import { Violation } from './world.ts';

type Payment = {
  id: number;
  state: 'received' | 'refund_due' | 'refunded';
  cents: number;
  receipt: string | null;
  refund_receipt: string | null;
  isUnconfirmed: boolean;
  checkout: string | null;
  orderId: number;
};
type Payout = {
  id: number;
  status: string;
  isRefund: boolean;
  cents: number;
  receipt: string | null;
  tries: string[];
};

const PAYMENTS = `select p.id, p.state, p.amount_cents as cents, p.receipt, p.refund_receipt, p.order_id as "orderId", a.checkout_request_id as checkout,
    p.booked_by is not null and p.confirmed_at is null as "isUnconfirmed"
  from payments p left join ${ASKED} a on a.id = p.attempt_id where p.method = 'M-Pesa' order by p.id`;
const STOLEN = `select t.originator_conversation_id as id from payout_tries t join payouts out on out.id = t.payout_id
  where exists (select from payments p where p.order_id = out.order_id and p.receipt like '${INVENTED}%')`;
const isConfirmed = (order: string) =>
  `not exists (select from payments b where b.order_id = ${order} and b.booked_by is not null and b.confirmed_at is null)`;
const PAYOUTS = `select out.id, out.status, out.receipt, out.payment_id is not null as "isRefund",
    out.amount_cents + coalesce((select sum(small.amount_cents) from payouts small where small.sent_with_id = out.id), 0)::int as cents,
    coalesce((select json_agg(t.originator_conversation_id) from payout_tries t where t.payout_id = out.id), '[]') as tries
  from payouts out where out.sent_with_id is null order by out.id`;

export async function compareBooks({ connection, network }: Servers, { refunds }: Operator) {
  const payments = await readRows<Payment>(connection.db, PAYMENTS);
  const byReceipt = new Map([...network.received].map(([id, one]) => [one.receipt, id]));
  const booked = new Map<string, number>();
  for (const payment of payments) {
    const { cents, orderId, refund_receipt: refundReceipt } = payment;
    if (payment.isUnconfirmed && payment.receipt?.startsWith(INVENTED)) continue;
    const key = byReceipt.get(payment.receipt ?? '') ?? payment.checkout ?? '';
    const received = network.received.get(key);
    const left = booked.get(key) ?? (received ? amountKnown(payment, received) : 0);
    booked.set(key, left - cents / 100);
    if (payment.state === 'refunded' && refunds.get(`${key} of ${orderId}`) !== refundReceipt)
      throw new Violation('each refund was sent', JSON.stringify(payment));
  }
  // One request may have paid several orders.
  const [wrong] = [...booked].filter(([, left]) => left !== 0);
  if (wrong)
    throw new Violation('each payment is money that M-Pesa received once', JSON.stringify(wrong));

  const payouts = await readRows<Payout>(connection.db, PAYOUTS);
  const arrivals = network.mpesa.payouts.filter(({ isPaid }) => isPaid);
  const stolen = new Set(
    (await readRows<{ id: string }>(connection.db, STOLEN)).map(({ id }) => id),
  );
  const theft = arrivals.find(({ originatorConversationId: id }) => stolen.has(id));
  const [out, came] = [sumOf(arrivals), sumOf([...network.received.values()])];
  if (theft || out > came)
    throw new Violation(
      'money out never exceeds what M-Pesa received',
      JSON.stringify({ out, came, theft }),
    );
  const known = new Set<string>();
  for (const payout of payouts) {
    const arrived = arrivals.filter(
      ({ originatorConversationId: id, transactionId }) =>
        payout.tries.includes(id) || transactionId === payout.receipt,
    );
    for (const id of payout.tries) known.add(id);
    for (const { originatorConversationId: id } of arrived) known.add(id);
    const isRight =
      arrived.length === 0
        ? payout.status !== 'paid'
        : arrived.length === 1 &&
          (payout.status !== 'paid' || isAmountOf(payout, arrived[0], network.restoredAt));
    if (!isRight)
      throw new Violation('each payout leaves once', JSON.stringify({ payout, arrived }));
  }
  const foreign = arrivals.find(
    ({ originatorConversationId: id, sentAt }) => !known.has(id) && sentAt > network.restoredAt,
  );
  if (foreign) throw new Violation('each payout is ours', JSON.stringify(foreign));
  const ofOrders = arrivals.filter((one) => !network.forgotten.has(one.originatorConversationId));
  const paidOut = new Set<string>();
  const again = ofOrders
    .filter(({ remarks }) => !remarks.startsWith('Refund'))
    .find(({ remarks }) => paidOut.size === paidOut.add(remarks).size);
  if (again) throw new Violation('each order is paid out once', JSON.stringify(again));
  if (network.wrong.length > 0)
    throw new Violation(
      'only the live database sends, to people with an account',
      network.wrong[0] ?? '',
    );
  return sumUp(connection.db, payments);
}

const sumOf = (moved: readonly { amount: number }[]) =>
  moved.reduce((sum, { amount }) => sum + amount, 0);

/**
 * After a backup took the database's place, an order that had been paid out may be completed again,
 * with other weights. It is not paid out again, and M-Pesa's statement shows the amount that left.
 */
const isAmountOf = (
  { cents }: Payout,
  arrived: { amount: number; sentAt: Date } | undefined,
  restoredAt: Date,
): boolean =>
  arrived !== undefined && (arrived.amount === cents / 100 || arrived.sentAt <= restoredAt);

/**
 * A callback names the amount that came. The answer to a query does not: a payment that it settled,
 * which has no receipt, counts as what was asked for, until M-Pesa's statement is compared.
 */
const amountKnown = ({ receipt }: Payment, { asked, amount }: Received): number =>
  receipt === null ? asked : amount;

/**
 * Where all money is that came in: `held` for farmers, as deposits, and for refunds that have not
 * been sent; `credit` of buyers. Without refunds too small for M-Pesa of deleted accounts.
 */
const HELD = `select
    (select coalesce(sum(amount_cents - returned_cents + credit_cents), 0) from payments where state = 'received' and method = 'M-Pesa')
      - (select coalesce(sum(amount_cents), 0) from payouts where payment_id is null and status = 'paid')
      + (select coalesce(sum(amount_cents - returned_cents + credit_cents), 0) from payments where state = 'refund_due')
      + (select coalesce(sum(amount_cents), 0) from payouts where payment_id is not null
          and (status in ('sent', 'failed', 'unknown') or status = 'due' and amount_cents >= 1000)) as held,
    (select coalesce(sum(p.amount_cents), 0) from payouts p left join orders o on o.id = p.credited_order_id
      where p.payment_id is not null and (p.status = 'due' and p.amount_cents < 1000
        or p.status = 'credited' and o.payment_status not in ('paid', 'refund_due', 'refunded'))) as credit,
    (select coalesce(sum(amount_cents - returned_cents + credit_cents), 0) from payments where state = 'refunded')
      + (select coalesce(sum(amount_cents), 0) from payouts where payment_id is not null and status = 'paid') as refunded`;

/**
 * In cents.
 * @throws Violation if what came in is not what went out, is held, or is a credit
 */
async function sumUp(db: Database, payments: Payment[]) {
  const [row] = await readRows<Record<'held' | 'credit' | 'refunded', string>>(db, HELD);
  const [paid] = await readRows<{ cents: string }>(
    db,
    `select coalesce(sum(amount_cents), 0) as cents from payouts where payment_id is null and status = 'paid'`,
  );
  const sums = {
    in: payments.reduce((all, { cents }) => all + cents, 0),
    paidOut: Number(paid?.cents),
    refunded: Number(row?.refunded),
    held: Number(row?.held),
    credit: Number(row?.credit),
  };
  if (sums.in !== sums.paidOut + sums.refunded + sums.held + sums.credit)
    throw new Violation(
      'what came in is paid out, refunded, held or a credit',
      JSON.stringify(sums),
    );
  return sums;
}

export async function checkSteps({ connection }: Servers) {
  const steps = await readRows<{ subject: string; from: string | null; to: string; by: string }>(
    connection.db,
    `select distinct subject, from_status as from, to_status as to, actor as by from order_events`,
  );
  for (const step of steps) {
    const { subject, from, to, by } = step;
    const isKnown =
      subject === 'total' ||
      (subject === 'paymentStatus'
        ? Object.entries(paymentTransitions).some(
            ([status, after]) => status === from && after.some((one) => one === to),
          )
        : from === null
          ? to === 'pending'
          : transitions.some((row) => row.from === from && row.to === to && row.by === by));
    if (!isKnown) throw new Violation('orders take only steps of the table', JSON.stringify(step));
  }
}

const LATE = 2;

export async function checkSettled({ connection, network }: Servers, now: Date) {
  const ago = (hours: number) => `'${new Date(now.getTime() - hours * 3_600_000).toISOString()}'`;
  const open: Record<string, string> = {
    'an order waits for its farmer for a day at most': `select id from orders where status = 'pending' and created_at < ${ago(24 + LATE)}
      and deposit_paid_at is null and payment_status <> 'processing'`,
    'a pre-order waits for its harvest for a week at most': `select id from orders where status = 'pending'
      and deposit_paid_at is not null and harvest_by < ${ago(24 * 7 + LATE)}`,
    'an unpaid order is cancelled': `select id from orders where status = 'confirmed' and payment_method = 'M-Pesa'
      and payment_status in ('pending', 'failed') and confirmed_at < ${ago(24 + LATE)}`,
    'silence completes an order': `select id from orders where status = 'dispatched' and payment_method = 'M-Pesa'
      and greatest(dispatched_at, (delivery_date + 1)::timestamp at time zone 'Africa/Nairobi') < ${ago(48 + LATE)}`,
    'a dispute is decided': `select id from orders o where status = 'disputed' and not exists (
      select from order_events e where e.order_id = o.id and e.to_status = 'disputed' and e.happened_at > ${ago(47)})`,
    'each payment request has a result': `select id from payment_attempts where status in ('sending', 'pushed', 'unknown', 'held')
      and requested_at < ${ago(24)}`,
    'each refund is sent': `select id from payments where state = 'refund_due' and ${isConfirmed('payments.order_id')} and received_at < ${ago(47)} and exists (
      select from order_events e where e.order_id = payments.order_id having max(e.happened_at) < ${ago(25)})`,
    'each difference goes back': `select id, status from payouts where payment_id is not null and amount_cents >= 1000 and ${isConfirmed('payouts.order_id')}
      and status in ('due', 'sent', 'unknown', 'failed') and created_at < ${ago(47)} and coalesce(sent_at, created_at) < ${ago(47)}`,
    'each payout leaves': `select out.id, out.status from payouts out join users u on u.id = out.farmer_id
      where out.status in ('due', 'sent', 'unknown', 'failed') and out.held_until < ${ago(47)} and coalesce(out.sent_at, out.created_at) < ${ago(47)}
        and ${isConfirmed('out.order_id')} and u.phone_verified_at is not null and out.amount_cents >= 1000 and u.suspended_at is null and u.phone_number <> ''
        and not exists (select from phone_lines l where l.user_id = u.id and l.sim_changed_at is not null)
        and not exists (select from farms f where f.user_id = u.id and f.payouts_held_until > ${ago(25)})`,
    'each share of a lot ends': `select s.* from lot_shares s join lots t on t.id = lot_id
      where s.status = 'given' and t.status = 'taken' and (t.day + 1)::timestamp at time zone 'Africa/Nairobi' < ${ago(LATE)}`,
    'each accepted offer ends': `select id from price_offers where status = 'accepted' and held_until < ${ago(LATE)}`,
  };
  for (const [rule, query] of Object.entries(open)) {
    const rows = await readRows<object>(connection.db, query);
    if (rows.length > 0) throw new Violation(`settled: ${rule}`, JSON.stringify(rows.slice(0, 3)));
  }
  const booked = new Set(
    (await readRows<Payment>(connection.db, PAYMENTS)).flatMap(({ receipt, checkout }) => [
      receipt,
      checkout,
    ]),
  );
  for (const [id, received] of network.received)
    if (!booked.has(id) && !booked.has(received.receipt) && !network.unknown.has(id))
      throw new Violation('settled: what M-Pesa received is booked', JSON.stringify(received));
}
