import { sql } from 'drizzle-orm';
import { runCommand } from '#features/operator/server/run-command.ts';
import {
  listDueRefunds,
  listHeldAttempts,
  listPayouts,
} from '#features/orders/server/operator-work.ts';
import { listDisputes } from '#features/orders/server/queries.ts';
import { inNairobi } from './nairobi.ts';
import { readRows } from './read-rows.ts';
import type { Servers } from './servers.ts';
import { DAY, HOUR, type World } from './world.ts';

/*
 * The operator works twice a day, with the commands of the operator's tool and M-Pesa's own books:
 * decides disputes, sends refunds, and settles what M-Pesa left in doubt.
 */

export function startOperator(world: World, servers: Servers) {
  const random = world.chance('operator');
  const { network, connection } = servers;
  /** What the operator sent back by hand, by payment. */
  const refunds = new Map<number, { receipt: string; amount: number }>();

  async function run(orderIds: number[], ...words: string[]) {
    const { market } = servers.pick();
    const { isDone, text } = await runCommand(
      market.db,
      { operator: 'juma', arguments: words },
      market.services,
    );
    const [line = ''] = text.split('\n');
    world.tell(`The operator: ${words.join(' ')}${isDone ? '.' : `, but: ${line}`}`, orderIds);
  }

  async function decideDisputes() {
    for (const { id } of await listDisputes(connection.db)) {
      if (random.isTrue(0.2)) continue;
      const end = random.pick(['complete', 'cancel']);
      await run([id], 'dispute', String(id), end, '--reason', 'both were heard');
    }
  }

  async function refund() {
    for (const { paymentId, orderId, amount } of await listDueRefunds(connection.db)) {
      // The money leaves first. If writing it down fails, the same receipt is written down later.
      const sent = refunds.get(paymentId) ?? { receipt: `R${100_000 + paymentId}`, amount };
      refunds.set(paymentId, sent);
      await run([orderId], 'refund', String(paymentId), '--receipt', sent.receipt);
    }
  }

  /** M-Pesa's receipts that no payment has yet, with their orders. */
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
      receipts.has(one.receipt) || ids.has(id) ? [] : [{ ...one, checkoutRequestId: id }],
    );
  }

  /** Attempts in doubt, and money that came in after an attempt was given up. */
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
    for (const { attemptId, orderId, requestedAt } of await listHeldAttempts(connection.db)) {
      const isOld = world.now().getTime() - requestedAt.getTime() > 6 * HOUR * 1000;
      if (isOld)
        await run([orderId], 'attempt', String(attemptId), 'failed', '--reason', 'nothing came');
    }
  }

  /** Payouts without a result are looked up in M-Pesa's books. */
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
    for (const part of [decideDisputes, refund, settleAttempts, settlePayouts]) await part();
  }
  world.at(inNairobi(world.now(), { days: 1, hour: 8 }), work);
  return { refunds };
}

export type Operator = ReturnType<typeof startOperator>;
