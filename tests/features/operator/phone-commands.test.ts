import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { webhooks } from '#features/webhooks/server/tables.ts';
import { insertKeyOf } from '#tests/factories/keys.ts';
import { makeFarmer, PASSWORD } from '#tests/factories/people.ts';
import { makeWebhook } from '#tests/factories/webhooks.ts';
import { givenMarket, market, refused, setUser } from '#tests/setup/each-test.ts';
import { operatorOf } from '#tests/setup/operator.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { rowsOf } from '#tests/setup/rows.ts';
import { type OpenSms, openSms } from '#tests/setup/sms.ts';

const phoneNumber = '+254712345678';
let sms: OpenSms;
let farm: { id: number; token: string };
const run = (...words: string[]) => operatorOf(market).run(...words);
const logged = () => operatorOf(market).logged();
givenMarket();
beforeEach(async () => {
  sms = await openSms(market);
  farm = await makeFarmer(market);
  await givePhone(market, farm, { phoneNumber, pin: '4821' });
  await setUser(farm.id, { email: null, emailVerifiedAt: null });
});

test('suspend and unsuspend: no SMS code opens the account in between', async () => {
  const visitor = market.caller();
  const logIn = () => visitor.auth.verifyFarmerCredentials({ phoneNumber, password: PASSWORD });
  await logIn();
  await visitor.otp.send({ phoneNumber, purpose: 'login' });
  const otp = sms.lastCode(phoneNumber);
  expect(await run('suspend', '0712 345678', '--reason', 'x')).toMatchObject({ isDone: true });
  const entered = visitor.otp.verify({ phoneNumber, purpose: 'login', otp });
  await refused(entered, 'CODE_INVALID_OR_EXPIRED');
  await refused(logIn(), 'SUSPENDED');
  expect(await run('unsuspend', phoneNumber, '--reason', 'y')).toMatchObject({ isDone: true });
  await logIn();
  expect(await logged()).toMatchObject([
    { action: 'suspend', details: { account: phoneNumber, reason: 'x' } },
    { action: 'unsuspend', details: { account: phoneNumber, reason: 'y' } },
  ]);
});

test('new-number: the account of a lost number moves with its rights and is logged out, and payouts are held', async () => {
  const newNumber = '+254733000111';
  const move = () => run('new-number', phoneNumber, '0733 000 111', '--reason', 'Her ID was shown');
  expect(await run('new-number', phoneNumber, '--reason', 'x')).toMatchObject({ isDone: false });
  await run('sim-changed', phoneNumber, '--reason', 'She called');
  expect(await move()).toMatchObject({ isDone: true });
  await refused(market.caller(farm).phone.get(), 'NOT_LOGGED_IN');
  const { verifyFarmerCredentials: logIn } = market.caller().auth;
  await refused(logIn({ phoneNumber, password: PASSWORD }), 'LOGIN_FAILED');
  await logIn({ phoneNumber: newNumber, password: PASSWORD });
  expect(await phoneOf(market, sms, newNumber).write('PESA')).toContain('Unadai');
  expect(sms.inbox(phoneNumber)[0]).toContain('111');
  const held = await rowsOf(
    market.db,
    sql`select payouts_held_until is not null as held from farms where user_id = ${farm.id}`,
  );
  expect(held).toEqual([{ held: true }]);
  expect(await logged()).toMatchObject([
    { action: 'sim-changed', details: { account: phoneNumber, reason: 'She called' } },
    {
      action: 'new-number',
      details: { account: phoneNumber, newNumber, reason: 'Her ID was shown', alone: true },
    },
  ]);
});

test.each([
  ['sim-changed', phoneNumber],
  ['new-number', phoneNumber, '0733 000 111'],
])('%s ends the API keys and webhooks, which somebody else may have made', async (...words) => {
  const key = await insertKeyOf(market, farm.id, ['read']);
  await makeWebhook(market, farm, 'https://shop.example/');
  const read = () => outcomeOf(market.caller({ token: key }).farmer.products.list({}));
  expect(await read()).toBe('accepted');
  expect(await run(...words, '--reason', 'She called')).toMatchObject({ isDone: true });
  expect(await read()).toBe('KEY_INVALID');
  expect(await market.db.$count(webhooks)).toBe(0);
});

test('visited; an unverified number is refused', async () => {
  const visited = await run('visited', phoneNumber, '--reason', 'Juma was there');
  expect(visited).toMatchObject({ isDone: true });
  await setUser(farm.id, { phoneVerifiedAt: null });
  for (const command of ['suspend', 'unsuspend', 'sim-changed', 'visited']) {
    expect(await run(command, phoneNumber, '--reason', 'x')).toMatchObject({ isDone: false });
    expect((await run(command, 'nobody', '--reason', 'x')).text).toContain('Whom?');
  }
  expect(await logged()).toHaveLength(1);
});
