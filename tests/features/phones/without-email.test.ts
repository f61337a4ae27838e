import {
  advance,
  buyerSignup,
  caller,
  countRows,
  db,
  farmerWithoutEmail,
  givenSms,
  lastCode,
  logIn,
  makeBuyer,
  market,
  outcomeOf,
  PASSWORD,
  refused,
  sms,
  sql,
  workThrough,
  wrongCode,
} from '#tests/setup/in-market.ts';
import { enterCode } from '#tests/setup/sms.ts';

const purpose = 'verify-phone';
const NEW_PASSWORD = 'Mpya-kabisa-2026';

givenSms();

const verify = (token: string, phoneNumber: string) =>
  enterCode({ market, sms }, { token, phoneNumber });

const farm = farmerWithoutEmail({ phoneNumber: '+254112000111' });
const number = farm.phoneNumber;

async function signedUp(): Promise<{ token: string }> {
  const visitor = caller();
  await visitor.otp.send({ phoneNumber: number, purpose });
  const code = { phoneNumber: number, purpose, otp: sms.lastCode(number) } as const;
  const proven = await visitor.otp.verify(code);
  if (proven.outcome !== 'phoneProven') throw new Error(proven.outcome);
  const { signupToken } = proven;
  await visitor.auth.signupFarmerByPhone({ ...farm, password: PASSWORD, signupToken });
  advance(60);
  await visitor.auth.verifyFarmerCredentials({ phoneNumber: number, password: PASSWORD });
  await visitor.otp.send({ phoneNumber: number, purpose: 'login' });
  const login = await visitor.otp.verify({
    ...code,
    purpose: 'login',
    otp: sms.lastCode(number),
  });
  if (login.outcome !== 'sessionOpened') throw new Error(login.outcome);
  return { token: login.token };
}

async function tokenOf({ token }: { token: string }, phone: string): Promise<string> {
  advance(60);
  const proven = await verify(token, phone);
  if (!('signupToken' in proven)) throw new Error(proven.outcome);
  return proven.signupToken;
}

async function emailTokenOf(email: string): Promise<string> {
  const visitor = caller();
  await visitor.otp.send({ email, purpose: 'signup' });
  const otp = lastCode(email);
  const proven = await visitor.otp.verify({ email, purpose: 'signup', otp, userType: 'farmer' });
  if (proven.outcome !== 'emailProven') throw new Error(proven.outcome);
  return proven.signupToken;
}

test('a farmer without an email moves to another number with the codes of both phones, and the one before is told', async () => {
  const farmer = await signedUp();
  const moved = { phoneNumber: '+254733000111', password: PASSWORD };
  const next = await tokenOf(farmer, moved.phoneNumber);
  const former = await tokenOf(farmer, number);
  const change = (tokens: { signupToken?: string; formerToken?: string }) =>
    outcomeOf(caller(farmer).farmer.changePhoneNumber({ ...moved, ...tokens }));
  const lacking = [
    { signupToken: next },
    { formerToken: former },
    { signupToken: next, formerToken: next },
  ];
  for (const tokens of lacking) expect(await change(tokens)).toBe('PHONE_NOT_PROVEN');
  const both = { signupToken: next, formerToken: former };
  await caller(farmer).phone.reportSimChange();
  expect(await change(both)).toBe('PHONE_NOT_PROVEN');
  await db.execute(sql`update phone_lines set sim_changed_at = null`);
  const outcomes = await Promise.all([1, 2, 3].map(() => change(both)));
  expect(outcomes).toContain('accepted');
  const { phoneNumber } = moved;
  const verified = { phoneNumber, isVerified: true, doubt: null };
  expect(await caller(farmer).phone.get()).toMatchObject(verified);
  await workThrough();
  expect(sms.inbox(number).filter((text) => text.includes('new number'))).toEqual([
    expect.stringMatching(/ending in 111\. .* call us now: \+254 /),
  ]);
  const back = { phoneNumber: number, password: PASSWORD, ...both };
  await refused(caller(farmer).farmer.changePhoneNumber(back), 'PHONE_NOT_PROVEN');
});

test('a farmer without an email adds an email with its code and the password, once, hears of it by SMS and logs in with it', async () => {
  const farmer = await signedUp();
  const email = 'akinyi@x.ke';
  const signupToken = await emailTokenOf(email);
  const add = (change: Partial<{ email: string; password: string; signupToken: string }>) =>
    outcomeOf(caller(farmer).auth.addEmail({ email, password: PASSWORD, signupToken, ...change }));
  expect(await add({ password: NEW_PASSWORD })).toBe('PASSWORD_WRONG');
  expect(await add({ signupToken: 'a'.repeat(43) })).toBe('EMAIL_NOT_PROVEN');
  expect(await add({ email: 'other@x.ke' })).toBe('EMAIL_NOT_PROVEN');
  expect((await caller(farmer).farmer.profile()).email).toBeNull();
  const outcomes = await Promise.all([add({}), add({})]);
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
  const added = { email, emailVerified: true };
  expect(await caller(farmer).farmer.profile()).toMatchObject(added);
  await workThrough();
  expect(sms.inbox(number).filter((text) => text.includes('email'))).toHaveLength(1);
  expect(await add({ email: 'other@x.ke', signupToken: await emailTokenOf('other@x.ke') })).toBe(
    'EMAIL_ALREADY_THERE',
  );
  advance(60);
  expect((await logIn({ email, password: PASSWORD, role: 'farmer' })).token).toHaveLength(43);
});

test('a farmer without an email cannot add the email of somebody else', async () => {
  const farmer = await signedUp();
  const signupToken = await emailTokenOf(buyerSignup().email);
  advance(60);
  await makeBuyer();
  const taken = { email: buyerSignup().email, password: PASSWORD, signupToken };
  await refused(caller(farmer).auth.addEmail(taken), 'EMAIL_TAKEN');
  expect((await caller(farmer).farmer.profile()).email).toBeNull();
});

test('a farmer without an email signs up alone with the code of the own phone, once', async () => {
  const visitor = caller();
  await visitor.otp.send({ phoneNumber: number, purpose });
  const otp = sms.lastCode(number);
  await refused(
    visitor.otp.verify({ phoneNumber: number, purpose, otp: wrongCode(otp) }),
    'CODE_INVALID_OR_EXPIRED',
  );
  const proven = await visitor.otp.verify({ phoneNumber: number, purpose, otp });
  if (proven.outcome !== 'phoneProven') throw new Error(proven.outcome);
  const signup = { ...farm, password: PASSWORD };
  const withoutProof = { ...signup, signupToken: 'a'.repeat(43) };
  await refused(visitor.auth.signupFarmerByPhone(withoutProof), 'PHONE_NOT_PROVEN');
  expect(await countRows('users')).toBe(0);
  const other = { ...signup, phoneNumber: '+254112000112', signupToken: proven.signupToken };
  await refused(visitor.auth.signupFarmerByPhone(other), 'PHONE_NOT_PROVEN');
  const both = { ...signup, signupToken: proven.signupToken };
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => outcomeOf(visitor.auth.signupFarmerByPhone(both))),
  );
  expect(outcomes.toSorted()).toEqual(['PHONE_TAKEN', 'PHONE_TAKEN', 'accepted']);
  advance(60);
  await refused(visitor.otp.send({ phoneNumber: number, purpose }), 'PHONE_TAKEN');
});
