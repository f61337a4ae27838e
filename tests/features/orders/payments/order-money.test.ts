import { settlePayment } from '#orders/server/payments/pushes/settle-payment.ts';
import { payments } from '#orders/server/payments/tables.ts';
import { deadlock, failingFirst } from '#tests/setup/database/failing-first.ts';
import {
  bookCompleted,
  codeOf,
  db,
  expectMoney,
  givenShop,
  logged,
  market,
  moneyOf,
  mpesa,
  now,
  paidOrder,
  pushed,
  services,
  shop,
  sql,
  TOTAL,
} from '#tests/setup/in-market.ts';

givenShop();

describe('an order and its money change in one transaction', () => {
  test('a cash order has its payment at the handover, once, and no payout', async () => {
    const id = await shop.confirmedForCash();
    await shop.handOver(id);
    await bookCompleted(id);
    const money = [`received ${TOTAL}`];
    await expectMoney(id, { paymentStatus: 'paid', money, payout: null });
  });

  test('an order whose payout cannot be written is not completed', async () => {
    const id = await paidOrder();
    await shop.asFarmer.orders.dispatch({ orderId: id });
    await db.execute(sql`alter table payouts rename to payouts_elsewhere`);
    try {
      const handoverCode = codeOf(id);
      await expect(shop.asFarmer.orders.complete({ orderId: id, handoverCode })).rejects.toThrow();
    } finally {
      await db.execute(sql`alter table payouts_elsewhere rename to payouts`);
    }
    await expectMoney(id, { status: 'dispatched', payout: null });
  });
});

async function answered(answer: 'approve' | 'cancel') {
  const id = await pushed();
  mpesa.mpesa.answer(mpesa.lastPrompt(), answer, {});
  await mpesa.mpesa.delivered();
  const [attemptId = 0] = (await moneyOf(id)).attemptIds;
  return { id, attemptId };
}

const countOf = async (outcome: string) => {
  const { values } = await services.metrics.payments.get();
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
};

describe('a payment is counted and logged once it is committed', () => {
  test.each([
    ['approve', 'paid', 'a payment is settled'],
    ['cancel', 'failed', 'a payment failed'],
  ] as const)(
    'once if the phone answered %s and the transaction was retried after a deadlock',
    async (answer, outcome, line) => {
      const { id, attemptId } = await answered(answer);
      const db = failingFirst(market.db, deadlock());
      expect(await settlePayment(db, { attemptId }, services)).toBe('settled');
      await expectMoney(id, { attempts: [outcome] });
      expect(logged.filter((logged) => logged.includes(line))).toHaveLength(1);
      expect(await countOf(outcome)).toBe(1);
    },
  );

  test('not at all if the transaction failed', async () => {
    const { attemptId } = await answered('approve');
    const db = failingFirst(market.db, new Error('the connection is gone'));
    await expect(settlePayment(db, { attemptId }, services)).rejects.toThrow(
      'the connection is gone',
    );
    expect(logged.join()).not.toContain('a payment is settled');
    expect(await countOf('paid')).toBe(0);
  });
});

test('an order with very many payments does not hide those of another', async () => {
  const [many, one] = [await shop.confirmed(), await shop.confirmed()];
  const payment = (orderId: number, receipt: string) => ({
    ...{ orderId, receipt, method: 'M-Pesa' as const, state: 'refunded' as const },
    ...{ amountCents: 25_000, receivedAt: now() },
  });
  const repeated = Array.from({ length: 45 }, (_, at) => payment(many, `MANY${at}`));
  await db.insert(payments).values([...repeated, payment(one, 'ONE')]);
  const { orders } = await shop.asBuyer.list({});
  const found = orders.map(({ id, payments: paid }) => [id, paid.map(({ receipt }) => receipt)]);
  const first = Array.from({ length: 20 }, (_, at) => `MANY${at}`);
  expect(found).toEqual([
    [one, ['ONE']],
    [many, first],
  ]);
});
