import {
  advance,
  caller,
  db,
  dropEmail,
  FARM_PHONE,
  farm,
  givenPhones,
  order,
  outcomeOf,
  PIN,
  phone,
  sms,
  sql,
  writes,
} from '#tests/setup/in-market.ts';

const NEW_PASSWORD = 'Mpya-kabisa-2026';

givenPhones({ hasSignedUp: true });

const report = () => caller(farm).phone.reportSimChange();
const askReset = async () => {
  await caller().otp.send({ phoneNumber: FARM_PHONE, purpose: 'reset' });
  await phone.settle();
};
const reset = (otp: string) =>
  outcomeOf(caller().auth.resetPassword({ phoneNumber: FARM_PHONE, otp, password: NEW_PASSWORD }));

test('A101: the holder of a SIM that was reported as changed hears of no order until the right PIN is entered', async () => {
  // This one was pending when the SIM was reported.
  await order();
  await report();
  await order();
  await phone.settle();
  expect(sms.messages).toEqual([]);
  await writes('ODA', 'PIN');
  await writes(PIN, 'Oda:');
  await order();
  await phone.settle();
  expect(phone.last()).toContain('NDIO');
  advance(60);
  await askReset();
  expect(await reset(sms.lastCode(FARM_PHONE))).toBe('accepted');
});

test('A101: the holder of a SIM that was reported as changed gets no reset code for an account with neither an email nor a PIN', async () => {
  await db.execute(sql`update phone_lines set pin_hash = null`);
  await dropEmail(farm.id);
  await report();
  await askReset();
  expect(sms.messages).toEqual([]);
});
