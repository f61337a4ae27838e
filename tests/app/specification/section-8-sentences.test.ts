import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { photoPart, productFields, productParts } from '#tests/factories/forms.ts';
import { makeBuyer } from '#tests/factories/people.ts';
import { makePhoto } from '#tests/factories/photos.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { type Market, makeMarket, wrongCode } from '#tests/setup/market.ts';
import { givePhone } from '#tests/setup/phones.ts';
import { call, sendForm } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';
import { openSms } from '#tests/setup/sms.ts';

let market: Market;
beforeEach(async () => {
  market = await makeMarket();
});

const INVALID = 'Invalid or expired OTP. Please try again.';
const USED_UP = 'Too many wrong tries: this code no longer works. Please ask for a new one.';

describe('the right code after five wrong ones has its own message', () => {
  const verify = (fields: object) => call(market, '/api/auth/verify-otp', fields);
  async function enterFiveWrong(sent: { email: string; purpose: string }) {
    const otp = wrongCode(market.lastCode(sent.email));
    for (let tries = 0; tries < 5; tries++)
      expect((await verify({ ...sent, otp })).body.message).toBe(INVALID);
  }

  test('a login says that the code no longer works', async () => {
    const { email, password } = await makeBuyer(market);
    const sent = { email, purpose: 'login' };
    await call(market, '/api/auth/buyer/verify-credentials', { email, password });
    await call(market, '/api/auth/send-otp', sent);
    await enterFiveWrong(sent);
    const otp = market.lastCode(email);
    const { status, body } = await verify({ ...sent, otp });
    expect([status, body]).toEqual([
      400,
      { success: false, message: USED_UP, code: 'CODE_USED_UP' },
    ]);
    // An expired code gets only the ordinary message.
    market.advance(600);
    expect((await verify({ ...sent, otp })).body.message).toBe(INVALID);
  });

  test('a password reset does too, and answers any other code as for an email without an account', async () => {
    const { email } = await makeBuyer(market);
    const sent = { email, purpose: 'password_reset' };
    await call(market, '/api/auth/forgot-password', { email });
    await market.workThroughOutbox();
    await enterFiveWrong(sent);
    const otp = market.lastCode(email);
    expect((await verify({ ...sent, otp: wrongCode(otp) })).body.message).toBe(INVALID);
    expect((await verify({ ...sent, otp })).body.message).toBe(USED_UP);
    const reset = await call(market, '/api/auth/reset-password', {
      email,
      otp,
      password: 'Mpya-kabisa-2026',
    });
    expect([reset.status, reset.body.message]).toEqual([400, USED_UP]);
  });
});

describe("'send-otp: success, message'", () => {
  test('a code sent to a phone number says to look there', async () => {
    await openSms(market);
    const phoneNumber = '+254712345678';
    const { token } = await makeBuyer(market, { phoneNumber });
    const verifying = await call(
      market,
      '/api/auth/send-otp',
      { phoneNumber, purpose: 'verify-phone' },
      { token },
    );
    expect(verifying.body).toMatchObject({ success: true, message: 'OTP sent. Check your phone.' });
    const inSwahili = { headers: { 'accept-language': 'sw' }, token };
    market.advance(60);
    const again = await call(
      market,
      '/api/auth/resend-otp',
      { phoneNumber, purpose: 'verify-phone' },
      inSwahili,
    );
    expect(again.body.message).toBe('Msimbo umetumwa. Angalia simu yako.');
  });

  test('a reset by phone number mentions the number, on both paths', async () => {
    await openSms(market);
    const phoneNumber = '+254712345678';
    await givePhone(market, await makeBuyer(market), { phoneNumber });
    const message =
      'If an account has this number and it is verified, we have sent it a code by SMS.';
    expect((await call(market, '/api/auth/forgot-password', { phoneNumber })).body.message).toBe(
      message,
    );
    market.advance(60);
    const sent = await call(market, '/api/auth/send-otp', {
      phoneNumber,
      purpose: 'password_reset',
    });
    expect(sent.body.message).toBe(message);
  });

  test('a code sent by mail says to look there', async () => {
    const { body } = await call(market, '/api/auth/send-otp', {
      email: 'new@x.example',
      purpose: 'signup',
    });
    expect(body.message).toBe('OTP sent. Check your email.');
  });
});

describe("'main_photo_index 0'", () => {
  const message = 'main_photo_index must be the number of one of the photos sent, counted from 0';
  const refused = [
    400,
    {
      success: false,
      message,
      code: 'MAIN_PHOTO_UNKNOWN',
      fieldErrors: { main_photo_index: message },
    },
  ];
  let farm: Awaited<ReturnType<typeof makeFarm>>;
  beforeEach(async () => {
    farm = await makeFarm(market);
  });
  const postJson = (fields: object) => call(market, '/api/farmer/products', fields, farm);

  test.each(['one photo', 'no photo'])(
    'an index without a photo has its own message, with %s sent',
    async (sent) => {
      const photo = photoPart(await makeJpeg({ width: 100, height: 100, seed: 1 }));
      for (const main_photo_index of ['1', '-1', 'x', '0.5']) {
        const parts = [
          ...productParts({ main_photo_index }),
          ...(sent === 'one photo' ? [photo] : []),
        ];
        const { status, body } = await sendForm(market, '/api/farmer/products', parts, farm);
        expect([status, body]).toEqual(refused);
      }
      expect(await countRows(market.db, 'photos')).toBe(0);
    },
  );

  test('it applies to photo_ids too', async () => {
    const photos = [
      await makePhoto(market, farm, { seed: 1 }),
      await makePhoto(market, farm, { seed: 2 }),
    ];
    const photo_ids = photos.map(({ id }) => id);
    const wrong = await postJson({ ...productFields({ main_photo_index: '2' }), photo_ids });
    expect([wrong.status, wrong.body]).toEqual(refused);
    const { status, body } = await postJson({ ...productFields(), main_photo_index: 1, photo_ids });
    expect(status, String(body.message)).toBe(201);
    expect((body.product as { photos: { id: number }[] }).photos.map(({ id }) => id)).toEqual(
      photo_ids.toReversed(),
    );
  });
});
