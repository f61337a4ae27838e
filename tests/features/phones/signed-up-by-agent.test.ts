import { hmac } from '#server/hashes.ts';
import {
  caller,
  farmerWithoutEmail,
  givenSms,
  makeBuyer,
  makeFarmer,
  market,
  PASSWORD,
  refused,
  rowsOf,
  sms,
  sql,
  TEST_SECRET,
  workThrough,
} from '#tests/setup/in-market.ts';
import { enterCode } from '#tests/setup/sms.ts';

givenSms();

const farm = farmerWithoutEmail({ phoneNumber: '+254112000111' });
const number = farm.phoneNumber;

/** The farmer tells the code to the agent. */
async function agreeWith({ token }: { token: string }): Promise<string> {
  const proven = await enterCode({ market, sms }, { token, phoneNumber: number });
  if (proven.outcome !== 'phoneProven') throw new Error(proven.outcome);
  return proven.signupToken;
}

test('a farmer without an email gets an account from an agent with the code of the own phone, and chooses a password', async () => {
  const agent = await makeBuyer();
  const signupToken = await agreeWith(agent);
  expect(sms.inbox(number)[0]).toContain('Tell only the person opening your account.');
  const signup = { ...farm, language: 'sw', signupToken } as const;
  const { farmerId } = await caller(agent).phone.signUpFarmer(signup);
  expect(await rowsOf(sql`select email, signed_up_by from users where id = ${farmerId}`)).toEqual([
    { email: null, signed_up_by: agent.id },
  ]);
  await refused(caller(agent).phone.signUpFarmer(signup), 'PHONE_TAKEN');

  await caller().otp.send({ phoneNumber: number, purpose: 'reset' });
  await workThrough();
  const otp = sms.lastCode(number);
  await caller().auth.resetPassword({ phoneNumber: number, otp, password: PASSWORD });
  await workThrough();
  expect(sms.inbox(number)[0]).toMatch(
    /nenosiri lako limebadilishwa\. Si wewe\? .* \+254 700 000 000\.$/,
  );
  await caller().auth.verifyFarmerCredentials({ phoneNumber: number, password: PASSWORD });
});

test('a farmer without an email reads the code that the agent asks for in the own language', async () => {
  const agent = await makeBuyer();
  const caller = market.caller(agent);
  await caller.otp.send({ phoneNumber: number, purpose: 'verify-phone', language: 'sw' });
  expect(sms.inbox(number)[0]).toContain('Mwambie tu anayekufungulia akaunti.');
});

test('A111: a farmer without an email chooses the PIN at the first USSD dial; one that an agent sends is ignored', async () => {
  const agent = await makeBuyer();
  const signupToken = await agreeWith(agent);
  const signup = { ...farm, language: 'sw', signupToken, pin: '1111' } as const;
  await caller(agent).phone.signUpFarmer(signup);
  const dial = (sessionId: string, text: string) =>
    sms.dial({ phoneNumber: number, sessionId, text });
  expect(await dial('ATUid_1', '')).toMatch(/^CON Chagua PIN ya nambari nne.*\n0 Rudi$/);
  expect(await dial('ATUid_1', '4821')).toContain('PIN imehifadhiwa.');
  const [line] = await rowsOf(sql`select user_id, pin_hash from phone_lines`);
  expect(line?.pin_hash).toBe(hmac(TEST_SECRET, 'phone pin', String(line?.user_id), '4821'));
});

test('the agent sees whom they have signed up, and of nobody more than name, farm and day', async () => {
  const [agent, other] = [await makeBuyer(), await makeFarmer()];
  const signupToken = await agreeWith(agent);
  const { phone } = caller(agent);
  await phone.signUpFarmer({ ...farm, language: 'sw', signupToken });
  const { farmers } = await phone.signedUpFarmers();
  expect(farmers).toEqual([
    {
      farmerId: expect.any(Number),
      name: `${farm.firstName} ${farm.lastName}`,
      farmName: expect.any(String),
      signedUpAt: expect.anything(),
    },
  ]);
  expect(await caller(other).phone.signedUpFarmers()).toEqual({
    farmers: [],
  });
  await refused(caller().phone.signedUpFarmers(), 'NOT_LOGGED_IN');
});
