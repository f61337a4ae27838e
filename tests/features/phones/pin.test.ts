import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { PIN_RESET_SECONDS, SILENCE_SECONDS } from '#features/accounts/rules/limits.ts';
import { USSD_RESUMED_SECONDS } from '#features/notifications/rules/limits.ts';
import { PIN_ASKED_SECONDS } from '#features/phones/rules/limits.ts';
import { askForPins } from '#features/phones/server/ask-for-pins.ts';
import type { Language } from '#platform/rules/language.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { keypadOf } from '#tests/setup/keypad.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { operatorOf } from '#tests/setup/operator.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { rowsOf } from '#tests/setup/rows.ts';
import { type OpenSms, openSms } from '#tests/setup/sms.ts';

const phoneNumber = '+254712345678';
const PIN = '4821';

let market: Market;
let sms: OpenSms;
let farm: { id: number; token: string };
let keypad: ReturnType<typeof keypadOf>;
beforeEach(async () => {
  market = await makeMarket();
  sms = await openSms(market);
  farm = await makeFarm(market);
  keypad = keypadOf(market, sms, phoneNumber);
});

const own = (pin?: string, language: Language = 'sw') =>
  givePhone(market, farm, { phoneNumber, language, ...(pin !== undefined && { pin }) });
const triesUsed = async () =>
  (await rowsOf(market.db, sql`select pin_tries as n from phone_lines`))[0]?.n;
const silence = () => {
  market.advance(SILENCE_SECONDS);
  return market.db.execute(sql`update phone_lines set heard_at = heard_at - interval '1 day'`);
};

describe('a farmer without a PIN', () => {
  test.each([
    { language: 'sw', asked: 'Chagua PIN ya tarakimu nne', saved: 'PIN yako imehifadhiwa' },
    { language: 'en', asked: 'Choose a four-digit PIN', saved: 'Your PIN is saved' },
  ] as const)('is asked to choose one at each dial, in $language', async (texts) => {
    await own(undefined, texts.language);
    expect(await keypad.dial()).toContain(texts.asked);
    expect(await keypad.press('0')).toContain('SokoShamba');
    market.advance(USSD_RESUMED_SECONDS);
    expect(await keypad.dial()).toContain(texts.asked);
    expect(await keypad.press('12')).toContain(texts.asked);
    expect(await keypad.press(PIN)).toContain(`END ${texts.saved}`);
    expect(await keypad.dial()).toMatch(/^CON SokoShamba/);
  });

  test('is not asked after a long silence, when the phone may have a new owner', async () => {
    await own();
    await silence();
    expect(await keypad.dial()).toMatch(/^CON SokoShamba/);
    expect(await keypad.press('6', '1357')).toMatch(/tupigie.*\+254/);
  });
});

describe('a farmer who only writes SMS', () => {
  const askedBySms = async () => {
    await askForPins(market.db, market.services);
    await phoneOf(market, sms, phoneNumber).settle();
    return sms.inbox(phoneNumber).filter((text) => /PIN/.test(text));
  };
  const withoutEmail = () => market.db.execute(sql`update users set email = null`);

  test.each([
    { language: 'sw', text: /bado huna PIN.* piga \*384\*77# ubonyeze 6\.$/ },
    { language: 'en', text: /you have no PIN yet.* dial \*384\*77# and press 6\.$/ },
  ] as const)(
    'is asked for a PIN by one SMS, a month before it would be needed, in $language',
    async ({ language, text }) => {
      await own(undefined, language);
      await withoutEmail();
      market.advance(PIN_ASKED_SECONDS - 60);
      expect(await askedBySms()).toEqual([]);
      market.advance(60);
      expect(await askedBySms()).toEqual([expect.stringMatching(text)]);
      market.advance(SILENCE_SECONDS - PIN_ASKED_SECONDS - 60);
      expect(await askedBySms()).toHaveLength(1);
    },
  );

  test.each([
    { who: 'with a PIN', change: () => sql`update phone_lines set pin_hash = 'x'` },
    { who: 'with an email', change: () => sql`update users set email = 'wanjiku@shamba.example'` },
    { who: 'who wrote STOP', change: () => sql`update phone_lines set stopped_at = now()` },
    {
      who: 'whose SIM was changed',
      change: () => sql`update phone_lines set sim_changed_at = now()`,
    },
    {
      who: 'who was silent for too long',
      change: () => sql`update phone_lines set heard_at = heard_at - interval '31 days'`,
    },
  ])('$who is not asked', async ({ change }) => {
    await own();
    await withoutEmail();
    await market.db.execute(change());
    market.advance(PIN_ASKED_SECONDS);
    expect(await askedBySms()).toEqual([]);
  });

  test('is asked once by two servers', async () => {
    await own();
    await withoutEmail();
    market.advance(PIN_ASKED_SECONDS);
    await Promise.all([askedBySms(), askForPins(market.db, market.services)]);
    expect(await askedBySms()).toHaveLength(1);
  });
});

describe('a PIN is changed by USSD', () => {
  test.each([
    {
      language: 'sw',
      old: 'PIN yako ya sasa',
      chosen: 'PIN mpya',
      wrong: 'Majaribio yaliyobaki: 4',
    },
    { language: 'en', old: 'your current PIN', chosen: 'a new four-digit PIN', wrong: 'left: 4' },
  ] as const)('after the old one, in $language', async (texts) => {
    await own(PIN, texts.language);
    expect(await keypad.dial('6')).toContain(texts.old);
    expect(await keypad.press('1357')).toContain(texts.wrong);
    expect(await keypad.press(PIN)).toContain(texts.chosen);
    expect(await keypad.press('1357')).toMatch(/^END /);
    await market.db.execute(
      sql`update phone_lines set pin_set_at = pin_set_at - interval '31 days', sim_changed_at = now()`,
    );
    expect(await keypad.dial('4')).toContain('PIN');
    expect(await keypad.press(PIN)).toContain(texts.wrong);
    expect(await keypad.press('1357')).toContain('KES');
  });

  test('not when the SIM was reported in between', async () => {
    await own(PIN);
    await keypad.dial('6', PIN);
    await market.caller({ token: farm.token }).phone.reportSimChange();
    expect(await keypad.press('1357')).toContain('END ');
    expect(await keypad.dial('4', PIN)).toContain('Unadai');
  });
});

describe('a try is four digits', () => {
  beforeEach(async () => {
    await own(PIN);
    await market.caller({ token: farm.token }).phone.reportSimChange();
  });

  test('anything else counts as none, nor does a resumed session', async () => {
    await keypad.dial('4');
    for (const input of ['1', '482', '48211', 'abcd', '']) {
      expect(await keypad.press(input)).toContain('PIN ina tarakimu nne');
    }
    expect(await triesUsed()).toBe(0);
    expect(await keypad.press('0000')).toContain('Majaribio yaliyobaki: 4');
    for (let dials = 0; dials < 5; dials++) expect(await keypad.dial()).toContain('PIN');
    expect(await keypad.press('4')).toContain('PIN ina tarakimu nne');
    expect(await triesUsed()).toBe(1);
    expect(await keypad.press(PIN)).toContain('Unadai');
    expect(await triesUsed()).toBe(0);
  });

  test('the tries left are said until the PIN is locked, also by SMS', async () => {
    const phone = phoneOf(market, sms, phoneNumber);
    expect(await phone.write('PESA')).toContain('PIN');
    expect(await phone.write('0000')).toContain('Majaribio yaliyobaki: 4');
    await keypad.dial('4');
    for (const left of [3, 2, 1])
      expect(await keypad.press('0000')).toContain(`Majaribio yaliyobaki: ${left}`);
    expect(await keypad.press('0000')).toMatch(/^END .*kesho.*tupigie.*\+254/);
    expect(await keypad.dial('4', PIN)).toMatch(/^END .*kesho/);
  });
});

describe('a forgotten PIN', () => {
  const reset = () => operatorOf(market).run('reset-pin', phoneNumber, '--reason', 'She called');
  const settle = () => phoneOf(market, sms, phoneNumber).settle();

  test('ends a day after the operator was asked, and its owner is told', async () => {
    await own(PIN);
    expect(await reset()).toMatchObject({ isDone: true });
    await settle();
    expect(sms.inbox(phoneNumber)[0]).toContain('umeomba PIN yako iondolewe');
    expect(market.mailbox.at(-1)?.subject).toContain('PIN');
    expect(await reset()).toMatchObject({ isDone: false });
    market.advance(PIN_RESET_SECONDS - 60);
    await settle();
    expect(await keypad.dial()).toMatch(/^CON SokoShamba/);
    market.advance(60 + USSD_RESUMED_SECONDS);
    await settle();
    expect(await keypad.dial()).toContain('Chagua PIN');
    expect(await keypad.press('1357')).toContain('imehifadhiwa');
    expect((await operatorOf(market).logged()).map(({ action }) => action)).toEqual(['reset-pin']);
  });

  test('can be replaced after a long silence, because the operator knows who asked', async () => {
    await own(PIN);
    await silence();
    await reset();
    market.advance(PIN_RESET_SECONDS);
    await settle();
    expect(await keypad.dial('1357')).toContain('imehifadhiwa');
    expect(await keypad.dial('4')).toContain('Unadai');
  });

  test.each([
    ['the right PIN', () => keypad.dial('6', PIN)],
    ['keep-pin', () => operatorOf(market).run('keep-pin', phoneNumber, '--reason', 'Not she')],
    [
      'a report that the SIM changed',
      () => market.caller({ token: farm.token }).phone.reportSimChange(),
    ],
  ])('stays after %s', async (_, callOff) => {
    await own(PIN);
    await reset();
    await callOff();
    market.advance(PIN_RESET_SECONDS);
    await settle();
    expect(
      await rowsOf(market.db, sql`select pin_hash is not null as kept from phone_lines`),
    ).toEqual([{ kept: true }]);
  });

  test('is not removed by the operator while somebody else may have the number', async () => {
    await own(PIN);
    await market.caller({ token: farm.token }).phone.reportSimChange();
    expect(await reset()).toMatchObject({ isDone: false });
    expect(await operatorOf(market).run('keep-pin', phoneNumber, '--reason', 'x')).toMatchObject({
      isDone: false,
    });
  });
});
