import type { EditBuyer } from '#accounts/rules/account-input.ts';
import { BUSINESS_NAME_MAX } from '#accounts/rules/limits.ts';
import { meanwhile } from '#tests/setup/database/meanwhile.ts';
import {
  advance,
  caller,
  givenMarket,
  logIn,
  mailbox,
  mailedCode,
  makeBuyer,
  market,
  PASSWORD,
  refused,
  resetCode,
  runOutbox,
  type SignedBuyer,
} from '#tests/setup/in-market.ts';

const NEW_PASSWORD = 'Ndizi-mbivu-2026';
let buyer: SignedBuyer;
const asBuyer = (token = buyer.token) => caller({ token });
const changePassword = (currentPassword = PASSWORD, newPassword = NEW_PASSWORD) =>
  asBuyer().auth.changePassword({ currentPassword, newPassword });
const logInAgain = async (password = PASSWORD) => {
  advance(61);
  return logIn({ email: buyer.email, password, role: 'buyer' });
};
givenMarket();
beforeEach(async () => {
  buyer = await makeBuyer();
});

test('a changed password ends every other session, keeps this one, and is reported by mail', async () => {
  const other = await logInAgain();
  await changePassword();
  await refused(asBuyer(other.token).buyer.profile(), 'NOT_LOGGED_IN');
  expect(await asBuyer().buyer.profile()).toMatchObject({ email: buyer.email });
  await runOutbox();
  expect(mailbox.at(-1)).toMatchObject({
    to: buyer.email,
    subject: 'Your SokoShamba password was changed',
  });
  await logInAgain(NEW_PASSWORD);
});

test.each([
  ['a changed password', () => changePassword()],
  ['logging out everywhere', () => asBuyer().auth.logoutEverywhere()],
])('after %s a login code sent before opens nothing', async (_, end) => {
  advance(61);
  const { email } = buyer;
  await caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
  const otp = await mailedCode({ email, purpose: 'login' });
  await end();
  const login = caller().otp.verify({ email, purpose: 'login', otp });
  await refused(login, 'CODE_INVALID_OR_EXPIRED');
});

async function resetMeanwhile() {
  const { email } = buyer;
  advance(61);
  const reset = { email, otp: await resetCode(email), password: NEW_PASSWORD };
  meanwhile(market, () => caller().auth.resetPassword(reset));
}

test('a password change with the old password fails after a reset', async () => {
  await resetMeanwhile();
  await refused(changePassword(PASSWORD, 'Somebody-elses-1'), 'PASSWORD_WRONG');
  await logInAgain(NEW_PASSWORD);
});

test('a password check from before a reset gets no login code', async () => {
  const { email } = buyer;
  await resetMeanwhile();
  const { auth, otp } = caller();
  await refused(auth.verifyBuyerCredentials({ email, password: PASSWORD }), 'LOGIN_FAILED');
  await refused(otp.send({ email, purpose: 'login' }), 'LOGIN_FAILED');
});

test('with a wrong current password nothing changes', async () => {
  await refused(changePassword('not-hers-1A'), 'PASSWORD_WRONG');
  await logInAgain();
});

test('lists its sessions, and marks the current one', async () => {
  advance(600);
  const other = await logInAgain();
  const sessions = await asBuyer(other.token).auth.sessions();
  expect(sessions.map(({ device, isCurrent }) => ({ device, isCurrent }))).toEqual([
    { device: 'Chrome, Android', isCurrent: true },
    { device: 'Chrome, Android', isCurrent: false },
  ]);
});

test('logging out everywhere ends every session', async () => {
  const other = await logInAgain();
  await asBuyer().auth.logoutEverywhere();
  for (const token of [buyer.token, other.token])
    await refused(asBuyer(token).buyer.profile(), 'NOT_LOGGED_IN');
});

const everyField = {
  firstName: 'Akinyi',
  lastName: 'Odhiambo',
  phoneNumber: '+254733000111',
  businessName: 'Duka la Akinyi',
  deliveryAddress: 'Stall 4',
  city: 'Kisumu',
};
const edit = (change: EditBuyer) => asBuyer().buyer.editProfile(change);
const profile = () => asBuyer().buyer.profile();

test('a shop without a name of its own has its owner’s, also after a change of that', async () => {
  await edit({ city: 'Kisumu', businessName: '' });
  await edit({ firstName: 'Atieno', lastName: 'Odhiambo' });
  const businessName = 'Atieno Odhiambo Business';
  expect(await profile()).toMatchObject({ businessName });
  // A form sends every field, also an unchanged one.
  await edit({ firstName: 'Akinyi', businessName });
  expect(await profile()).toMatchObject({ businessName: 'Akinyi Odhiambo Business' });
  await edit({ firstName: 'Atieno' });
  expect(await profile()).toMatchObject({ city: 'Kisumu', businessName });
  await edit({ businessName: 'Duka la Akinyi' });
  await edit({ firstName: 'Akinyi' });
  expect(await profile()).toMatchObject({ businessName: 'Duka la Akinyi' });
});

// Only on PostgreSQL do they meet: the embedded database runs them one after the other.
test('edits of different parts at the same moment are all kept', async () => {
  await Promise.all(Object.entries(everyField).map(([field, value]) => edit({ [field]: value })));
  expect(await profile()).toMatchObject(everyField);
});

test.each([
  ['a shop name that is too long', { businessName: 'x'.repeat(BUSINESS_NAME_MAX + 1) }],
  ['an empty phone number', { phoneNumber: '' }],
  ['null as a city', { city: null }],
])('%s is refused, and changes nothing else either', async (_, wrong) => {
  const before = await profile();
  // The cast: a stranger's client sends what the type forbids.
  const change = { firstName: 'Akinyi', ...wrong } as EditBuyer;
  await refused(edit(change), 'INVALID_INPUT');
  expect(await profile()).toEqual(before);
});

test('after a change of language, mails are in that language', async () => {
  await asBuyer().auth.setLanguage({ language: 'sw' });
  await changePassword();
  await runOutbox();
  expect(mailbox.at(-1)).toMatchObject({ language: 'sw' });
});

test("a buyer's export contains what she entered, and no hash of a secret", async () => {
  const data = await asBuyer().auth.exportData();
  expect(data).toMatchObject({
    account: { email: buyer.email, nationalId: buyer.nationalId },
    sessions: [{ device: 'Chrome, Android' }],
  });
  expect(JSON.stringify(data)).not.toMatch(/hash|argon2/i);
});

test('a deleted account is gone with its session and login, and its email is free again', async () => {
  await asBuyer().auth.deleteAccount({ password: PASSWORD });
  await refused(asBuyer().buyer.profile(), 'NOT_LOGGED_IN');
  await refused(
    caller().auth.verifyBuyerCredentials({ email: buyer.email, password: PASSWORD }),
    'LOGIN_FAILED',
  );
  advance(61);
  await makeBuyer();
});
