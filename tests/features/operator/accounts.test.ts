import {
  advance,
  caller,
  changeProduct,
  db,
  doneActions,
  dropEmail,
  givenMarket,
  givePhone,
  insertKeyOf,
  makeBuyer,
  makeFarm,
  makeFarmer,
  makeProduct,
  makeWebhook,
  now,
  type OpenSms,
  openSms,
  operate,
  outcomeOf,
  PASSWORD,
  phoneOf,
  refusalText,
  refused,
  rowsOf,
  setUser,
  sql,
} from '#tests/setup/in-market.ts';
import { webhooks } from '#webhooks/server/tables.ts';

const reason = 'She called';
const offered = async () => (await caller().market.cards({})).products.map(({ id }) => id);
givenMarket();

test('a suspension ends every session and refuses the right password with its reason, until it is lifted', async () => {
  const { email, token } = await makeBuyer();
  await operate('suspend', { account: email, reason });
  await refused(caller({ token }).buyer.profile(), 'NOT_LOGGED_IN');
  const logIn = (password: string) => caller().auth.verifyBuyerCredentials({ email, password });
  await refused(logIn(PASSWORD), 'SUSPENDED');
  await refused(logIn('Not-hers-2026'), 'LOGIN_FAILED');
  await operate('unsuspend', { account: email, reason: 'Paid by now' });
  await logIn(PASSWORD);
  expect(await doneActions()).toEqual([
    { operator: 'juma', action: 'suspend', details: { account: email, reason } },
    { operator: 'juma', action: 'unsuspend', details: { account: email, reason: 'Paid by now' } },
  ]);
});

test("a suspension takes a farmer's products off the market; lifted, exactly those come back", async () => {
  const farm = await makeFarm({ email: 'wanjiru@shamba.example' });
  const other = await makeProduct(await makeFarm());
  const [kale, hidden] = [await makeProduct(farm), await makeProduct(farm)];
  await operate('hide', { productId: hidden.id, reason });
  advance(60);
  await operate('suspend', { account: 'Wanjiru@shamba.example', reason });
  expect(await offered()).toEqual([other.id]);
  await refused(operate('unhide', { productId: kale.id, reason }), 'DESK_REFUSED');
  advance(60);
  await operate('unsuspend', { account: 'wanjiru@shamba.example', reason });
  expect((await offered()).sort()).toEqual([other.id, kale.id].sort());
});

test('a suspension of somebody unknown or suspended already is refused', async () => {
  const { email } = await makeBuyer();
  const suspend = (account: string) => operate('suspend', { account, reason });
  expect(await refusalText(suspend('nobody@x.example'))).toBe(
    'Nobody has an account with nobody@x.example.',
  );
  await refused(operate('unsuspend', { account: email, reason }), 'DESK_REFUSED');
  await suspend(email);
  expect(await refusalText(suspend(email))).toBe(`${email} is already suspended.`);
  expect(await doneActions()).toHaveLength(1);
});

test('a hidden product is not offered until it is shown again', async () => {
  const { id: productId } = await makeProduct(await makeFarm());
  const hide = () => operate('hide', { productId, reason });
  await hide();
  expect(await offered()).toEqual([]);
  await refused(hide(), 'DESK_REFUSED');
  await operate('unhide', { productId, reason });
  expect(await offered()).toEqual([productId]);
  await changeProduct(productId, { deletedAt: now() });
  await refused(hide(), 'DESK_REFUSED');
});

const phoneNumber = '+254712345678';
const newNumber = '+254733000111';
let sms: OpenSms;
let farm: { id: number; token: string };
beforeEach(async () => {
  sms = await openSms();
  farm = await makeFarmer();
  await givePhone(farm, { phoneNumber, pin: '4821' });
  await dropEmail(farm.id);
});
const does = (name: 'suspend' | 'unsuspend' | 'simChanged' | 'visited') =>
  operate(name, { account: phoneNumber, reason });
const move = () => operate('newNumber', { account: phoneNumber, newNumber, reason });

test('an account that has only a phone number is opened by no SMS code while it is suspended', async () => {
  const visitor = caller();
  const logIn = () => visitor.auth.verifyFarmerCredentials({ phoneNumber, password: PASSWORD });
  await logIn();
  await visitor.otp.send({ phoneNumber, purpose: 'login' });
  const otp = sms.lastCode(phoneNumber);
  await does('suspend');
  const entered = visitor.otp.verify({ phoneNumber, purpose: 'login', otp });
  await refused(entered, 'CODE_INVALID_OR_EXPIRED');
  await refused(logIn(), 'SUSPENDED');
  await does('unsuspend');
  await logIn();
});

test('an account that has only a phone number moves to a new number with its rights and is logged out, and payouts are held', async () => {
  await does('simChanged');
  await move();
  await refused(caller(farm).phone.get(), 'NOT_LOGGED_IN');
  const { verifyFarmerCredentials: logIn } = caller().auth;
  await refused(logIn({ phoneNumber, password: PASSWORD }), 'LOGIN_FAILED');
  await logIn({ phoneNumber: newNumber, password: PASSWORD });
  expect(await phoneOf(sms, newNumber).write('PESA')).toContain('Salio');
  expect(sms.inbox(phoneNumber)[0]).toContain('111');
  const held = await rowsOf(
    sql`select payouts_held_until is not null as held from farms where user_id = ${farm.id}`,
  );
  expect(held).toEqual([{ held: true }]);
  const moved = { account: phoneNumber, newNumber, reason, requestedBy: 'juma' };
  expect(await doneActions()).toMatchObject([
    { action: 'sim-changed', details: { account: phoneNumber, reason } },
    { operator: 'neema', action: 'new-number', details: moved },
  ]);
});

test.each([
  ['a changed SIM', () => does('simChanged')],
  ['a new number', move],
])(
  'an account that has only a phone number loses the API keys and webhooks by %s, because somebody else may have made them',
  async (_, change) => {
    const key = await insertKeyOf(farm.id, ['read']);
    await makeWebhook(farm, 'https://shop.example/');
    const read = () => outcomeOf(caller({ token: key }).farmer.products.list({}));
    expect(await read()).toBe('accepted');
    await change();
    expect(await read()).toBe('KEY_INVALID');
    expect(await db.$count(webhooks)).toBe(0);
  },
);

test('an account that has only a phone number is not found by a number that nobody has verified', async () => {
  await does('visited');
  await setUser(farm.id, { phoneVerifiedAt: null });
  for (const name of ['suspend', 'unsuspend', 'simChanged', 'visited'] as const)
    await refused(does(name), 'DESK_REFUSED');
  expect(await doneActions()).toHaveLength(1);
});
