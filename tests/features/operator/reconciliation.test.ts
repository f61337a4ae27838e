import { countUnmatched, listUnmatched } from '#operator/server/statement-queries.ts';
import { mpesaStatementLines } from '#operator/server/tables.ts';
import { payments, payouts } from '#orders/server/payments/tables.ts';
import { type Money, makePayment, makePayout, statementOf } from '#tests/factories/statements.ts';
import {
  advance,
  countRows,
  db,
  deskOf,
  givenMarket,
  makeShop,
  market,
  operate,
  refusalText,
  refused,
  type Shop,
  services,
  sql,
} from '#tests/setup/in-market.ts';

const DAY = '2026-03-01';
const at = (time: string) => new Date(`${DAY}T${time}+03:00`);
let shop: Shop;
givenMarket();
beforeEach(async () => {
  shop = await makeShop();
});

const compare = async () => (await deskOf()).statement({ day: DAY });
const take = (text: string) => operate('importStatement', { text });
const takeLines = (...lines: Parameters<typeof statementOf>[0]['lines']) =>
  take(statementOf({ lines }));
const refusal = (text: string) => refusalText(take(text));

const paid = (money: Money) => makePayment(market, shop, money);
const paidOut = (money: Money) => makePayout(market, shop, money);

test('the day matches payments, payouts and refunds by receipt, and adds up charges', async () => {
  await paid({ receipt: 'SGH7AA0001' });
  await paidOut({ receipt: 'SGH7AA0002' });
  const refunded = await paid({ receipt: 'SGH7AA0003', movedAt: at('08:00:00') });
  await db
    .update(payments)
    .set({ state: 'refunded', refundReceipt: 'SGH7AA0004', refundedAt: at('18:00:00') })
    .where(sql`order_id = ${refunded}`);
  const otherParty = '254722000111 - WANJIRU KAMAU';
  await takeLines(
    { receipt: 'SGH7AA0001', paidIn: '250.00' },
    { receipt: 'SGH7AA0002', withdrawn: '-250.00', otherParty },
    { receipt: 'SGH7AA0002', withdrawn: '-9.00', reasonType: 'Business Payment Charge' },
    { receipt: 'SGH7AA0003', paidIn: '250.00' },
    { receipt: 'SGH7AA0004', withdrawn: '-250.00', reasonType: 'Reversal' },
  );
  expect(await compare()).toMatchObject({
    matched: { in: { count: 2, amount: 500 }, out: { count: 2, amount: 500 } },
    charges: 9,
    differences: [],
    unmatched: [],
    isWhole: true,
  });
});

test('the day shows what only we have, only M-Pesa has, and other amounts', async () => {
  const oursOnly = await paid({ receipt: 'SGH7AA0001' });
  const withoutReceipt = await paid({ movedAt: at('14:06:00') });
  const other = await paid({ receipt: 'SGH7AA0003' });
  await takeLines(
    { receipt: 'SGH7AA0002', withdrawn: '-70.00', at: '2026-03-01 09:00:00' },
    { receipt: 'SGH7AA0003', paidIn: '25.00' },
  );
  const { differences, matched } = await compare();
  expect(matched.in.count).toBe(0);
  const ours = (orderId: number) => ({ orderId, amount: 250 });
  expect(differences).toMatchObject([
    { what: 'theirsOnly', receipt: 'SGH7AA0002', theirs: { amount: -70 }, ours: null },
    { what: 'otherAmount', receipt: 'SGH7AA0003', theirs: { amount: 25 }, ours: ours(other) },
    { what: 'oursOnly', receipt: 'SGH7AA0001', theirs: null, ours: ours(oursOnly) },
    { what: 'oursOnly', receipt: null, theirs: null, ours: ours(withoutReceipt) },
  ]);
});

test('the day misses nothing outside of the time that statements cover, and not what another day has', async () => {
  await paid({ receipt: 'SGH7AA0001', movedAt: at('20:00:00') });
  await paid({ receipt: 'SGH7AA0002', movedAt: at('00:00:05') });
  expect((await compare()).differences).toEqual([]);
  await take(
    statementOf({
      lines: [{ receipt: 'SGH7AA0002', paidIn: '250.00', at: '2026-02-28 23:59:58' }],
      period: 'From 2026-02-28 00:00:00 To 2026-03-01 17:59:59',
    }),
  );
  expect((await compare()).differences).toEqual([]);
});

test('a payout sent with smaller ones is compared by their sum', async () => {
  const large = await paidOut({ receipt: 'SGH7AA0001', amount: 100 });
  const small = await paidOut({ amount: 20 });
  await db.update(payouts).set({ sentWithId: large.id }).where(sql`id = ${small.id}`);
  await takeLines({ receipt: 'SGH7AA0001', withdrawn: '-120.00', otherParty: '' });
  expect(await compare()).toMatchObject({
    matched: { out: { count: 1, amount: 120 } },
    differences: [],
  });
});

test('the day shows a payout that went to another name', async () => {
  const { orderId } = await paidOut({ receipt: 'SGH7AA0001' });
  await takeLines({
    receipt: 'SGH7AA0001',
    withdrawn: '-250.00',
    otherParty: '2547****0999 - OTIENO OUMA',
  });
  const { differences, matched } = await compare();
  expect(matched.out.count).toBe(1);
  expect(differences).toMatchObject([
    {
      what: 'otherName',
      theirs: { otherParty: '2547****0999 - OTIENO OUMA' },
      ours: { orderId, payee: 'Wanjiru Kamau' },
    },
  ]);
});

test('a planted payment without an order is first in the list of cases, by its amount', async () => {
  await paid({ receipt: 'SGH7AA0001', amount: 90_000 });
  await takeLines(
    { receipt: 'SGH7AA0001', paidIn: '90,000.00' },
    { receipt: 'SGH7AA0002', paidIn: '100.00' },
    { receipt: 'SGH7AA0003', paidIn: '45,000.00', account: 'NDIZI' },
    { receipt: 'SGH7AA0004', paidIn: '60,000.00', status: 'Failed' },
  );
  expect(await listUnmatched(db)).toMatchObject([
    { receipt: 'SGH7AA0003', amountCents: 4_500_000, accountNumber: 'NDIZI' },
    { receipt: 'SGH7AA0002', amountCents: 10_000 },
  ]);
  // Its callback came late, or an operator recorded it.
  await paid({ receipt: 'SGH7AA0003', amount: 45_000 });
  expect((await listUnmatched(db)).map(({ receipt }) => receipt)).toEqual(['SGH7AA0002']);
});

test('a payment without an order is closed once, with a reason', async () => {
  await takeLines({ receipt: 'SGH7AA0002', paidIn: '100.00' });
  const input = { receipt: 'sgh7aa0002', reason: 'Reversed in the portal' };
  const said = 'The payment SGH7AA0002 of KES 100 is closed.';
  expect(await operate('closeUnmatched', input)).toBe(said);
  await refused(operate('closeUnmatched', input), 'DESK_REFUSED');
  expect(await countUnmatched(db)).toBe(0);
  expect((await compare()).differences).toMatchObject([
    { what: 'theirsOnly', closedReason: 'Reversed in the portal' },
  ]);
  await takeLines({ receipt: 'SGH7AA0002', paidIn: '100.00' });
  expect(await countUnmatched(db)).toBe(0);
});

test('the same file again changes nothing', async () => {
  const charge = { withdrawn: '-5.00', reasonType: 'Business Payment Charge' };
  const payout = { receipt: 'SGH7AA0002', withdrawn: '-50.00' };
  const text = statementOf({ lines: [payout, { ...payout, ...charge }] });
  expect(await take(text)).toBe('Statement imported. New lines: 2. Known already: 0.');
  const stored = () => db.select().from(mpesaStatementLines);
  const before = await stored();
  advance(60);
  expect(await take(text)).toBe('Statement imported. New lines: 0. Known already: 2.');
  expect(await stored()).toEqual(before);
  expect(await countRows('mpesa_statements')).toBe(1);
});

test('a changed line is reported and not taken, unless it was not completed before', async () => {
  const pending = { receipt: 'SGH7AA0002', paidIn: '70.00' };
  await takeLines({ receipt: 'SGH7AA0001', paidIn: '100.00' }, { ...pending, status: 'Pending' });
  expect(await takeLines({ receipt: 'SGH7AA0001', paidIn: '10.00' }, pending)).toBe(
    'Statement imported. New lines: 1. Known already: 0.\nThese receipts differ from those imported before: SGH7AA0001.',
  );
  expect(await listUnmatched(db)).toMatchObject([
    { receipt: 'SGH7AA0001', amountCents: 10_000 },
    { receipt: 'SGH7AA0002', amountCents: 7_000 },
  ]);
});

test('half a file is imported up to where it ends, and the answer says so', async () => {
  await paid({ receipt: 'SGH7AA0009', movedAt: at('16:00:00') });
  const whole = statementOf({
    lines: [
      { receipt: 'SGH7AA0001', paidIn: '100.00', at: '2026-03-01 09:00:00' },
      { receipt: 'SGH7AA0002', paidIn: '200.00', at: '2026-03-01 10:00:00' },
      { receipt: 'SGH7AA0009', paidIn: '250.00', at: '2026-03-01 15:59:58' },
    ],
  });
  expect(await take(whole.slice(0, whole.lastIndexOf('Completed')))).toBe(
    'Statement imported. New lines: 2. Known already: 0.\nThe file is cut off. Download it again.',
  );
  const theirs = { what: 'theirsOnly' };
  expect((await compare()).differences).toMatchObject([theirs, theirs]);
  expect(await take(whole)).toBe('Statement imported. New lines: 1. Known already: 2.');
  expect((await compare()).matched.in.count).toBe(1);
});

test('an empty file, another table and a statement of another shortcode are refused as a whole', async () => {
  services.operatorSettings.shortcodes = { payments: '600100', payouts: '600200' };
  const lines = [{ receipt: 'SGH7AA0001', paidIn: '100.00' }];
  expect(await refusal('')).toContain('The file has no lines.');
  expect(await refusal(statementOf({ lines }).replace('Withdrawn', 'Out'))).toContain(
    "Not M-Pesa's statement: no column Withdrawn.",
  );
  expect(await refusal(statementOf({ lines, shortcode: '700700' }))).toBe(
    'This statement is of 700700; ours is 600100, 600200.',
  );
  expect(await countRows('mpesa_statement_lines')).toBe(0);
  expect(await countRows('mpesa_statements')).toBe(0);
  expect(await take(statementOf({ lines, shortcode: '600200' }))).toContain('New lines: 1');
});

test('payments are missed only in a statement of their own shortcode', async () => {
  services.operatorSettings.shortcodes = { payments: '600100', payouts: '600200' };
  await paid({ receipt: 'SGH7AA0001' });
  await paidOut({ receipt: 'SGH7AA0002' });
  const kinds = async () => (await compare()).differences.map(({ ours }) => ours?.kind);
  await take(statementOf({ lines: [], shortcode: '600200' }));
  expect(await kinds()).toEqual(['payout']);
  await take(statementOf({ lines: [], shortcode: '600100' }));
  expect(await kinds()).toEqual(['payment', 'payout']);
});
