import { UNREAD_MAIL_SECONDS } from '#notifications/rules/notice.ts';
import {
  advance,
  caller,
  deskOf,
  farm,
  givenShop,
  givePhone,
  HOUR,
  mailbox,
  mpesa,
  openSms,
  operate,
  shop,
} from '#tests/setup/in-market.ts';

givenShop();

let paidBefore = 0;

/** Each time from another phone, because pushes of one amount to one phone are sent in turn. */
async function earn() {
  const id = await shop.confirmed();
  await shop.pay(id, `+25472200${String(1000 + ++paidBefore)}`);
  await mpesa.answer('approve');
  await shop.handOver(id);
  await mpesa.workThrough();
}

async function lettersAfterAnHour() {
  for (let passed = 0; passed < HOUR; passed += UNREAD_MAIL_SECONDS) {
    advance(UNREAD_MAIL_SECONDS);
    await mpesa.round();
  }
  return mailbox.filter(({ subject }) => subject.includes('Verify your phone number'));
}

test('a payout whose farmer has not verified the number, once SMS is set up waits, and the farmer is told once by mail, however many wait and for how long', async () => {
  await openSms();
  await earn();
  await earn();
  await mpesa.round();
  const letters = await lettersAfterAnHour();
  expect(letters).toHaveLength(1);
  expect(letters[0]?.subject).toMatch(
    /^Verify your phone number to get KES 250(\.00)? for order #\d+$/,
  );
  expect(letters[0]?.text).toContain('/farmer/dashboard?tab=profile#phone');
  // Neither opening the inbox nor further earnings change that.
  const inbox = caller(farm).notifications;
  const [newest] = (await inbox.list({})).notifications;
  await inbox.read({ upTo: newest?.id ?? 0 });
  await earn();
  expect(await lettersAfterAnHour()).toHaveLength(1);
  expect(mpesa.mpesa.payouts).toHaveLength(0);
  await givePhone(farm, { phoneNumber: '+254112345678' });
  advance(HOUR);
  await mpesa.round();
  expect(mpesa.mpesa.payouts).toHaveLength(3);
});

test('a payout whose farmer has not verified the number, once SMS is set up is counted and summed for the operator, and approving it says what it waits for', async () => {
  await earn();
  await earn();
  const shown = async () => (await deskOf()).cases.payouts({ isAll: false, afterId: null });
  expect(await shown()).toMatchObject({
    unverified: null,
    payouts: [{ isUnverified: false }, {}],
  });
  await openSms();
  expect(await shown()).toMatchObject({
    unverified: { number: 2, amount: 500 },
    payouts: [{ isUnverified: true }, {}],
  });
  const approve = () => operate('payoutApprove', { payoutId: 1, reason: 'looked at it' });
  expect(await approve()).toMatch(/^Payout 1 may go out\. It waits for a verified phone number/);
  await givePhone(farm, { phoneNumber: '+254112345678' });
  expect(await shown()).toMatchObject({
    unverified: { number: 0 },
    payouts: [{ isUnverified: false }, {}],
  });
  expect(await approve()).toBe('Payout 1 may go out.');
});
