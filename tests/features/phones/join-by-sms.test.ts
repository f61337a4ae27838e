import { describe, expect, test } from 'vitest';
import { smsPeriod, smsPool, smsSpare } from '#features/notifications/server/sms-causes.ts';
import { makeFarmer } from '#tests/factories/people.ts';
import { FARM_PHONE, givenPhones, market, sms, writes } from '#tests/setup/each-test.ts';
import { givePhone, phoneOf } from '#tests/setup/phones.ts';
import { drainPool } from '#tests/setup/pools.ts';
import { report } from '#tests/setup/report.ts';
import { outcomeOf } from '#tests/setup/rest.ts';

const phoneNumber = FARM_PHONE;

givenPhones({ isOwned: false });

describe('C123: a phone that sends JIUNGE', () => {
  const ask = () => outcomeOf(market.caller().otp.send({ phoneNumber, purpose: 'verify-phone' }));

  test('gets the code for its sign-up although the budget for newcomers is used up', async () => {
    const period = smsPeriod(market.services.clock());
    for (const pool of [smsPool('newcomer'), smsSpare()])
      await drainPool(market, pool, { points: pool.total, period });
    expect(await ask()).toBe('CODE_NOT_SENT');
    await writes('jiunge', 'piga *384*77#, au tumia nambari hii kwenye tovuti');
    expect(await ask()).toBe('accepted');
    const otp = sms.lastCode(phoneNumber);
    expect(
      await market.caller().otp.verify({ phoneNumber, purpose: 'verify-phone', otp }),
    ).toMatchObject({ outcome: 'phoneProven', phoneNumber });
    report(
      'C123',
      'the budget for newcomers used up: refused before the word JIUNGE, 1 code sent after it',
    );
  });

  test('is answered in the language of the command, and told if it has an account', async () => {
    await writes('JOIN', 'dial *384*77#, or use this number on the website');
    const farmer = await makeFarmer(market);
    await givePhone(market, farmer, { phoneNumber: '+254722000333' });
    expect(await phoneOf(market, sms, '+254722000333').write('JIUNGE')).toContain(
      'tayari ina akaunti',
    );
  });
});
