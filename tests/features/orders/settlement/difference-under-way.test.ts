import { PUSH_RINGS_SECONDS } from '#orders/rules/limits.ts';
import { makeScales } from '#tests/factories/weighing.ts';
import {
  advance,
  asBuyer,
  asFarmer,
  buyer,
  call,
  caller,
  codeOf,
  expectMoney,
  expectRightMoney,
  farm,
  givenShop,
  makeFarm,
  market,
  mpesa,
  operate,
  refused,
  shop,
} from '#tests/setup/in-market.ts';

/* Five kilograms at KES 50 are agreed. They weigh 5.4 kg, and the phone asks for KES 20 more. */

let scales: ReturnType<typeof makeScales>;
let id: number;

givenShop({ timeoutMilliseconds: 1000 });
beforeEach(async () => {
  scales = makeScales(market, { mpesa, shop });
  id = await scales.sent();
  await scales.weigh(id, 5.4);
  await shop.pay(id);
});

function payUnheard() {
  mpesa.delivery.isLost = true;
  mpesa.mpesa.answer(mpesa.lastPrompt(), 'approve');
}
const ways = [
  { by: 'the code', complete: () => scales.complete(id, 1) },
  {
    by: 'the code, with an Idempotency-Key',
    complete: () => {
      const { farmer } = caller({ ...farm, idempotencyKey: 'handover-1' });
      return farmer.orders.complete({ orderId: id, handoverCode: codeOf(id, 1) });
    },
  },
  {
    by: "the buyer's receipt",
    complete: () => asBuyer().received({ orderId: id, weighingSeen: 1 }),
  },
];

describe('a difference that is being paid when the order is completed (D134)', () => {
  test.each(ways)('counts if M-Pesa says that it is paid: by $by', async ({ complete }) => {
    payUnheard();
    expect(await complete()).toMatchObject({ status: 'completed' });
    await expectMoney(id, { totalCents: 27_000, money: ['received 250', 'received 20'] });
    await mpesa.round();
    expect(mpesa.mpesa.payouts).toMatchObject([{ amount: 270 }]);
    await expectRightMoney();
  });

  test.each(ways)('is waited for while the phone rings: by $by', async ({ complete }) => {
    await refused(complete(), 'PAYMENT_UNDER_WAY');
    await expectMoney(id, { status: 'dispatched' });
    payUnheard();
    expect(await complete()).toMatchObject({ status: 'completed' });
    await expectMoney(id, { totalCents: 27_000 });
  });

  test('tells the farmer to enter the code again, which costs no try', async () => {
    const take = async (step: string, { token }: { token: string }, body = {}) =>
      (await call(`/api/${step}`, body, { token })).body;
    const code = { handoverCode: codeOf(id, 1) };
    expect(await take(`farmer/orders/${id}/complete`, farm, code)).toMatchObject({
      message: expect.stringContaining('Enter the code again after that.'),
    });
    expect(await take(`buyer/orders/${id}/received`, buyer)).toMatchObject({
      message: expect.stringContaining('Check your phone.'),
    });
    expect(await asFarmer().get({ orderId: id })).toMatchObject({ handoverTriesLeft: 5 });
  });

  test.each(['processing', 'silent', 'garbled'] as const)(
    'stops blocking even while a query is %s',
    async (query) => {
      mpesa.behaviour.query = query;
      payUnheard();
      advance(PUSH_RINGS_SECONDS - 1);
      await refused(scales.complete(id, 1), 'PAYMENT_UNDER_WAY');
      advance(1);
      expect(await scales.complete(id, 1)).toMatchObject({ status: 'completed', amount: 250 });
      await expectRightMoney();
    },
  );

  test('still counts after the phone has rung', async () => {
    payUnheard();
    advance(PUSH_RINGS_SECONDS + 1);
    expect(await scales.complete(id, 1)).toMatchObject({ status: 'completed', amount: 270 });
  });

  test('does not block once the buyer has refused it on the phone', async () => {
    mpesa.delivery.isLost = true;
    mpesa.mpesa.answer(mpesa.lastPrompt(), 'cancel');
    expect(await scales.complete(id, 1)).toMatchObject({ status: 'completed', amount: 250 });
  });

  test('does not block a push that M-Pesa never answered, once it rings no more', async () => {
    await mpesa.answer('cancel');
    mpesa.behaviour.push = 'takenSilently';
    await shop.pay(id);
    await refused(scales.complete(id, 1), 'PAYMENT_UNDER_WAY');
    advance(PUSH_RINGS_SECONDS);
    expect(await scales.complete(id, 1)).toMatchObject({ status: 'completed', amount: 250 });
  });

  test('does not ask M-Pesa for another person, and a wrong code stays wrong', async () => {
    payUnheard();
    const other = asFarmer(await makeFarm());
    const completing = other.complete({ orderId: id, handoverCode: codeOf(id, 1) });
    await refused(completing, 'ORDER_NOT_FOUND');
    await expectMoney(id, { money: ['received 250'] });
    await refused(scales.complete(id, 9), 'HANDOVER_CODE_WRONG');
  });

  test('does not hold up the operator', async () => {
    await operate('endDispatched', { orderId: id, end: 'completed', reason: 'Both say so' });
    await expectMoney(id, { status: 'completed', totalCents: 25_000 });
  });
});
