import { prune } from '#app/features.ts';
import { notify } from '#notifications/server/inbox.ts';
import { smsCauses } from '#notifications/server/sms-causes.ts';
import { orderSubject } from '#orders/rules/order.ts';
import { payoutNotice } from '#orders/server/payments/settle-payout.ts';
import {
  advance,
  asBuyer,
  buyer,
  caller,
  db,
  FARM_PHONE,
  farm,
  givenPhones,
  mailbox,
  now,
  order,
  phone,
  product,
  rowsOf,
  runSms,
  sms,
  sql,
} from '#tests/setup/in-market.ts';

givenPhones();

const payOut = (orderId: number) =>
  notify(
    db,
    [
      {
        ...{ kind: payoutNotice, userIds: [farm.id], subject: orderSubject(orderId) },
        ...{ link: '/', facts: { orderId, amountCents: 50_000 } },
      },
    ],
    now(),
  );
const statuses = async () =>
  (await rowsOf(sql`select status from sms_messages order by id`)).map(({ status }) => status);

test("E98: after an hour's outage what is still relevant is sent once, the most important first", async () => {
  await caller(buyer).conversations.start({ productId: product.id, text: 'Bado zipo?' });
  const [kept, gone] = [await order(), await order()];
  await sms.whileDown(async () => {
    for (let minute = 0; minute < 60; minute++) {
      await runSms();
      advance(60);
    }
  });
  expect(sms.messages).toEqual([]);
  await asBuyer().cancel({ orderId: gone });
  advance(60);
  await phone.settle();
  await phone.settle();
  const told = sms.inbox(FARM_PHONE).toReversed();
  expect(told).toHaveLength(3);
  expect(told[0]).toContain(`Oda ${kept}:`);
  expect(told.filter((text) => text.includes('ujumbe mpya'))).toHaveLength(1);
  expect(told.filter((text) => text.includes(`Oda ${gone} `))).toHaveLength(1);
});

test('the SMS service may report late, twice, out of order or never: a delivered SMS stays delivered', async () => {
  sms.behaviour.reports = 'none';
  await order();
  await phone.settle();
  expect(await statuses()).toEqual(['sent']);
  const [message] = sms.messages;
  if (!message) throw new Error('No SMS was sent');
  advance(3600);
  for (const status of ['Success', 'Success', 'Failed', 'Buffered']) sms.report(message, status);
  await phone.settle();
  expect(await statuses()).toEqual(['delivered']);
});

test('E98: a notice that was lost is sent by another channel, once', async () => {
  sms.behaviour.reports = 'none';
  await caller(buyer).conversations.start({ productId: product.id, text: 'Bado zipo?' });
  await phone.settle();
  const mails = mailbox.length;
  const [message] = sms.messages;
  if (!message) throw new Error('No SMS was sent');
  sms.report(message, 'Failed', 'AbsentSubscriber');
  sms.report(message, 'Failed', 'AbsentSubscriber');
  await phone.settle();
  advance(60);
  await phone.settle();
  expect(await statuses()).toEqual(['failed']);
  expect(mailbox.length - mails).toBe(1);
});

test.each(['Success', 'none'] as const)(
  'E98: an answer about money that was lost is sent once more, with reports: %s',
  async (reports) => {
    Object.assign(sms.behaviour, { send: 'takenSilently', reports });
    await phone.write('PESA');
    for (let round = 0; round < 3; round++) {
      advance(600);
      await phone.settle();
    }
    expect(sms.messages).toHaveLength(reports === 'Success' ? 1 : 2);
    expect(await statuses()).toEqual([reports === 'Success' ? 'delivered' : 'failed']);
  },
);

test('E98: the SMS of a payout that was lost is sent once more, with its order', async () => {
  const id = await order();
  await phone.settle();
  sms.behaviour.send = 'untaken';
  await payOut(id);
  await phone.settle();
  expect(sms.messages).toHaveLength(1);
  sms.behaviour.send = 'right';
  advance(600);
  await phone.settle();
  expect(sms.inbox(FARM_PHONE).slice(0, -1)).toEqual([
    expect.stringContaining(`Umelipwa KES 500 za oda ${id}.`),
  ]);
});

test('the SMS service is tried with one SMS at a time while it is down', async () => {
  for (let i = 0; i < 3; i++) await order();
  await sms.whileDown(async () => {
    expect(await runSms()).toBe(1);
    expect(await runSms()).toBe(0);
    advance(30);
    expect(await runSms()).toBe(1);
  });
});

test('the SMS service gets an SMS that version 1.0.0 has left', async () => {
  const id = await order();
  await db.execute(sql`delete from outbox_messages where kind = 'smsDue'`);
  await db.execute(sql`update sms_messages set available_at = created_at`);
  advance(300);
  await phone.settle();
  expect(sms.messages).toEqual([]);
  await prune(db, now());
  await prune(db, now());
  await phone.settle();
  expect(sms.inbox(FARM_PHONE)).toEqual([expect.stringContaining(`Oda ${id}:`)]);
});

test("E98: news over the day's cap is one SMS an hour", async () => {
  const cap = smsCauses.order.perRecipient;
  const ids = [];
  for (let i = 0; i < cap + 2; i++) ids.push(await order());
  for (const id of ids) await payOut(id);
  await phone.settle();
  expect(sms.messages).toHaveLength(cap + smsCauses.payout.perRecipient);
  advance(3600);
  await phone.settle();
  expect(phone.last()).toBe(
    'Oda nyingine: 2. Tuma ODA. Umelipwa pesa za oda nyingine: 2. Tuma PESA.',
  );
  await order();
  await phone.settle();
  expect(sms.messages).toHaveLength(cap + smsCauses.payout.perRecipient + 1);
  advance(3600);
  await phone.settle();
  expect(phone.last()).toBe('Oda nyingine: 1. Tuma ODA.');
  advance(3600);
  await phone.settle();
  expect(sms.messages).toHaveLength(cap + smsCauses.payout.perRecipient + 2);
});

test("E98: news over the day's cap that its reader has opened is not counted", async () => {
  const ids = [];
  for (let i = 0; i < smsCauses.order.perRecipient + 1; i++) ids.push(await order());
  await phone.settle();
  const before = sms.messages.length;
  await db.execute(sql`update notices set read_at = ${now()}`);
  advance(3600);
  await phone.settle();
  expect(sms.messages).toHaveLength(before);
});
