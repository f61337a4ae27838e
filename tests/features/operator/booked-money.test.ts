import { readMigrationFiles } from 'drizzle-orm/migrator';
import { payments } from '#orders/server/payments/tables.ts';
import { migrationsFolder } from '#server/db/migrate.ts';
import { statementOf } from '#tests/factories/statements.ts';
import {
  advance,
  asBuyer,
  buyer,
  caller,
  db,
  expectRightMoney,
  givenTrade,
  makeOperator,
  makeProvenBuyer,
  moneyOf,
  mpesa,
  type Operator,
  order,
  PHONE,
  refused,
  reopenMpesa,
  sql,
} from '#tests/setup/in-market.ts';

/* Pre-orders of 20 kg at KES 50 with a deposit of 300, whose push the buyer dismissed. */

const RECEIPT = 'SGH7FAKE01';
let amina: Operator;
let juma: typeof amina;
givenTrade({ goods: { harvestDate: '2026-03-11', depositPercent: 30 } });
beforeEach(async () => {
  await reopenMpesa({});
  Object.assign(buyer, await makeProvenBuyer());
  amina = await makeOperator({ name: 'amina', role: 'finance' });
  juma = await makeOperator({ name: 'Juma', role: 'lead' });
});

async function dismissed(phoneNumber = PHONE) {
  const orderId = await order(20, { paymentMethod: 'M-Pesa' });
  await asBuyer().pay({ orderId, phoneNumber });
  await mpesa.answer('cancel');
  const [attemptId = 0] = (await moneyOf(orderId)).attemptIds;
  return { orderId, attemptId };
}
const desk = ({ token }: { token: string }) => caller({ token }).desk;
const book = (by: typeof amina, attemptId: number, amountCents = 30_000, receipt = RECEIPT) =>
  desk(by).do.attemptPaid({ input: { attemptId, amountCents, receipt } });
const importStatement = (by: typeof amina, account: string) =>
  desk(by).do.importStatement({
    input: { text: statementOf({ lines: [{ receipt: RECEIPT, paidIn: '300.00', account }] }) },
  });
async function sentBack() {
  await mpesa.round();
  return mpesa.mpesa.payouts.map(({ amount }) => amount);
}

test('D143: money that one operator booked leaves only after another has booked it as well', async () => {
  const { orderId, attemptId } = await dismissed();
  await book(amina, attemptId);
  await asBuyer().cancel({ orderId });
  expect(await sentBack()).toEqual([]);
  const cases = (await desk(juma).cases.list()).cases.filter(({ kind }) => kind === 'attempt');
  expect(cases).toMatchObject([{ id: orderId }]);
  await refused(book(amina, attemptId), 'DESK_REFUSED');
  expect(await sentBack()).toEqual([]);
  await book(juma, attemptId);
  expect(await sentBack()).toEqual([300]);
  await expectRightMoney();
});

test('D143: a statement confirms it if somebody else imports it, before or after the booking', async () => {
  const first = await dismissed();
  const account = `SS${first.orderId}`;
  await importStatement(amina, account);
  await book(amina, first.attemptId);
  await asBuyer().cancel({ orderId: first.orderId });
  expect(await sentBack()).toEqual([]);
  await importStatement(juma, account);
  expect(await sentBack()).toEqual([300]);
});

test("D143: a line of another account or of none, such as somebody else's payment, confirms nothing", async () => {
  const { orderId, attemptId } = await dismissed();
  await book(amina, attemptId);
  await asBuyer().cancel({ orderId });
  for (const account of ['NDIZI', '']) {
    await importStatement(juma, account);
    expect(await sentBack()).toEqual([]);
  }
  await importStatement(juma, `ss${orderId}`);
  expect(await sentBack()).toEqual([300]);
});

test('D143: money that was booked before bookings named anybody waits as well, by the log', async () => {
  const { orderId, attemptId } = await dismissed();
  await book(amina, attemptId);
  await db.update(payments).set({ bookedBy: null });
  const migrations = readMigrationFiles({ migrationsFolder });
  for (const statement of migrations[25]?.sql ?? []) await db.execute(sql.raw(statement));
  await asBuyer().cancel({ orderId });
  expect(await sentBack()).toEqual([]);
  await refused(book(amina, attemptId), 'DESK_REFUSED');
  await book(juma, attemptId);
  expect(await sentBack()).toEqual([300]);
});

test('D143: what an operator moves in a day without a second person adds up to the limit', async () => {
  const first = await dismissed();
  const second = await dismissed('+254733000222');
  expect(await book(amina, first.attemptId, 1_500_000)).toMatchObject({ outcome: 'done' });
  const again = () => book(amina, second.attemptId, 1_500_000, 'SGH7FAKE02');
  expect(await again()).toMatchObject({ outcome: 'requested' });
  advance(24 * 3600);
  amina = { ...amina, token: (await makeOperator({ name: 'amina 2' })).token };
  expect(await again()).toMatchObject({ outcome: 'done' });
});
