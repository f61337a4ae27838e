import { beforeEach, describe, expect, test } from 'vitest';
import { smsPeriod, smsPool } from '#features/notifications/server/sms-causes.ts';
import { makeFarmer } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { drainPool } from '#tests/setup/pools.ts';
import { report } from '#tests/setup/report.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { type OpenSms, openSms } from '#tests/setup/sms.ts';

const phoneNumber = '+254712345678';

let market: Market;
let sms: OpenSms;
beforeEach(async () => {
  market = await makeMarket();
  sms = await openSms(market);
});

describe('C123: a phone that sends JIUNGE', () => {
  const ask = () => outcomeOf(market.caller().otp.send({ phoneNumber, purpose: 'verify-phone' }));

  test('gets the code for its sign-up although the budget for newcomers is used up', async () => {
    const newcomers = smsPool('newcomer');
    await drainPool(market, newcomers, {
      points: newcomers.total,
      period: smsPeriod(market.services.clock()),
    });
    const spare = newcomers.spare;
    if (spare)
      await drainPool(market, spare, {
        points: spare.total,
        period: smsPeriod(market.services.clock()),
      });
    expect(await ask()).toBe('CODE_NOT_SENT');
    const phone = phoneOf(market, sms, phoneNumber);
    expect(await phone.write('jiunge')).toContain(
      'piga *384*77#, au tumia nambari hii kwenye tovuti',
    );
    expect(await ask()).toBe('accepted');
    const otp = sms.lastCode(phoneNumber);
    expect(
      await market.caller().otp.verify({ phoneNumber, purpose: 'verify-phone', otp }),
    ).toMatchObject({
      outcome: 'phoneProven',
      phoneNumber,
    });
    report(
      'C123',
      'the budget for newcomers used up: refused before the word JIUNGE, 1 code sent after it',
    );
  });

  test('is answered in the language of the command, and told if it has an account', async () => {
    expect(await phoneOf(market, sms, phoneNumber).write('JOIN')).toContain(
      'dial *384*77#, or use this number on the website',
    );
    const farmer = await makeFarmer(market);
    await givePhone(market, farmer, { phoneNumber: '+254722000111' });
    expect(await phoneOf(market, sms, '+254722000111').write('JIUNGE')).toContain(
      'tayari ina akaunti',
    );
  });
});
