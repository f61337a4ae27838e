import {
  advance,
  call,
  countRows,
  type Farm,
  givenMarket,
  givePhone,
  lastCode,
  makeBuyer,
  makeFarm,
  makeJpeg,
  makePhoto,
  openSms,
  photoPart,
  productFields,
  productParts,
  resetCode,
  sendForm,
  wrongCode,
} from '#tests/setup/in-market.ts';

givenMarket();

const INVALID = 'Invalid or expired OTP. Please try again.';
const USED_UP = 'Too many wrong tries: this code no longer works. Please ask for a new one.';

describe('the right code after five wrong ones has its own message', () => {
  const verify = (fields: object) => call('/api/auth/verify-otp', fields);
  async function enterFiveWrong(sent: { email: string; purpose: string }) {
    const otp = wrongCode(lastCode(sent.email));
    for (let tries = 0; tries < 5; tries++)
      expect((await verify({ ...sent, otp })).body.message).toBe(INVALID);
  }

  test('a login says that the code no longer works', async () => {
    const { email, password } = await makeBuyer();
    const sent = { email, purpose: 'login' };
    await call('/api/auth/buyer/verify-credentials', { email, password });
    await call('/api/auth/send-otp', sent);
    await enterFiveWrong(sent);
    const otp = lastCode(email);
    expect((await verify({ ...sent, otp })).body).toMatchObject({
      message: USED_UP,
      code: 'CODE_USED_UP',
    });
    // An expired code gets only the ordinary message.
    advance(600);
    expect((await verify({ ...sent, otp })).body.message).toBe(INVALID);
  });

  test('a password reset does too, and answers any other code as for an email without an account', async () => {
    const { email } = await makeBuyer();
    const sent = { email, purpose: 'password_reset' };
    const otp = await resetCode(email);
    await enterFiveWrong(sent);
    expect((await verify({ ...sent, otp: wrongCode(otp) })).body.message).toBe(INVALID);
    expect((await verify({ ...sent, otp })).body.message).toBe(USED_UP);
    const change = { email, otp, password: 'Mpya-kabisa-2026' };
    expect(await call('/api/auth/reset-password', change)).toMatchObject({
      status: 400,
      body: { message: USED_UP },
    });
  });
});

const phoneNumber = '+254712345678';
beforeEach(async () => {
  await openSms();
});
const messageOf = async (path: string, sent: object, options = {}) =>
  (await call(`/api/auth/${path}`, sent, options)).body.message;

test("'send-otp: success, message': a code sent to a phone number says to look there", async () => {
  const { token } = await makeBuyer({ phoneNumber });
  const sent = { phoneNumber, purpose: 'verify-phone' };
  expect(await messageOf('send-otp', sent, { token })).toBe('OTP sent. Check your phone.');
  advance(60);
  const inSwahili = { headers: { 'accept-language': 'sw' }, token };
  expect(await messageOf('resend-otp', sent, inSwahili)).toBe(
    'Msimbo umetumwa. Angalia simu yako.',
  );
});

test("'send-otp: success, message': a reset by phone number mentions the number, on both paths", async () => {
  await givePhone(await makeBuyer(), { phoneNumber });
  const message = 'If this number is verified on an account, we have sent a code.';
  expect(await messageOf('forgot-password', { phoneNumber })).toBe(message);
  advance(60);
  expect(await messageOf('send-otp', { phoneNumber, purpose: 'password_reset' })).toBe(message);
});

const message = 'main_photo_index must be the number of a sent photo, counted from 0.';
const refused = {
  status: 400,
  body: { message, code: 'MAIN_PHOTO_UNKNOWN', fieldErrors: { main_photo_index: message } },
};
let farm: Farm;
beforeEach(async () => {
  farm = await makeFarm();
});

test.each([
  ['1', true],
  ['-1', true],
  ['0.5', true],
  ['1', false],
  ['x', false],
])(
  "'main_photo_index 0': index %s has its own message if no photo has it (one was sent: %s)",
  async (index, isSent) => {
    const photo = photoPart(await makeJpeg({ width: 100, height: 100 }));
    const parts = [...productParts({ main_photo_index: index }), ...(isSent ? [photo] : [])];
    expect(await sendForm('/api/farmer/products', parts, farm)).toMatchObject(refused);
    expect(await countRows('photos')).toBe(0);
  },
);

test("'main_photo_index 0': it applies to photo_ids too", async () => {
  const photos = [await makePhoto(farm, { seed: 1 }), await makePhoto(farm, { seed: 2 })];
  const photo_ids = photos.map(({ id }) => id);
  const post = (main_photo_index: string | number) =>
    call('/api/farmer/products', { ...productFields(), main_photo_index, photo_ids }, farm);
  expect(await post('2')).toMatchObject(refused);
  expect(await post(1)).toMatchObject({
    status: 201,
    body: { product: { photos: photo_ids.toReversed().map((id) => ({ id })) } },
  });
});
