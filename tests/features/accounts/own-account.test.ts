import { beforeEach, describe, expect, test } from 'vitest';
import type { EditBuyer } from '#features/accounts/rules/account-changes.ts';
import { BUSINESS_NAME_MAX } from '#features/accounts/rules/limits.ts';
import { logIn, makeBuyer, makeFarmer, PASSWORD } from '#tests/factories/people.ts';
import { meanwhile } from '#tests/setup/database/meanwhile.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

const NEW_PASSWORD = 'Ndizi-mbivu-2026';

describe("a person's own account", () => {
  let market: Market;
  let buyer: Awaited<ReturnType<typeof makeBuyer>>;
  const asBuyer = (token = buyer.token) => market.caller({ token });
  const logInAgain = async (password = PASSWORD) => {
    market.advance(61);
    return logIn(market, { email: buyer.email, password, role: 'buyer' });
  };
  beforeEach(async () => {
    market = await makeMarket();
    buyer = await makeBuyer(market);
  });

  test('a changed password ends every other session, keeps this one, and is reported by mail', async () => {
    const other = await logInAgain();
    await asBuyer().auth.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    await expect(asBuyer(other.token).buyer.profile()).rejects.toThrow('NOT_LOGGED_IN');
    expect(await asBuyer().buyer.profile()).toMatchObject({ email: buyer.email });
    await market.workThroughOutbox();
    expect(market.mailbox.at(-1)).toMatchObject({
      to: buyer.email,
      subject: 'Your SokoShamba password was changed',
    });
    await logInAgain(NEW_PASSWORD);
  });

  test.each([
    [
      'a changed password',
      () => asBuyer().auth.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    ],
    ['logging out everywhere', () => asBuyer().auth.logoutEverywhere()],
  ])('after %s a login code sent before opens nothing', async (_, end) => {
    market.advance(61);
    const { email } = buyer;
    await market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
    await market.caller().otp.send({ email, purpose: 'login' });
    await end();
    const login = market
      .caller()
      .otp.verify({ email, purpose: 'login', otp: market.lastCode(email) });
    await expect(login).rejects.toThrow('CODE_INVALID_OR_EXPIRED');
  });

  test('a password change with the old password fails after a reset', async () => {
    const { email } = buyer;
    market.advance(61);
    await market.caller().auth.forgotPassword({ email });
    await market.workThroughOutbox();
    const reset = { email, otp: market.lastCode(email), password: NEW_PASSWORD };
    meanwhile(market, () => market.caller().auth.resetPassword(reset));
    const change = asBuyer().auth.changePassword({
      currentPassword: PASSWORD,
      newPassword: 'Somebody-elses-1',
    });
    await expect(change).rejects.toThrow('PASSWORD_WRONG');
    await logInAgain(NEW_PASSWORD);
  });

  test('a password check from before a reset gets no login code', async () => {
    const { email } = buyer;
    market.advance(61);
    await market.caller().auth.forgotPassword({ email });
    await market.workThroughOutbox();
    const reset = { email, otp: market.lastCode(email), password: NEW_PASSWORD };
    meanwhile(market, () => market.caller().auth.resetPassword(reset));
    await expect(
      market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD }),
    ).rejects.toThrow('LOGIN_FAILED');
    await expect(market.caller().otp.send({ email, purpose: 'login' })).rejects.toThrow(
      'LOGIN_FAILED',
    );
  });

  test('with a wrong current password nothing changes', async () => {
    const change = asBuyer().auth.changePassword({
      currentPassword: 'not-hers-1A',
      newPassword: NEW_PASSWORD,
    });
    await expect(change).rejects.toThrow('PASSWORD_WRONG');
    await logInAgain();
  });

  test('lists its sessions, and marks the current one', async () => {
    market.advance(600);
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
      await expect(asBuyer(token).buyer.profile()).rejects.toThrow('NOT_LOGGED_IN');
  });

  test('edits are read back', async () => {
    const edit = {
      firstName: 'Akinyi',
      lastName: 'Odhiambo',
      phoneNumber: '+254733000111',
      businessName: 'Duka la Akinyi',
      deliveryAddress: 'Stall 4',
      city: 'Kisumu',
    };
    await asBuyer().buyer.editProfile(edit);
    expect(await asBuyer().buyer.profile()).toMatchObject(edit);
  });

  test('an edit of one part leaves the others, and an empty shop name becomes the default', async () => {
    await asBuyer().buyer.editProfile({ city: 'Kisumu', businessName: 'Duka la Akinyi' });
    const before = await asBuyer().buyer.profile();
    await asBuyer().buyer.editProfile({ deliveryAddress: 'Stall 4' });
    expect(await asBuyer().buyer.profile()).toEqual({ ...before, deliveryAddress: 'Stall 4' });
    await asBuyer().buyer.editProfile({ firstName: 'Akinyi', businessName: '' });
    expect(await asBuyer().buyer.profile()).toMatchObject({
      city: 'Kisumu',
      businessName: `Akinyi ${before.lastName} Business`,
    });
  });

  test('a shop without a name of its own is renamed with its owner', async () => {
    await asBuyer().buyer.editProfile({ businessName: '' });
    await asBuyer().buyer.editProfile({ firstName: 'Atieno', lastName: 'Odhiambo' });
    expect(await asBuyer().buyer.profile()).toMatchObject({
      businessName: 'Atieno Odhiambo Business',
    });
    await asBuyer().buyer.editProfile({ businessName: 'Duka la Akinyi' });
    await asBuyer().buyer.editProfile({ firstName: 'Akinyi' });
    expect(await asBuyer().buyer.profile()).toMatchObject({ businessName: 'Duka la Akinyi' });
  });

  // Only on PostgreSQL do they meet: the embedded database runs them one after the other.
  test('edits of different parts at the same moment are all kept', async () => {
    const edits = [
      { firstName: 'Akinyi' },
      { lastName: 'Odhiambo' },
      { phoneNumber: '+254733000111' },
      { businessName: 'Duka la Akinyi' },
      { deliveryAddress: 'Stall 4' },
      { city: 'Kisumu' },
    ];
    await Promise.all(edits.map((edit) => asBuyer().buyer.editProfile(edit)));
    expect(await asBuyer().buyer.profile()).toMatchObject(Object.assign({}, ...edits));
  });

  test.each([
    ['a shop name with a line break', { businessName: 'Duka\nBcc: all@example.com' }],
    ['a shop name that is too long', { businessName: 'x'.repeat(BUSINESS_NAME_MAX + 1) }],
    ['an empty phone number', { phoneNumber: '' }],
    ['null as a city', { city: null }],
  ])('%s is refused, and changes nothing else either', async (_, wrong) => {
    const before = await asBuyer().buyer.profile();
    const edit = { firstName: 'Akinyi', ...wrong };
    // The cast: a stranger's client sends what the type forbids.
    await expect(asBuyer().buyer.editProfile(edit as EditBuyer)).rejects.toThrow('INVALID_INPUT');
    expect(await asBuyer().buyer.profile()).toEqual(before);
  });

  test('after a change of language, mails are in that language', async () => {
    await asBuyer().auth.setLanguage({ language: 'sw' });
    await asBuyer().auth.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    await market.workThroughOutbox();
    expect(market.mailbox.at(-1)).toMatchObject({ language: 'sw' });
  });

  test("a buyer's export contains what she entered, and no hash of a secret", async () => {
    const data = await asBuyer().auth.exportData();
    expect(data).toMatchObject({
      account: { email: buyer.email, nationalId: buyer.nationalId },
      sessions: [{ device: 'Chrome, Android' }],
    });
    expect(JSON.stringify(data)).not.toMatch(/hash|argon2/i);
  });

  test('a farmer’s export contains the farm', async () => {
    const farmer = await makeFarmer(market);
    expect(await market.caller(farmer).auth.exportData()).toMatchObject({
      farm: { county: 'Nyeri', products: [] },
    });
  });

  test('a deleted account is gone with its session and login, and its email is free again', async () => {
    await asBuyer().auth.deleteAccount({ password: PASSWORD });
    await expect(asBuyer().buyer.profile()).rejects.toThrow('NOT_LOGGED_IN');
    await expect(
      market.caller().auth.verifyBuyerCredentials({ email: buyer.email, password: PASSWORD }),
    ).rejects.toThrow('LOGIN_FAILED');
    market.advance(61);
    await makeBuyer(market);
  });

  test('deleting requires the password', async () => {
    await expect(asBuyer().auth.deleteAccount({ password: 'not-hers-1A' })).rejects.toThrow(
      'PASSWORD_WRONG',
    );
    expect(await asBuyer().buyer.profile()).toMatchObject({ email: buyer.email });
  });
});
