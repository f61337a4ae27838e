import { users } from '#accounts/server/tables/users.ts';
import { buyerInvoices } from '#books/server/tables.ts';
import { DISPUTE_AFTER_COMPLETION_SECONDS } from '#orders/rules/transitions.ts';
import { readCsv } from '#rules/csv.ts';
import { secondsAfter } from '#server/clock.ts';
import { eraseDeclared } from '#server/tables.ts';
import {
  buyer,
  call,
  caller,
  changeOrder,
  completed,
  db,
  eq,
  farm,
  givenTrade,
  makeTestBuyer,
  order,
  outcomeOf,
  refused,
  START,
  services,
} from '#tests/setup/in-market.ts';

const MONTH = '2026-03';
const ID = '23456789';

givenTrade({ goods: { name: 'Kale', quantity: 500, price: 45.55 } });

const agree = (who = farm, nationalId: string | null = ID) =>
  caller(who).farmer.books.setConsent({ agrees: true, nationalId });
const issue = (who = buyer) => caller(who).buyer.invoices.issue({ month: MONTH });

/** Its buyer can no longer report a problem. */
async function sell(quantity = 2, by = buyer) {
  const orderId = await completed(quantity, {}, by);
  const completedAt = secondsAfter(START, -DISPUTE_AFTER_COMPLETION_SECONDS);
  await changeOrder(orderId, { completedAt });
  return orderId;
}

test('invoices that buyers issue have the seller, the consent, and lines that add up to what was paid', async () => {
  await agree();
  const orderId = await sell(2.5);
  const { csv, name, invoices } = await issue();
  expect(name).toBe('sokoshamba-etims-2026-03.csv');
  // 2.5 kg at 45.55 is 113.875, to the cent 113.88, to the shilling 114.
  expect(readCsv(csv).map(({ cells }) => cells.join(','))).toEqual([
    'InvoiceNumber,InvoiceDate,OrderNumber,SellerIdNumber,SellerName,SellerMobile,SellerConsentDate,Description,Unit,UnitPrice,Quantity,Total',
    `1,2026-03-01,${orderId},${ID},Wanjiru Kamau,+254112345678,2026-03-02,Kale,kg,45.55,2.5,113.88`,
    `1,2026-03-01,${orderId},${ID},Wanjiru Kamau,+254112345678,2026-03-02,Rounding to the shilling,,0.12,1,0.12`,
  ]);
  expect(invoices).toMatchObject([{ number: 1, total: 114 }]);
});

test('invoices are numbered without gaps for each buyer, however often and from wherever they are asked for', async () => {
  await agree();
  const other = await makeTestBuyer();
  await sell();
  await sell(1, other);
  await sell();
  const answers = await Promise.all([issue(), issue(), issue()]);
  for (const { invoices } of answers)
    expect(invoices).toMatchObject([{ number: 1 }, { number: 2 }]);
  await sell();
  expect((await issue()).invoices).toMatchObject([{ number: 1 }, { number: 2 }, { number: 3 }]);
  expect((await issue(other)).invoices).toMatchObject([{ number: 1 }]);
});

test('no number of an invoice is used up by a failure', async () => {
  await agree();
  await sell();
  await db.insert(buyerInvoices).values({
    ...{ buyerId: buyer.id, number: 1, orderId: await sell(), farmerId: farm.id },
    ...{ consentedAt: START, saleDay: '2026-03-02', issuedAt: START },
  });
  expect(await outcomeOf(issue())).not.toBe('ok');
  await db.delete(buyerInvoices);
  expect((await issue()).invoices.map(({ number }) => number)).toEqual([1, 2]);
});

test('invoices leave out who has not agreed, and tell the buyer, without a word about the ID number', async () => {
  const orderId = await sell();
  expect(await issue()).toMatchObject({
    invoices: [],
    readyCount: 0,
    leftOut: [{ orderId, farmName: 'Kilima Farm', reason: 'notAgreed' }],
  });
  await agree();
  const seen = await call(`/api/buyer/invoices?month=${MONTH}`, undefined, buyer);
  expect(seen.body).toMatchObject({ invoices: [], readyCount: 1, leftOut: [] });
  await caller(farm).farmer.books.setConsent({ agrees: false });
  expect(JSON.stringify(await issue())).not.toContain(ID);
  await agree();
  const issued = await call('/api/buyer/invoices', { month: MONTH }, buyer);
  expect(issued.body).toMatchObject({ success: true, invoices: [{ orderId }] });
  await caller(farm).farmer.books.setConsent({ agrees: false });
  const later = await sell();
  expect(await issue()).toMatchObject({
    invoices: [{ orderId, sellerNationalId: ID }],
    leftOut: [{ orderId: later, reason: 'notAgreed' }],
  });
});

test('an order waits until its buyer can no longer report a problem', async () => {
  await agree();
  const orderId = await completed(2);
  expect((await issue()).leftOut).toMatchObject([{ orderId, reason: 'mayStillChange' }]);
  const completedAt = secondsAfter(START, -DISPUTE_AFTER_COMPLETION_SECONDS);
  await changeOrder(orderId, { completedAt });
  expect((await issue()).invoices).toMatchObject([{ orderId }]);
});

test("another buyer's sale, an open order and another month are not in them", async () => {
  await agree();
  await sell(1, await makeTestBuyer());
  await order();
  const nothing = { invoices: [], leftOut: [] };
  expect(await issue()).toMatchObject(nothing);
  await sell();
  const { invoices } = caller(buyer).buyer;
  expect(await invoices.issue({ month: '2026-02' })).toMatchObject(nothing);
});

test('a farmer without an ID number is asked for it once, and sees who was told it', async () => {
  await refused(agree(farm, null), 'NATIONAL_ID_NEEDED');
  const { consent } = caller(farm).farmer.books;
  expect(await consent()).toMatchObject({ agreedAt: null, needsNationalId: true });
  await refused(agree(farm, '12'), 'INVALID_INPUT');
  await agree();
  await agree(farm, '11111111');
  const orderId = await sell();
  expect((await issue()).invoices).toMatchObject([{ sellerNationalId: ID }]);
  expect(await consent()).toMatchObject({
    agreedAt: START,
    needsNationalId: false,
    invoices: [{ orderId, buyerName: 'Achieng Otieno', issuedAt: START }],
  });
});

test("invoices keep their number and lines when the farmer's account is deleted, without the person", async () => {
  await agree();
  const orderId = await sell();
  await issue();
  for (const { erase } of services.personalData) await erase?.(db, farm.id, services);
  await eraseDeclared(db, farm.id);
  await db.delete(users).where(eq(users.id, farm.id));
  const { csv, invoices } = await issue();
  expect(invoices).toMatchObject([
    { number: 1, orderId, sellerName: null, sellerNationalId: null, sellerPhoneNumber: null },
  ]);
  expect(csv).not.toContain(ID);
});
