import { beforeEach, describe, expect, test } from 'vitest';
import { orderLines, orders } from '#features/orders/server/tables/orders.ts';
import { payouts, payoutTries } from '#features/orders/server/tables/payments.ts';
import { rememberLiveDatabase } from '#platform/server/live-database.ts';
import { makeShop, moneyOf, type Shop } from '#tests/factories/money.ts';
import { makeOperator } from '#tests/factories/operators.ts';
import { statementOf } from '#tests/factories/statements.ts';
import { makeScales } from '#tests/factories/weighing.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { type OpenMpesa, openMpesa } from '#tests/setup/mpesa.ts';
import { operatorOf } from '#tests/setup/operator.ts';

const DAY = '2026-03-02';
const HOUR_SECONDS = 3600;

describe("M-Pesa's statement after a backup took the database's place", () => {
  let market: Market;
  let mpesa: OpenMpesa;
  let shop: Shop;
  beforeEach(async () => {
    market = await makeMarket();
    mpesa = await openMpesa(market);
    shop = await makeShop(market);
  });

  /** Puts the tables back as a backup from before the handover has them. */
  async function restore() {
    const { db } = market;
    await db.delete(payoutTries);
    await db.delete(payouts);
    await db
      .update(orders)
      .set({ status: 'dispatched', completedAt: null, weighing: 0, ...agreed.sums });
    await db.update(orderLines).set({ ...agreed.line, weighedQuantity: null });
    await rememberLiveDatabase(db, market.services);
  }
  const agreed = {
    sums: { subtotalCents: 25_000, totalCents: 25_000 },
    line: { quantity: 5, orderedQuantity: null, totalCents: 25_000 },
  };

  test('shows the amount that left for an order that is completed again with another weight', async () => {
    const scales = makeScales(market, { mpesa, shop });
    const orderId = await scales.sent();
    await scales.complete(orderId, 0);
    await mpesa.round();
    const [sent] = mpesa.mpesa.payouts;
    expect(sent).toMatchObject({ amount: 250 });
    await restore();
    market.advance(HOUR_SECONDS);
    await scales.weigh(orderId, 4.6);
    await scales.complete(orderId, 1);
    await mpesa.round();
    market.advance(HOUR_SECONDS);
    await mpesa.round();
    // The refund of the difference is new. The farmer's payout left before.
    expect(mpesa.mpesa.payouts.map(({ amount }) => amount).toSorted()).toEqual([20, 250]);

    // M-Pesa's answer names another amount, so the payout waits for the operator.
    const { payout } = await moneyOf(market, orderId);
    expect(payout).toMatchObject({ status: 'unknown', cents: 23_000, receipt: null });
    const receipt = sent?.transactionId ?? '';
    const { run } = operatorOf(market);
    const id = String(payout?.id);
    expect(
      await run('payout', id, 'paid', '--receipt', receipt, '--reason', 'It left before'),
    ).toMatchObject({ isDone: true });

    const { token } = await makeOperator(market, { role: 'finance' });
    const { desk } = market.caller({ token });
    const text = statementOf({
      lines: [{ receipt, withdrawn: '-250.00', otherParty: '', at: `${DAY} 09:02:10` }],
      period: `From ${DAY} 09:01:00 To ${DAY} 09:59:59`,
    });
    await desk.do.importStatement({ input: { text } });
    expect((await desk.statement({ day: DAY })).differences).toMatchObject([
      {
        what: 'otherAmount',
        receipt,
        theirs: { amount: -250 },
        ours: { kind: 'payout', orderId, amount: -230 },
      },
    ]);
  });
});
