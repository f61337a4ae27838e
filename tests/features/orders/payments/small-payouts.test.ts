import { PAYOUT_MIN_KES } from '#orders/rules/limits.ts';
import { failPayout, recordPayout } from '#orders/server/decide-money.ts';
import { sendPayouts } from '#orders/server/payments/payment-clock.ts';
import { movePayout } from '#orders/server/payments/payout-queries.ts';
import { payouts } from '#orders/server/payments/tables.ts';
import {
  advance,
  buyer,
  caller,
  changeOrder,
  db,
  deskOf,
  eq,
  farm,
  givenShop,
  makeOrder,
  makeProduct,
  moneyOf,
  mpesa,
  operate,
  paidOrder,
  refusalText,
  refused,
  services,
  shop,
} from '#tests/setup/in-market.ts';

givenShop();

/**
 * A completed order with a payout due of this many shillings: an earlier version took orders of any
 * amount.
 */
async function owed(kes: number): Promise<number> {
  const id = await paidOrder();
  await shop.handOver(id);
  await change(id, { amountCents: kes * 100 });
  await mpesa.workThrough();
  return id;
}

const payoutOf = async (orderId = 0) => {
  const { payout } = await moneyOf(orderId);
  if (!payout) throw new Error(`Order ${orderId} has no payout`);
  return payout;
};
const change = (orderId: number, values: Partial<typeof payouts.$inferInsert>) =>
  db.update(payouts).set(values).where(eq(payouts.orderId, orderId));

async function sendLost([small, large]: (number | undefined)[]) {
  mpesa.delivery.isLost = true;
  await sendPayouts(db, services);
  return [await payoutOf(small), await payoutOf(large)] as const;
}

const holdOf = async (orderId: number) => {
  const [row] = await db.select().from(payouts).where(eq(payouts.orderId, orderId));
  return row?.heldUntil.getTime() ?? 0;
};
const statusesOf = async (ids: (number | undefined)[]) =>
  (await Promise.all(ids.map(payoutOf))).map(({ status }) => status);
const sentAmounts = () => mpesa.mpesa.payouts.map(({ amount }) => amount);

test('payouts too small for M-Pesa wait until their sum is large enough, and are then sent as one', async () => {
  const ids = [await owed(4), await owed(5)];
  await mpesa.round();
  expect(sentAmounts()).toEqual([]);
  expect(await statusesOf(ids)).toEqual(['due', 'due']);
  ids.push(await owed(6));
  await Promise.all(Array.from({ length: 5 }, () => sendPayouts(db, services)));
  await mpesa.round();
  await mpesa.round();
  expect(sentAmounts()).toEqual([15]);
  expect(await statusesOf(ids)).toEqual(['paid', 'paid', 'paid']);
});

test('small payouts leave with the next larger one, and are told of in one notice', async () => {
  const [small, large] = [await owed(4), await owed(250)];
  await mpesa.round();
  expect(sentAmounts()).toEqual([254]);
  expect(await statusesOf([small, large])).toEqual(['paid', 'paid']);
  const { notifications } = await caller(farm).notifications.list({});
  const texts = notifications
    .map(({ text }) => text)
    .filter((text) => text.includes('You were paid'));
  expect(texts).toEqual([`You were paid KES 254 for order #${large} and 1 more`]);
});

test('small payouts stay due if the sum could not be sent', async () => {
  const ids = [await owed(4), await owed(250)];
  await mpesa.withoutDaraja(async () => void (await sendPayouts(db, services)));
  expect(await statusesOf(ids)).toEqual(['due', 'due']);
  advance(120);
  await mpesa.round();
  expect(sentAmounts()).toEqual([254]);
  expect(await statusesOf(ids)).toEqual(['paid', 'paid']);
});

test('small payouts cannot be decided separately while they are being sent', async () => {
  const ids = [await owed(4), await owed(250)];
  const [small, large] = await sendLost(ids);
  const now = services.clock();
  const decide = { payoutId: small.id, now };
  const { order } = await (await deskOf()).cases.order({ id: ids[0] ?? 0 });
  expect(order.payouts).toMatchObject([{ id: small.id, sentWithId: large.id }]);
  const decided = [
    await failPayout(db, decide),
    await recordPayout(db, { ...decide, receipt: 'SMALL00001' }),
  ];
  expect(decided).toMatchObject([{ outcome: 'notPossible' }, { outcome: 'notPossible' }]);
  await recordPayout(db, { payoutId: large.id, receipt: 'LARGE00001', now });
  expect(await statusesOf(ids)).toEqual(['paid', 'paid']);
});

test('a small payout that was attempted before does not leave with a larger one', async () => {
  const [small, large] = [await owed(4), await owed(250)];
  await change(small, { originatorConversationId: 'tried-before' });
  await mpesa.round();
  expect(sentAmounts()).toEqual([250]);
  expect(await statusesOf([small, large])).toEqual(['due', 'paid']);
});

test('a small payout that was attempted before takes the others with it', async () => {
  const ids = [await owed(4), await owed(7)];
  await change(ids[1] ?? 0, { originatorConversationId: 'tried-before' });
  for (let round = 0; round < 3; round += 1) {
    await mpesa.round();
    advance(services.limits.mpesaSweepSeconds);
  }
  expect(sentAmounts()).toEqual([11]);
  expect(await statusesOf(ids)).toEqual(['paid', 'paid']);
});

describe('when the payout that small ones left with failed and the operator records a receipt', () => {
  let [small, large]: number[] = [];
  let record: (smallPayouts?: 'paid' | 'due') => Promise<string>;

  beforeEach(async () => {
    [small, large] = [await owed(4), await owed(250)];
    const [, sent] = await sendLost([small, large]);
    await failPayout(db, { payoutId: sent.id, now: services.clock() });
    const receipt = 'BYHAND0001';
    record = (smallPayouts) => operate('payoutPaid', { payoutId: sent.id, receipt, smallPayouts });
  });

  test('the operator is asked whether it paid them too, with both sums', async () => {
    expect(await refusalText(record())).toBe(
      'Small payouts left with this one, KES 254 in all: 1. Choose whether the receipt covers all (KES 254) or this one alone (KES 250).',
    );
    expect(await statusesOf([small, large])).toEqual(['sent', 'failed']);
  });

  test('they are paid too if it covers them', async () => {
    await record('paid');
    expect(await statusesOf([small, large])).toEqual(['paid', 'paid']);
  });

  test('they are due again and leave with the next payout if it does not', async () => {
    await record('due');
    expect(await payoutOf(small)).toMatchObject({ status: 'due', phoneNumber: null });
    mpesa.delivery.isLost = false;
    await owed(30);
    await mpesa.round();
    expect(sentAmounts()).toEqual([34, 254]);
  });
});

test('small payouts are left to the operator when the one they left with is cancelled', async () => {
  const ids = [await owed(4), await owed(250)];
  const [, large] = await sendLost(ids);
  await failPayout(db, { payoutId: large.id, now: services.clock() });
  await movePayout(db, { id: large.id, by: 'order', to: 'cancelled' });
  const small = await payoutOf(ids[0]);
  expect(small).toMatchObject({ status: 'failed', phoneNumber: null });
  const approval = { payoutId: small.id, reason: 'She called' };
  expect(await refusalText(operate('payoutApprove', approval))).toBe(
    `M-Pesa cannot be asked about payout ${small.id}. Record the receipt, or release it without asking M-Pesa.`,
  );
  await operate('payoutApprove', { ...approval, withoutAskingMpesa: true });
  expect(await payoutOf(ids[0])).toMatchObject({ status: 'due' });
});

test("small payouts stay behind if the sum would exceed M-Pesa's maximum", async () => {
  const limitKes = services.limits.mpesaMaxKes;
  const ids = [await owed(4), await owed(limitKes - 3), await owed(3)];
  await mpesa.round();
  expect(sentAmounts()).toEqual([limitKes]);
  expect(await statusesOf(ids)).toEqual(['due', 'paid', 'paid']);
});

test('small payouts that cannot leave for now are held a while longer', async () => {
  const [stuck, disputed] = [await owed(4), await owed(7)];
  await changeOrder(disputed, { status: 'disputed' });
  const heldUntil = await holdOf(stuck);
  expect(await sendPayouts(db, services)).toBe(0);
  expect(await holdOf(stuck)).toBeGreaterThan(heldUntil);
  expect(sentAmounts()).toEqual([]);
});

test('D118: no new small payouts arise: an M-Pesa order is at least ten shillings', async () => {
  const { id: productId } = await makeProduct(farm, { price: 1, quantity: 100 });
  const by = (paymentMethod: 'M-Pesa' | 'Cash on delivery', quantity: number) =>
    makeOrder(buyer, [{ productId, quantity }], { paymentMethod });
  await refused(by('M-Pesa', PAYOUT_MIN_KES - 1), 'MPESA_ORDER_TOO_SMALL');
  await by('Cash on delivery', PAYOUT_MIN_KES - 1);
  await by('M-Pesa', PAYOUT_MIN_KES);
});
