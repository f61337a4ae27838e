import { SETTLED_SECONDS } from '#accounts/rules/limits.ts';
import {
  advance,
  caller,
  db,
  givenMarket,
  givePhone,
  makeFarmer,
  market,
  type OpenSms,
  openSms,
  operate,
  outcomeOf,
  PASSWORD,
  phoneOf,
  proveEmail,
  rowsOf,
  sql,
} from '#tests/setup/in-market.ts';
import { enterCode } from '#tests/setup/sms.ts';

const THIEFS_PIN = '9182';
const phoneNumber = '+254712345678';
let sms: OpenSms;
let farm: { id: number; token: string };
givenMarket();
beforeEach(async () => {
  sms = await openSms();
  farm = await makeFarmer();
  await givePhone(farm, { phoneNumber, pin: '4821' });
  await thief().phone.setPin({ pin: THIEFS_PIN, password: PASSWORD });
});

const thief = () => caller(farm);
const reportSim = () => operate('simChanged', { account: phoneNumber, reason: 'She called' });
async function isDoubtfulAfterPin(number: string): Promise<boolean> {
  const phone = phoneOf(sms, number);
  await phone.write('PESA');
  await phone.write(THIEFS_PIN);
  const [line] = await rowsOf<{ doubtful: boolean }>(
    sql`select coalesce(sim_changed_at, number_changed_at) is not null as doubtful from phone_lines`,
  );
  return line?.doubtful ?? true;
}

describe('A108: the PIN that a number got shortly before its doubt', () => {
  test.each([
    ['does not end', SETTLED_SECONDS - 60, true],
    ['if it was older, ends', SETTLED_SECONDS, false],
  ])('%s the doubt after a report about the SIM', async (_, age, isDoubtful) => {
    advance(age);
    await reportSim();
    expect(await isDoubtfulAfterPin(phoneNumber)).toBe(isDoubtful);
  });

  test('does not end the doubt after a change of the number', async () => {
    const other = '+254733000111';
    await thief().farmer.changePhoneNumber({ phoneNumber: other, password: PASSWORD });
    await enterCode({ market, sms }, { ...farm, phoneNumber: other });
    expect(await isDoubtfulAfterPin(other)).toBe(true);
  });
});

const email = 'mwizi@x.ke';
async function addEmail() {
  await db.execute(
    sql`update users set email = null, email_verified_at = null, created_at = created_at - interval '8 days'`,
  );
  const signupToken = await proveEmail(email, thief());
  await thief().auth.addEmail({ email, password: PASSWORD, signupToken });
}
const logInByEmail = () =>
  outcomeOf(caller().auth.verifyFarmerCredentials({ email, password: PASSWORD }));

test.each([
  ['is removed, and the operator reads it', SETTLED_SECONDS - 60, 'LOGIN_FAILED'],
  ['stays if it was older', SETTLED_SECONDS, 'accepted'],
])(
  'A109: the email that an account without one got shortly before a report about the SIM %s',
  async (_, age, outcome) => {
    await addEmail();
    advance(age);
    const isTold = (await reportSim()).includes('The new email is removed.');
    expect(await logInByEmail()).toBe(outcome);
    expect(isTold).toBe(outcome === 'LOGIN_FAILED');
  },
);
