import { beforeEach, describe, expect, test } from 'vitest';
import { buyerSignup, makeBuyer, makeFarmer } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

describe('signing up', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });

  test('a buyer with the code from the mail is logged in and recognized', async () => {
    const buyer = await makeBuyer(market);
    expect(await market.caller(buyer).buyer.profile()).toMatchObject({
      firstName: 'Achieng',
      email: buyer.email,
    });
  });

  test('a farmer with the code from the mail has an account and a verified farm', async () => {
    const farmer = await makeFarmer(market);
    expect(await market.caller(farmer).farmer.profile()).toMatchObject({
      county: 'Nyeri',
      isVerified: true,
    });
  });

  test('another signup replaces an account that was never verified', async () => {
    await market.caller().auth.signupBuyer(buyerSignup({ firstName: 'Impostor' }));
    const buyer = await makeBuyer(market);
    expect(await market.caller(buyer).buyer.profile()).toMatchObject({
      firstName: 'Achieng',
    });
  });
});
