import { SILENCE_SECONDS } from '#accounts/rules/limits.ts';
import { type SmsCause, smsPeriod, smsPool, smsSpare } from '#notifications/server/sms-causes.ts';
import {
  advance,
  call,
  caller,
  givenSms,
  givePhone,
  keypadOf,
  makeBuyer,
  makeFarmer,
  market,
  now,
  outcomeOf,
  phoneOf,
  report,
  services,
  sms,
} from '#tests/setup/in-market.ts';
import { drainPool } from '#tests/setup/pools.ts';

const phoneNumber = '+254712345678';
const purpose = 'verify-phone';

async function spend(...causes: SmsCause[]) {
  const period = smsPeriod(now());
  for (const pool of [smsSpare(), ...causes.map((cause) => smsPool(cause))])
    await drainPool(market, pool, { points: pool.total, period });
}
const given: Record<string, string> = { 'accept-language': 'en' };
async function ask(headers = given) {
  const path = '/api/auth/send-otp';
  const { status, body } = await call(path, { phoneNumber, purpose }, { headers });
  const message = String(body.message);
  const [code = ''] = /\b\d{6}\b/.exec(message) ?? [];
  expect({ status, ...body }).toMatchObject({
    status: 429,
    code: 'PROVE_BY_SMS',
    toSend: { code },
  });
  return { code, message };
}
const enter = (otp: string, caller = market.caller()) =>
  outcomeOf(caller.otp.verify({ phoneNumber, purpose, otp }));
const writeFrom = (number: string, text: string) => phoneOf(sms, number).write(text);

givenSms();
beforeEach(() => spend('newcomer', 'verify'));

test('A158: a newcomer is verified by an SMS from the number, and no SMS is sent if those for answers are used up too', async () => {
  await spend('anybody');
  const { code, message } = await ask();
  const number = services.sms?.sender;
  expect(message).toBe(
    `Send us an SMS from this number: VERIFY ${code} to ${number}, or dial *384*77#, choose 2 and enter ${code}.`,
  );
  expect(await enter(code)).toBe('CODE_INVALID_OR_EXPIRED');
  await writeFrom('+254733000999', `VERIFY ${code}`);
  expect(await enter(code)).toBe('CODE_INVALID_OR_EXPIRED');
  await writeFrom(phoneNumber, /VERIFY \d+/.exec(message)?.[0] ?? '');
  expect(await enter(code)).toBe('accepted');
  expect(await enter(code)).toBe('CODE_INVALID_OR_EXPIRED');
  expect(sms.messages).toEqual([]);
  report(
    'A158',
    'no SMS left: the number verified by its own SMS, 0 SMS sent, 0 by another number',
  );
});

test('A158: what others ask for the same number changes nothing', async () => {
  const own = await ask();
  const other = await ask();
  expect(await writeFrom(phoneNumber, `verify ${own.code}`)).toContain('belongs to that account');
  await ask();
  expect(await enter(other.code)).toBe('CODE_INVALID_OR_EXPIRED');
  expect(await enter(own.code)).toBe('accepted');
});

test('A158: a buyer verifies the own number by USSD', async () => {
  const buyer = caller(await makeBuyer({ phoneNumber }));
  expect(await outcomeOf(buyer.otp.send({ phoneNumber, purpose }))).toBe('PROVE_BY_SMS');
  const { code, message } = await ask({ 'accept-language': 'sw' });
  expect(message).toContain(`THIBITISHA ${code} kwenda`);
  const keypad = keypadOf(sms, phoneNumber);
  expect(await keypad.dial('2', '12345')).toContain('CON');
  expect(await keypad.press(code)).toContain('END SokoShamba: bonyeza');
  expect(await enter(code, buyer)).toBe('accepted');
  expect(await buyer.phone.get()).toMatchObject({ isVerified: true });
});

test('A158: a number with an account is taken by no SMS from it, not even after a long silence', async () => {
  const farm = await makeFarmer();
  await givePhone(farm, { phoneNumber, language: 'en' });
  const own = caller(farm).otp.send({ phoneNumber, purpose });
  expect(await outcomeOf(own)).toBe('CODE_NOT_SENT');
  const { code } = await ask();
  advance(SILENCE_SECONDS);
  expect(await writeFrom(phoneNumber, `VERIFY ${code}`)).toContain('already has an account');
  expect(await enter(code)).toBe('CODE_INVALID_OR_EXPIRED');
});
