import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { operationsByName } from '#features/operator/server/operations/all-operations.ts';
import { approve } from '#features/operator/server/operations/perform.ts';
import { operatorActions } from '#features/operator/server/tables.ts';
import { payouts } from '#features/orders/server/tables/payments.ts';
import { makeShop } from '#tests/factories/money.ts';
import { makeOperator, requestOf } from '#tests/factories/operators.ts';
import { makeBuyer } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';
import { operatorOf } from '#tests/setup/operator.ts';
import { report } from '#tests/setup/report.ts';
import { rowsOf } from '#tests/setup/rows.ts';

const REASON = 'Both have shown it';
const EMAIL = 'amina@soko.example';

describe('operations that take two people', () => {
  let market: Market;
  const desk = (token: string) => market.caller({ token }).desk;
  const rows = () =>
    market.db
      .select({ operator: operatorActions.operator, outcome: operatorActions.outcome })
      .from(operatorActions)
      .where(eq(operatorActions.action, 'refund'))
      .orderBy(asc(operatorActions.id));
  let amina: Awaited<ReturnType<typeof makeOperator>>;
  let juma: typeof amina;
  beforeEach(async () => {
    market = await makeMarket();
    await openMpesa(market);
    amina = await makeOperator(market, { name: 'amina', role: 'finance' });
    juma = await makeOperator(market, { name: 'Juma', role: 'lead' });
  });

  async function refundDue() {
    const shop = await makeShop(market);
    const orderId = await shop.confirmed();
    const [payment] = await rowsOf<{ id: number }>(
      market.db,
      sql`insert into payments (order_id, method, state, amount_cents, receipt, received_at)
        values (${orderId}, 'M-Pesa', 'refund_due', 25000, ${`SGH7IN${orderId}`}, ${market.services.clock().toISOString()}) returning id`,
    );
    return payment?.id ?? 0;
  }
  const stateOf = async (paymentId: number) => {
    const [row] = await rowsOf(market.db, sql`select state from payments where id = ${paymentId}`);
    return row?.state;
  };
  async function requestRefund(token: string) {
    const paymentId = await refundDue();
    const input = { paymentId, receipt: 'SGH7BACK' };
    return { paymentId, requestId: await requestOf(desk(token).do.refund({ input })) };
  }

  test('a refund is done when another person approves it, once', async () => {
    const { paymentId, requestId } = await requestRefund(amina.token);
    expect(await stateOf(paymentId)).toBe('refund_due');
    await expect(desk(amina.token).requests.approve({ requestId })).rejects.toThrow('DESK_REFUSED');
    expect(await stateOf(paymentId)).toBe('refund_due');
    expect(await desk(juma.token).requests.approve({ requestId })).toEqual({
      said: expect.stringContaining('KES 250.00'),
    });
    expect(await stateOf(paymentId)).toBe('refunded');
    await expect(desk(juma.token).requests.approve({ requestId })).rejects.toThrow('DESK_REFUSED');
    expect(await rows()).toEqual([
      { operator: 'amina', outcome: 'requested' },
      { operator: 'Juma', outcome: 'done' },
    ]);
  });

  test('nobody approves under the same name on the command line', async () => {
    const { paymentId, requestId } = await requestRefund(juma.token);
    // operatorOf() runs commands as "juma".
    expect(await operatorOf(market).run('approve', String(requestId))).toEqual({
      isDone: false,
      text: 'Another person has to approve your request.',
    });
    expect(await stateOf(paymentId)).toBe('refund_due');
  });

  test('a request above the limit is recorded as paid when another person approves it', async () => {
    const shop = await makeShop(market);
    const orderId = await shop.confirmed();
    const [attempt] = await rowsOf<{ id: number }>(
      market.db,
      sql`insert into payment_attempts (order_id, status, token_hash, phone_number, amount_cents, requested_at, ask_again_at)
        values (${orderId}, 'held', 'hash', '+254712000111', 2000100, ${market.services.clock().toISOString()}, ${market.services.clock().toISOString()}) returning id`,
    );
    const input = { attemptId: attempt?.id ?? 0, amountCents: 2_000_100, receipt: 'SGH7IN' };
    const requestId = await requestOf(desk(amina.token).do.attemptPaid({ input }));
    await expect(desk(amina.token).requests.approve({ requestId })).rejects.toThrow('DESK_REFUSED');
    await desk(juma.token).requests.approve({ requestId });
    const [settled] = await rowsOf<{ status: string }>(
      market.db,
      sql`select status from payment_attempts where id = ${attempt?.id}`,
    );
    expect(settled?.status).toBe('paid');
  });

  test('200 approvals at once: one is done, the others are refused', async () => {
    const { paymentId, requestId } = await requestRefund(amina.token);
    const person = { name: 'juma', role: 'lead' as const, device: 'Chrome, Android' };
    const decision = { requestId, operations: operationsByName, person };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, () =>
        approve(market.db, { ...decision, services: market.services }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stateOf(paymentId)).toBe('refunded');
    expect((await rows()).filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
    const refused = outcomes.filter(({ status }) => status === 'rejected').length;
    report('D131', `200 approvals at once: 1 done, ${refused} refused`);
  });

  test('an approval after the subject changed does nothing', async () => {
    const { paymentId, requestId } = await requestRefund(amina.token);
    await market.db.execute(sql`update payments set amount_cents = 30000 where id = ${paymentId}`);
    await expect(desk(juma.token).requests.approve({ requestId })).rejects.toThrow('DESK_REFUSED');
    expect(await stateOf(paymentId)).toBe('refund_due');
  });

  test('a request lapses after a day, and a declined one cannot be approved', async () => {
    const late = await requestRefund(amina.token);
    market.advance(24 * 60 * 60);
    const { run } = operatorOf(market);
    expect(await run('approve', String(late.requestId))).toMatchObject({
      isDone: false,
      text: expect.stringContaining('lapsed'),
    });
    const again = await makeOperator(market, { name: 'neema', role: 'finance' });
    const { paymentId, requestId } = await requestRefund(again.token);
    const declined = await run('decline', String(requestId), '--reason', REASON);
    expect(declined).toMatchObject({ isDone: true });
    expect(await run('approve', String(requestId))).toMatchObject({ isDone: false });
    expect(await stateOf(paymentId)).toBe('refund_due');
  });

  test('a payout needs two people only above the limit', async () => {
    const shop = await makeShop(market);
    const now = market.services.clock();
    const pay = async (amountCents: number) => {
      const orderId = await shop.confirmed();
      const [row] = await market.db
        .insert(payouts)
        .values({ orderId, farmerId: shop.farm.id, amountCents, heldUntil: now, createdAt: now })
        .returning({ id: payouts.id });
      const input = { payoutId: row?.id ?? 0, receipt: `R${amountCents}` };
      return desk(amina.token).do.payoutPaid({ input });
    };
    expect(await pay(2_000_000)).not.toMatchObject({ outcome: 'requested' });
    expect(await pay(2_000_001)).toMatchObject({ outcome: 'requested' });
  });

  test('a single person on the command line acts alone until there is a second one, and the log says so', async () => {
    await market.db.execute(sql`delete from operators`);
    const paymentId = await refundDue();
    const { run, logged } = operatorOf(market);
    expect(await run('refund', String(paymentId), '--receipt', 'SGH7BACK')).toMatchObject({
      isDone: true,
    });
    expect(await logged()).toMatchObject([{ details: { alone: true } }]);
    await run('invite', 'amina', '--role', 'lead', '--email', EMAIL, '--reason', REASON);
    const { email } = await makeBuyer(market);
    expect((await run('new-number', email, '0712000999', '--reason', REASON)).text).toContain(
      'This takes two people',
    );
  });

  test('a page that is no longer current does nothing', async () => {
    const { email } = await makeBuyer(market);
    const { suspend } = desk(juma.token).do;
    const input = { account: email, reason: REASON };
    await expect(suspend({ input, seen: 'another' })).rejects.toThrow('DESK_REFUSED');
    expect(await suspend({ input })).toMatchObject({ outcome: 'done' });
  });
});
