import { asc } from 'drizzle-orm';
import { operationsByName } from '#operator/server/operations/all-operations.ts';
import { approve } from '#operator/server/operations/perform.ts';
import { operatorActions } from '#operator/server/tables.ts';
import { payments, payouts } from '#orders/server/payments/tables.ts';
import {
  advance,
  caller,
  command,
  db,
  doneActions,
  eq,
  givenMarket,
  makeBuyer,
  makeOperator,
  makeShop,
  type Operator,
  openMpesa,
  refusalText,
  refused,
  requestOf,
  rowsOf,
  services,
  sql,
} from '#tests/setup/in-market.ts';

const REASON = 'Both have shown it';
const EMAIL = 'amina@soko.example';
const desk = (token: string) => caller({ token }).desk;
const rows = () =>
  db
    .select({ operator: operatorActions.operator, outcome: operatorActions.outcome })
    .from(operatorActions)
    .where(eq(operatorActions.action, 'refund'))
    .orderBy(asc(operatorActions.id));
let amina: Operator;
let juma: typeof amina;
givenMarket();
beforeEach(async () => {
  await openMpesa();
  amina = await makeOperator({ name: 'amina', role: 'finance' });
  juma = await makeOperator({ name: 'Juma', role: 'lead' });
});

async function refundDue() {
  const shop = await makeShop();
  const orderId = await shop.confirmed();
  const due = { orderId, method: 'M-Pesa', state: 'refund_due', amountCents: 25_000 } as const;
  const [payment] = await db
    .insert(payments)
    .values({ ...due, receipt: `SGH7IN${orderId}`, receivedAt: services.clock() })
    .returning({ id: payments.id });
  return payment?.id ?? 0;
}
const stateOf = async (paymentId: number) => {
  const [row] = await rowsOf(sql`select state from payments where id = ${paymentId}`);
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
  await refused(desk(amina.token).requests.approve({ requestId }), 'DESK_REFUSED');
  expect(await stateOf(paymentId)).toBe('refund_due');
  const { said } = await desk(juma.token).requests.approve({ requestId });
  expect(said).toContain('KES 250');
  expect(await stateOf(paymentId)).toBe('refunded');
  await refused(desk(juma.token).requests.approve({ requestId }), 'DESK_REFUSED');
  expect(await rows()).toEqual([
    { operator: 'amina', outcome: 'requested' },
    { operator: 'Juma', outcome: 'done' },
  ]);
});

test('nobody approves under the same name on the command line', async () => {
  const { paymentId, requestId } = await requestRefund(juma.token);
  expect(await command('approve', String(requestId))).toEqual({
    isDone: false,
    text: 'Another operator has to approve your request.',
  });
  expect(await stateOf(paymentId)).toBe('refund_due');
});

test('200 approvals at once: one is done, the others are refused', async () => {
  const { paymentId, requestId } = await requestRefund(amina.token);
  const person = { name: 'juma', role: 'lead' as const, device: 'Chrome, Android' };
  const decision = { requestId, operations: operationsByName, person };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, () => approve(db, { ...decision, services })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await stateOf(paymentId)).toBe('refunded');
  expect((await rows()).filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
});

test('a request lapses after a day, and a declined one cannot be approved', async () => {
  const late = await requestRefund(amina.token);
  advance(24 * 60 * 60);
  const { requests } = desk((await makeOperator({ name: 'Juma' })).token);
  expect(await refusalText(requests.approve(late))).toContain('expired');
  const { token } = await makeOperator({ name: 'neema', role: 'finance' });
  const { paymentId, requestId } = await requestRefund(token);
  await requests.decline({ requestId, reason: REASON });
  await refused(requests.approve({ requestId }), 'DESK_REFUSED');
  expect(await stateOf(paymentId)).toBe('refund_due');
});

test('a payout needs two people only above the limit', async () => {
  const shop = await makeShop();
  const now = services.clock();
  const pay = async (amountCents: number) => {
    const orderId = await shop.confirmed();
    const [row] = await db
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
  await db.execute(sql`delete from operators`);
  const invite = (name: string) =>
    command('invite', name, '--role', 'lead', '--email', EMAIL, '--reason', REASON);
  expect((await invite('amina')).text).toMatch(/\/desk#[\w-]{43}/);
  expect(await doneActions()).toMatchObject([{ details: { alone: true } }]);
  expect((await invite('neema')).text).toContain('This takes two people');
});

test('a page that is no longer current does nothing', async () => {
  const { email } = await makeBuyer();
  const { suspend } = desk(juma.token).do;
  const input = { account: email, reason: REASON };
  await refused(suspend({ input, seen: 'another' }), 'DESK_REFUSED');
  expect(await suspend({ input })).toMatchObject({ outcome: 'done' });
});
