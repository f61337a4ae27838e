import { sql } from 'drizzle-orm';
import { runCommand } from '#features/operator/server/run-command.ts';
import {
  listDueRefunds,
  listHeldAttempts,
  listPayouts,
} from '#features/orders/server/operator-work.ts';
import { listDisputes } from '#features/orders/server/queries.ts';
import { inNairobi } from '#tests/simulation/nairobi.ts';
import { readRows } from '#tests/simulation/read-rows.ts';
import type { Servers } from '#tests/simulation/servers.ts';
import { DAY, HOUR, type World } from '#tests/simulation/world.ts';
import type { AccountLife } from './account-life.ts';
import type { Farmer, People } from './people.ts';

/*
 * The operator works twice a day, with the commands of the operator's tool and M-Pesa's own books:
 * decides disputes, sends refunds, and settles what M-Pesa left in doubt.
 */

export function startOperator(
  world: World,
  servers: Servers,
  { people, accounts }: { people: People; accounts: AccountLife },
) {
  const random = world.chance('operator');
  const { network, connection } = servers;
  const refunds = new Map<string, string>();

  const run = (orderIds: number[], ...words: string[]) => runAs('juma', orderIds, words);

  async function runAs(operator: string, orderIds: number[], words: string[]) {
    const { market } = servers.pick();
    const { isDone, text } = await runCommand(
      market.db,
      { operator, arguments: words },
      market.services,
    );
    const [line = ''] = text.split('\n');
    world.tell(`The operator: ${words.join(' ')}${isDone ? '.' : `, but: ${line}`}`, orderIds);
    // Such as after a lost answer.
    const isDoneBefore = line.endsWith('already.');
    return isDone || isDoneBefore;
  }

  async function decideDisputes() {
    for (const { id } of await listDisputes(connection.db)) {
      if (random.isTrue(0.2)) continue;
      const end = random.pick(['complete', 'cancel']);
      await run([id], 'dispute', String(id), end, '--reason', 'both were heard');
    }
  }

  async function refund() {
    for (const { paymentId, orderId } of await listDueRefunds(connection.db)) {
      const money = await moneyOf(paymentId);
      // The money leaves first. If writing it down fails, or a backup does not know of it, the same
      // receipt is written down later.
      const receipt = refunds.get(money) ?? `R${100_000 + refunds.size}`;
      refunds.set(money, receipt);
      await run([orderId], 'refund', String(paymentId), '--receipt', receipt);
    }
  }

  async function moneyOf(paymentId: number) {
    const [row] = await readRows<{ receipt: string | null; checkout: string | null }>(
      connection.db,
      sql`select p.receipt, a.checkout_request_id as checkout from payments p
        left join payment_attempts a on a.id = p.attempt_id where p.id = ${paymentId}`,
    );
    return network.checkoutOf(row ?? { receipt: null, checkout: null });
  }

  async function handleAccounts() {
    const { email, ...person } = random.pick([...people.farmers, ...people.buyers]);
    const address = email ?? person.phoneNumber;
    if (random.isTrue(0.15)) {
      await run([], 'suspend', address, '--reason', 'sold what is not there');
      const lift = ['unsuspend', address, '--reason', 'explained'];
      world.after(random.between(DAY, 6 * DAY), async () => void (await run([], ...lift)));
    }
    if (random.isTrue(0.05)) await run([], 'sim-changed', address, '--reason', 'told by phone');
    if (random.isTrue(0.1)) await replaceNumber(random.pick(people.farmers));
  }

  async function replaceNumber(farmer: Farmer) {
    const number = `+2547${random.between(60_000_000, 69_999_999)}`;
    const address = farmer.email ?? farmer.phoneNumber;
    if (await run([], 'new-number', address, number, '--reason', 'lost')) {
      farmer.phoneNumber = number;
      accounts.proveLater(farmer);
    }
  }

  async function findUnbooked() {
    const booked = await readRows<{ receipt: string | null; id: string | null }>(
      connection.db,
      `select p.receipt, a.checkout_request_id as id from payments p
        left join payment_attempts a on a.id = p.attempt_id where p.method = 'M-Pesa'`,
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
      for (const { id } of attempts)
        await run(
          [orderId],
          'attempt',
          String(id),
          'paid',
          '--amount',
          String(amount),
          '--receipt',
          receipt,
        );
    }
    // A colleague sees the same money in M-Pesa's records.
    const unconfirmed = await readRows<{ id: number; order: number; kes: string; receipt: string }>(
      connection.db,
      `select attempt_id as id, order_id as order, amount_cents / 100.0 as kes, receipt from payments
        where booked_by is not null and confirmed_at is null`,
    );
    for (const { id, order, kes, receipt } of unconfirmed)
      await runAs(
        'amina',
        [order],
        ['attempt', String(id), 'paid', '--amount', String(Number(kes)), '--receipt', receipt],
      );
    for (const { attemptId, orderId, requestedAt } of await listHeldAttempts(connection.db)) {
      const isOld = world.now().getTime() - requestedAt.getTime() > 6 * HOUR * 1000;
      if (isOld)
        await run([orderId], 'attempt', String(attemptId), 'failed', '--reason', 'nothing came');
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
      const words = arrived
        ? ['paid', '--receipt', arrived.transactionId, '--with-small-ones']
        : [status === 'failed' ? 'approve' : 'failed', '--reason', "M-Pesa's books"];
      await run([orderId], 'payout', String(payoutId), ...words);
    }
  }

  async function work() {
    world.after(12 * HOUR, work);
    if (!network.standing.paysOut) return;
    if (!world.areFaultsOver) await handleAccounts();
    for (const part of [decideDisputes, refund, settleAttempts, settlePayouts]) await part();
  }
  world.at(inNairobi(world.now(), { days: 1, hour: 8 }), work);
  return { refunds, run };
}

export type Operator = ReturnType<typeof startOperator>;
