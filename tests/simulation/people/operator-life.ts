import { sql } from 'drizzle-orm';
import { operations } from '#operator/server/operations/all-operations.ts';
import type { Operation } from '#operator/server/operations/operation.ts';
import { perform } from '#operator/server/operations/perform.ts';
import { listDueRefunds, listHeldAttempts, listPayouts } from '#orders/server/operator-work.ts';
import { listDisputes } from '#orders/server/queries.ts';
import { centsOf } from '#rules/amounts.ts';
import { describeError } from '#server/http/rest.ts';
import type { Does, InputOf } from '#tests/factories/operators.ts';
import { inNairobi } from '#tests/simulation/nairobi.ts';
import { ASKED, readRows } from '#tests/simulation/read-rows.ts';
import type { Servers } from '#tests/simulation/servers.ts';
import { DAY, HOUR, type World } from '#tests/simulation/world.ts';
import type { AccountLife } from './account-life.ts';
import type { Farmer, People } from './people.ts';

export function startOperator(
  world: World,
  servers: Servers,
  { people, accounts }: { people: People; accounts: AccountLife },
) {
  const random = world.chance('operator');
  const { network, connection } = servers;
  const refunds = new Map<string, string>();

  async function act<Of extends Does>(
    does: Of,
    input: InputOf<Of>,
    { orderIds = [], by = 'juma' }: { orderIds?: number[]; by?: string } = {},
  ): Promise<boolean> {
    const { db, services } = servers.pick().market;
    const person = { name: by, role: 'lead', device: 'Chrome, Android' } as const;
    // A cast: TypeScript does not see that an operation takes its own input.
    const operation = operations[does] as unknown as Operation<InputOf<Of>>;
    const performing = perform(db, operation, { input, person, services });
    const why = await performing.then(
      () => '',
      (error) => describeError(error, 'en').message,
    );
    const what = `${does} ${JSON.stringify(input)}`;
    world.tell(`The operator: ${what}${why && `, but: ${why}`}`, orderIds);
    return why === '' || /\balready\b/.test(why);
  }

  async function decideDisputes() {
    for (const { id } of await listDisputes(connection.db)) {
      if (random.isTrue(0.2)) continue;
      const end = random.pick(['completed', 'cancelled'] as const);
      const decide = (one: typeof end) =>
        act('endDispute', { orderId: id, end: one, reason: 'both were heard' }, { orderIds: [id] });
      // What the farmer has been paid does not go back.
      if (!(await decide(end))) await decide('completed');
    }
  }

  async function refund() {
    for (const { paymentId, orderId } of await listDueRefunds(connection.db)) {
      const money = await moneyOf(paymentId);
      if (!network.received.has(money)) continue;
      // The money leaves first. If writing it down fails, or a backup does not know of it, the same
      // receipt is written down later.
      const part = `${money} of ${orderId}`;
      const receipt = refunds.get(part) ?? `R${100_000 + refunds.size}`;
      refunds.set(part, receipt);
      await act('refund', { paymentId, receipt }, { orderIds: [orderId] });
    }
  }

  async function moneyOf(paymentId: number) {
    const [row] = await readRows<{ receipt: string | null; checkout: string | null }>(
      connection.db,
      sql`select p.receipt, a.checkout_request_id as checkout from payments p
        left join ${sql.raw(ASKED)} a on a.id = p.attempt_id where p.id = ${paymentId}`,
    );
    return network.checkoutOf(row ?? { receipt: null, checkout: null });
  }

  async function handleAccounts() {
    const { email, ...person } = random.pick([...people.farmers, ...people.buyers]);
    const account = email ?? person.phoneNumber;
    if (random.isTrue(0.15)) {
      await act('suspend', { account, reason: 'sold what is not there' });
      const lift = () => act('unsuspend', { account, reason: 'explained' });
      world.after(random.between(DAY, 6 * DAY), async () => void (await lift()));
    }
    if (random.isTrue(0.05)) await act('simChanged', { account, reason: 'told by phone' });
    if (random.isTrue(0.1)) await replaceNumber(random.pick(people.farmers));
  }

  async function replaceNumber(farmer: Farmer) {
    const newNumber = `+2547${random.between(60_000_000, 69_999_999)}`;
    const account = farmer.email ?? farmer.phoneNumber;
    if (await act('newNumber', { account, newNumber, reason: 'lost' })) {
      farmer.phoneNumber = newNumber;
      accounts.proveLater(farmer);
    }
  }

  async function findUnbooked() {
    const booked = await readRows<{ receipt: string | null; id: string | null }>(
      connection.db,
      `select p.receipt, a.checkout_request_id as id from payments p
        left join ${ASKED} a on a.id = p.attempt_id where p.method = 'M-Pesa'`,
    );
    const [receipts, ids] = [
      new Set(booked.map(({ receipt }) => receipt)),
      new Set(booked.map(({ id }) => id)),
    ];
    return [...network.received].flatMap(([id, one]) =>
      receipts.has(one.receipt) || ids.has(id) || network.unknown.has(id)
        ? []
        : [{ ...one, checkoutRequestId: id }],
    );
  }

  async function settleAttempts() {
    const unbooked = (await findUnbooked()).filter(
      ({ at }) => world.now().getTime() - at > 3 * HOUR * 1000,
    );
    for (const { orderId, amount, receipt, checkoutRequestId } of unbooked) {
      const attempts = await readRows<{ id: number }>(
        connection.db,
        sql`select id from payment_attempts where order_id = ${orderId} and status <> 'paid'
          order by coalesce(checkout_request_id = ${checkoutRequestId}, false) desc, checkout_request_id is null desc, id desc limit 1`,
      );
      for (const { id: attemptId } of attempts) {
        const paid = { attemptId, amountCents: centsOf(amount), receipt };
        await act('attemptPaid', paid, { orderIds: [orderId] });
      }
    }
    const unconfirmed = await readRows<{
      id: number;
      order: number;
      cents: number;
      receipt: string;
    }>(
      connection.db,
      `select min(attempt_id) as id, min(order_id) as order, sum(amount_cents)::int as cents, receipt from payments
        where booked_by is not null and confirmed_at is null and receipt = any('{${receiptsOf(network)}}') group by receipt`,
    );
    for (const { id: attemptId, order, cents: amountCents, receipt } of unconfirmed) {
      const paid = { attemptId, amountCents, receipt };
      await act('attemptPaid', paid, { orderIds: [order], by: 'amina' });
    }
    for (const { attemptId, orderId, requestedAt } of await listHeldAttempts(connection.db)) {
      const isOld = world.now().getTime() - requestedAt.getTime() > 6 * HOUR * 1000;
      const failed = { attemptId, reason: 'nothing came' };
      if (isOld) await act('attemptFailed', failed, { orderIds: [orderId] });
    }
  }

  async function settlePayouts() {
    for (const { payoutId, orderId, status, sentAt, sentWithId } of await listPayouts(
      connection.db,
      ['failed', 'unknown'],
    )) {
      const age = world.now().getTime() - (sentAt ?? world.now()).getTime();
      if (sentWithId !== null || (status === 'unknown' && age < DAY * 1000)) continue;
      const tries = await readRows<{ id: string }>(
        connection.db,
        sql`select originator_conversation_id as id from payout_tries where payout_id = ${payoutId}`,
      );
      const arrived = network.mpesa.payouts.find(
        ({ originatorConversationId: id, isPaid }) => isPaid && tries.some((one) => one.id === id),
      );
      const of = { orderIds: [orderId] };
      const [receipt, reason] = [arrived?.transactionId, "M-Pesa's books"];
      if (receipt !== undefined)
        await act('payoutPaid', { payoutId, receipt, smallPayouts: 'paid' }, of);
      else
        await act(status === 'failed' ? 'payoutApprove' : 'payoutFailed', { payoutId, reason }, of);
    }
  }

  async function work() {
    world.after(12 * HOUR, work);
    if (!network.standing.paysOut) return;
    if (!world.areFaultsOver) await handleAccounts();
    for (const part of [decideDisputes, refund, settleAttempts, settlePayouts]) await part();
  }
  world.at(inNairobi(world.now(), { days: 1, hour: 8 }), work);
  return { refunds, act };
}

const receiptsOf = ({ received }: Servers['network']) =>
  [...received.values()].map(({ receipt }) => receipt).join(',');

export type Operator = ReturnType<typeof startOperator>;
