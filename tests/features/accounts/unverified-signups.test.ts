import { beforeEach, describe, expect, test } from 'vitest';
import { prune } from '#app/features.ts';
import { buyerSignup, mailedCode, makeBuyer } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { countRows, dumpDatabase } from '#tests/setup/rows.ts';

const DAY = 24 * 3600;

describe('F73: an unverified signup', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });
  const pruneNow = () => prune(market.db, market.services.clock());

  test('is deleted after seven days, with its data; verified accounts stay', async () => {
    await makeBuyer(market, { email: 'verified@x.ke' });
    for (let i = 0; i < 5; i++) {
      const nationalId = `3141592${i}`;
      const person = { email: `unverified${i}@x.ke`, nationalId, phoneNumber: `+25470011220${i}` };
      await market.caller().auth.signupBuyer(buyerSignup(person));
    }
    market.advance(7 * DAY - 60);
    await pruneNow();
    expect(await countRows(market.db, 'users')).toBe(6);
    market.advance(120);
    await pruneNow();
    expect(await countRows(market.db, 'users')).toBe(1);
    const dump = await dumpDatabase(market.db);
    expect(dump).not.toMatch(/3141592\d|\+25470011220|unverified/);
    report(
      'F73',
      '5 unverified signups: all there just before seven days, none just after; the verified account stays',
    );
  });

  test('is kept while its owner has a live code', async () => {
    const { email } = buyerSignup();
    await market.caller().auth.signupBuyer(buyerSignup());
    market.advance(7 * DAY + 60);
    const otp = await mailedCode(market, { email });
    await pruneNow();
    const confirmed = await market.caller().otp.verify({ email, purpose: 'signup', otp });
    expect(confirmed.outcome).toBe('sessionOpened');
  });
});
