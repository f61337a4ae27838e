import {
  claimSms,
  type SmsCause,
  smsCauses,
  smsPeriod,
  smsPool,
  smsSpare,
} from '#notifications/server/sms-causes.ts';
import { networksOf } from '#server/http/client-address.ts';
import {
  advance,
  asBuyer,
  buyer,
  byMpesa,
  caller,
  changeOrder,
  db,
  FARM_PHONE,
  givenPhones,
  givePhone,
  mailbox,
  makeFarm,
  market,
  now,
  order,
  outcomeOf,
  PASSWORD,
  phone,
  phoneOf,
  product,
  rowsOf,
  runOutbox,
  services,
  setUser,
  sms,
  sql,
  writes,
} from '#tests/setup/in-market.ts';
import { drainPool } from '#tests/setup/pools.ts';

const stranger = '+254799999999';
const [SMS_CODES_PER_NUMBER] = smsCauses.login.perAsker;

givenPhones({ hasSignedUp: true });
beforeEach(() => setUser(buyer.id, { phoneVerifiedAt: null }));

const ask = (purpose: 'login' | 'reset') =>
  outcomeOf(caller().otp.send({ phoneNumber: FARM_PHONE, purpose }));
const logIn = async () => {
  await market
    .caller()
    .auth.verifyFarmerCredentials({ phoneNumber: FARM_PHONE, password: PASSWORD });
  return ask('login');
};
/** Uses up today's budget of these causes, and the shared reserve. */
async function spend(...causes: SmsCause[]) {
  for (const pool of [smsSpare(), ...causes.map((cause) => smsPool(cause))])
    await drain(pool, pool.total);
}
const drain = (pool: Parameters<typeof drainPool>[1], points: number) =>
  drainPool(market, pool, { points, period: smsPeriod(now()) });
const allCauses = Object.keys(smsCauses) as SmsCause[];
const countedParts = async () =>
  (
    await rowsOf(
      sql`select coalesce(sum(points), 0)::int as n from rate_limit_counters where key like 'sms %'`,
    )
  )[0]?.n;

describe('C100: an SMS that is not sent costs nothing', () => {
  test("codes requested without the password leave the owner's", async () => {
    const inVain = await Promise.all(
      Array.from({ length: 2 * SMS_CODES_PER_NUMBER }, () => ask('login')),
    );
    expect(inVain).not.toContain('accepted');
    for (let i = 0; i < SMS_CODES_PER_NUMBER; i++) expect(await ask('login')).toBe('LOGIN_FAILED');
    expect(sms.messages).toEqual([]);
    expect(await logIn()).toBe('accepted');
    expect(sms.inbox(FARM_PHONE)).toHaveLength(1);
  });

  test('so do resets requested too soon', async () => {
    const outcomes = [];
    for (let i = 0; i < 2 * SMS_CODES_PER_NUMBER; i++) outcomes.push(await ask('reset'));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    advance(60);
    expect(await ask('reset')).toBe('accepted');
  });

  test('and codes that the service does not accept', async () => {
    await sms.whileDown(async () => {
      for (let i = 0; i < SMS_CODES_PER_NUMBER; i++) expect(await logIn()).toBe('CODE_SMS_FAILED');
    });
    expect(await countedParts()).toBe(0);
    expect(await logIn()).toBe('accepted');
  });

  test('neither does a phone that cannot be reached', async () => {
    sms.behaviour.send = 501;
    await order();
    await phone.settle();
    expect(await countedParts()).toBe(0);
  });
});

test('C100: the daily budget: strangers cannot use up the part for logins, orders and commands', async () => {
  await spend('anybody', 'newcomer', 'message');
  expect(await ask('reset')).toBe('accepted');
  await runOutbox();
  expect(await phoneOf(sms, stranger).write('BEI nyanya')).toBe('');
  expect(sms.messages).toEqual([]);
  expect(await logIn()).toBe('accepted');
  await writes('PESA', 'Salio:');
  await order();
  await phone.settle();
  expect(phone.last()).toContain('NDIO');
});

test('C100: the daily budget nor can users who have verified some numbers', async () => {
  await spend('command', 'verify', 'order');
  expect(await phone.write('PESA')).toBe('');
  await order();
  await phone.settle();
  expect(sms.messages).toEqual([]);
  expect(await logIn()).toBe('accepted');
  const id = await order();
  await byMpesa(id, 'paid');
  await changeOrder(id, { status: 'dispatched' });
  await asBuyer().dispute({ orderId: id, reason: 'Zimeoza' });
  await phone.settle();
  expect(phone.last()).toContain(`Mnunuzi ana tatizo na oda ${id}`);
});

test('C100: the daily budget: resets from one /48 leave other networks half of their part, and the shared reserve', async () => {
  const pool = smsPool('anybody');
  await drain(pool, pool.quiet);
  const [, , quietMost = 0] = smsCauses.anybody.perQuietAsker;
  let numbers = 0;
  const resets = async (clientAddress: (nth: number) => string, count: number) => {
    const before = sms.messages.length;
    for (let nth = 0; nth < count; nth += 1) {
      numbers += 1;
      const number = `+254711000${100 + numbers}`;
      await givePhone(await makeFarm(), { phoneNumber: number, pin: '4821' });
      const { otp } = caller({ clientAddress: clientAddress(nth) });
      expect(await outcomeOf(otp.send({ phoneNumber: number, purpose: 'reset' }))).toBe('accepted');
      // One after the other, because simultaneous ones may refuse each other.
      await runOutbox();
    }
    return sms.messages.length - before;
  };
  expect(await resets((nth) => `2001:db8:1:${nth}::1`, quietMost + 3)).toBe(quietMost);
  expect(await resets(() => '2001:db8:22:1::1', 1)).toBe(1);
});

test('C100: a hundred mailboxes on forty networks leave others codes for their numbers and passwords', async () => {
  const { rateLimits, clock } = services;
  const claim = async (cause: 'verify' | 'anybody', request: number, from: string) => {
    const { outcome } = await claimSms(services, {
      cause,
      ...(cause === 'verify' && { asker: `mailbox ${request % 100}` }),
      networks: networksOf(from),
      recipient: `+25470${String(request).padStart(7, '0')}`,
      now: clock(),
    });
    return outcome;
  };
  for (const cause of ['verify', 'anybody'] as const) {
    for (let request = 0; request < 600; request += 1)
      await claim(cause, request, `203.0.${request % 40}.${1 + (Math.floor(request / 40) % 2)}`);
    expect(await claim(cause, 1000, '198.51.100.7')).toBe('claimed');
  }
  const spare = await rateLimits.used(smsSpare(), 'all', smsPeriod(clock()));
  expect(spare).toBe(0);
});

test('C100: the daily budget: E119: messages of an unproven user cause no SMS, those of a verified number do', async () => {
  const write = (text: string) =>
    caller(buyer).conversations.start({ productId: product.id, text }).then(phone.settle);
  await write('Bado zipo?');
  expect(sms.messages).toEqual([]);
  await givePhone(buyer, { phoneNumber: '+254711000222' });
  await write('Naweza kuja kesho?');
  expect(phone.last()).toContain('ujumbe mpya kuhusu Nyanya');
});

test('C100: the daily budget: E119: orders of unproven buyers leave the farmer those of proven ones', async () => {
  const orders = smsPool('order');
  await drain(orders, orders.total - orders.quiet);
  await order();
  await phone.settle();
  expect(sms.messages).toEqual([]);
  await givePhone(buyer, { phoneNumber: '+254711000222' });
  await order();
  await phone.settle();
  expect(phone.last()).toContain('NDIO');
});

test('C100: the daily budget is a setting: a quarter of it allows a quarter of the SMS', async () => {
  const { limits, clock } = services;
  const claims = async (smsBudgetKes: number) => {
    services.limits = { ...limits, smsBudgetKes };
    let claimed = 0;
    const claim = (recipient: string) =>
      claimSms(services, { cause: 'alarm', recipient, now: clock() });
    while ((await claim(`+2547${String(claimed).padStart(8, '0')}`)).outcome === 'claimed')
      claimed += 1;
    return claimed;
  };
  const all = smsPool('alarm').total + smsSpare().total;
  expect(await claims(limits.smsBudgetKes / 4)).toBe(all / 4);
  expect(await claims(limits.smsBudgetKes)).toBe(all - all / 4);
});

test('C100: the daily budget: once it is used up, notices are sent by the other channels', async () => {
  await givePhone(buyer, { phoneNumber: '+254711000222' });
  await spend(...allCauses);
  await caller(buyer).conversations.start({ productId: product.id, text: 'Bado zipo?' });
  const mails = mailbox.length;
  await phone.settle();
  await phone.settle();
  expect(sms.messages).toEqual([]);
  expect(mailbox.length - mails).toBe(1);
});

test('a code whose SMS was accepted without an answer works when it arrives', async () => {
  Object.assign(sms.behaviour, { send: 'takenSilently', reports: 'none' });
  expect(await logIn()).toBe('accepted');
  const confirmed = await market
    .caller()
    .otp.verify({ phoneNumber: FARM_PHONE, purpose: 'login', otp: sms.lastCode(FARM_PHONE) });
  expect(confirmed.outcome).toBe('sessionOpened');
});

test('a report without an SMS id matches no SMS', async () => {
  sms.behaviour.reports = 'none';
  await order();
  await phone.settle();
  await db.execute(sql`update sms_messages set service_id = ''`);
  const [message] = sms.messages;
  if (!message) throw new Error('No SMS was sent');
  sms.report({ ...message, id: '' }, 'Failed');
  await phone.settle();
  expect(await rowsOf(sql`select status from sms_messages`)).toEqual([{ status: 'sent' }]);
});
