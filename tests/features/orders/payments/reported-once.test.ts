import { beforeEach, describe, expect, test } from 'vitest';
import { settlePayment } from '#features/orders/server/payments/pushes/settle-payment.ts';
import { makeShop, moneyOf, type Shop } from '#tests/factories/money.ts';
import { deadlock, failingFirst } from '#tests/setup/database/failing-first.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { type OpenMpesa, openMpesa } from '#tests/setup/mpesa.ts';

let market: Market;
let mpesa: OpenMpesa;
let shop: Shop;

beforeEach(async () => {
  market = await makeMarket();
  mpesa = await openMpesa(market);
  shop = await makeShop(market);
});

/** An attempt answered on the phone, before the server has processed it. */
async function answered(answer: 'approve' | 'cancel') {
  const id = await shop.confirmed();
  await shop.pay(id);
  mpesa.mpesa.answer(mpesa.lastPrompt(), answer, {});
  await mpesa.mpesa.delivered();
  const [attemptId = 0] = (await moneyOf(market, id)).attemptIds;
  return { id, attemptId };
}

const countOf = async (outcome: string) => {
  const { values } = await market.services.metrics.payments.get();
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
};

describe('a payment is counted and logged once it is committed', () => {
  test.each([
    ['approve', 'paid', 'a payment is settled'],
    ['cancel', 'failed', 'a payment failed'],
  ] as const)(
    'once if the phone answered %s and the transaction was retried after a deadlock',
    { tags: ['long'] },
    async (answer, outcome, line) => {
      const { id, attemptId } = await answered(answer);
      const db = failingFirst(market.db, deadlock());
      expect(await settlePayment(db, { attemptId }, market.services)).toBe('settled');
      expect((await moneyOf(market, id)).attempts).toEqual([outcome]);
      expect(market.logged.filter((logged) => logged.includes(line))).toHaveLength(1);
      expect(await countOf(outcome)).toBe(1);
    },
  );

  test('not at all if the transaction failed', { tags: ['long'] }, async () => {
    const { attemptId } = await answered('approve');
    const db = failingFirst(market.db, new Error('the connection is gone'));
    await expect(settlePayment(db, { attemptId }, market.services)).rejects.toThrow(
      'the connection is gone',
    );
    expect(market.logged.filter((logged) => logged.includes('a payment is settled'))).toHaveLength(
      0,
    );
    expect(await countOf('paid')).toBe(0);
  });
});
