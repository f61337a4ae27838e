import { payoutResultOf } from '#demo/simulated-mpesa.ts';
import type { PayoutStatus } from '#orders/rules/payment.ts';
import { approvePayout, failPayout, recordPayout } from '#orders/server/decide-money.ts';
import { payouts } from '#orders/server/payments/tables.ts';
import {
  advance,
  call,
  db,
  earned,
  givenShop,
  logged,
  moneyOf,
  mpesa,
  now,
  reopenMpesa,
  report,
} from '#tests/setup/in-market.ts';

let orderId: number;

givenShop();
beforeEach(async () => {
  orderId = await earned();
});

const payout = async () => {
  const { payout } = await moneyOf(orderId);
  if (!payout) throw new Error('There is no payout');
  return payout;
};
const fail = async () => failPayout(db, { payoutId: (await payout()).id, now: now() });
const approve = async (withoutAsking = false) =>
  approvePayout(db, {
    payoutId: (await payout()).id,
    now: now(),
    beforeDisputeWindowEnds: false,
    withoutAsking,
  });
const sentPayout = () => {
  const [sent] = mpesa.mpesa.payouts;
  if (!sent) throw new Error('Nothing was sent');
  return sent;
};
const tellResult = async (sent = sentPayout()) => {
  await call(new URL(sent.resultUrl).pathname, payoutResultOf(sent));
  await mpesa.workThrough();
};
const rounds = async (count: number) => {
  for (let round = 0; round < count; round += 1) {
    await mpesa.round();
    advance(61);
  }
};

test.each(['brokenButTaken', 'takenSilently'] as const)(
  'a payout whose answer is %s is unknown until a query finds out its result, and is sent once',
  async (answer) => {
    await reopenMpesa({ timeoutMilliseconds: 1000 });
    mpesa.behaviour.payout = answer;
    await mpesa.round();
    expect((await payout()).status).toBe('unknown');
    await rounds(2);
    expect(await payout()).toMatchObject({ status: 'paid', receipt: sentPayout().transactionId });
    expect(mpesa.mpesa.payouts).toHaveLength(1);
  },
);

test('a 5xx for a payout that M-Pesa did not take stays unknown until the operator approves; then it is sent once', async () => {
  mpesa.behaviour.payout = 'broken';
  await rounds(3);
  expect((await payout()).status).toBe('unknown');
  mpesa.behaviour.payout = 'right';
  await fail();
  expect(await approve()).toMatchObject({ outcome: 'asking' });
  await rounds(3);
  expect((await payout()).status).toBe('paid');
  expect(mpesa.mpesa.payouts).toHaveLength(1);
});

test('an approval queries M-Pesa first: a payout that arrived is not sent again', async () => {
  mpesa.behaviour.payout = 'brokenButTaken';
  mpesa.delivery.isLost = true;
  await rounds(2);
  await fail();
  expect(await approve()).toMatchObject({ outcome: 'asking' });
  // Nothing is sent until M-Pesa has answered.
  mpesa.behaviour.payout = 'right';
  await rounds(3);
  expect([(await payout()).status, mpesa.mpesa.payouts.length]).toEqual(['unknown', 1]);
  mpesa.delivery.isLost = false;
  await rounds(3);
  expect([(await payout()).status, mpesa.mpesa.payouts.length]).toEqual(['paid', 1]);
});

test.each([
  ['failing', 1],
  ['refused', 0],
] as const)(
  'a payout whose answer is %s waits for the operator, who sends it again under another id, once',
  async (answer, sent) => {
    mpesa.behaviour.payout = answer;
    await mpesa.round();
    await mpesa.round();
    expect([(await payout()).status, mpesa.mpesa.payouts.length]).toEqual(['failed', sent]);
    mpesa.behaviour.payout = 'right';
    await approve();
    await rounds(3);
    const ids = mpesa.mpesa.payouts.map((one) => one.originatorConversationId);
    expect([(await payout()).status, new Set(ids).size]).toEqual(['paid', sent + 1]);
    const notPossible = { outcome: 'notPossible', status: 'paid' };
    expect([await approve(), await fail()]).toEqual([notPossible, notPossible]);
  },
);

test("a late success is recorded whatever the payout's status", async () => {
  const states: PayoutStatus[] = ['sent', 'unknown', 'failed', 'due', 'cancelled'];
  mpesa.delivery.isLost = true;
  await mpesa.round();
  mpesa.delivery.isLost = false;
  for (const status of states) {
    await db.update(payouts).set({ status, receipt: null, heldUntil: now() });
    await tellResult();
    expect([status, (await payout()).status]).toEqual([status, 'paid']);
  }
  await rounds(2);
  expect(mpesa.mpesa.payouts).toHaveLength(1);
  report('D59', `a late success in ${states.length} states of a payout: paid in each, sent once`);
});

test('a success of an earlier attempt, after the next one has begun, is reported to the operator', async () => {
  mpesa.delivery.isLost = true;
  await mpesa.round();
  await fail();
  expect(await approve(true)).toMatchObject({ outcome: 'done' });
  await mpesa.round();
  mpesa.delivery.isLost = false;
  expect(mpesa.mpesa.payouts).toHaveLength(2);
  for (const sent of [...mpesa.mpesa.payouts].reverse()) await tellResult(sent);
  expect((await payout()).status).toBe('paid');
  expect(logged.join('\n')).toContain('a payout arrived twice');
});

test('a success of a payout also paid by hand is reported to the operator', async () => {
  mpesa.delivery.isLost = true;
  await mpesa.round();
  mpesa.delivery.isLost = false;
  await recordPayout(db, {
    payoutId: (await payout()).id,
    receipt: 'SHAND12345',
    now: now(),
  });
  await tellResult();
  expect(await payout()).toMatchObject({ status: 'paid', receipt: 'SHAND12345' });
  expect(logged.join('\n')).toContain('a payout arrived twice');
});
