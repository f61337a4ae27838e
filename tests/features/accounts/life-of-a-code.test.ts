import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { buyerSignup, mailedCode } from '#tests/factories/people.ts';
import { type Market, makeMarket, wrongCode } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

const { email } = buyerSignup();
const purpose = 'signup';

describe('the life of a code', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
    await market.caller().auth.signupBuyer(buyerSignup());
  });

  const send = () => mailedCode(market, { email });
  const enter = (otp: string) => outcomeOf(market.caller().otp.verify({ email, purpose, otp }));

  test.each([
    [599, 'accepted'],
    [600, 'CODE_INVALID'],
    [601, 'CODE_INVALID'],
  ])('A3: entered after %d s it is %s', async (seconds, outcome) => {
    const code = await send();
    market.advance(seconds);
    expect(await enter(code)).toBe(outcome);
    report('A3', `after ${seconds} s: ${outcome}`);
  });

  test('A4: a code is accepted once, and a new one invalidates the old one', async () => {
    const old = await send();
    market.advance(60);
    const fresh = await send();
    expect(await enter(old)).toBe('CODE_INVALID');
    expect(await enter(fresh)).toBe('accepted');
    expect(await enter(fresh)).toBe('CODE_INVALID');
  });

  test("A4: a new code does not reset the account's failures", async () => {
    for (let code = 1; code <= 2; code++) {
      const right = await send();
      for (let i = 1; i <= 5; i++) expect(await enter(wrongCode(right, i))).toBe('CODE_INVALID');
      market.advance(60);
    }
    expect(await enter(await send())).toBe('TOO_MANY_ATTEMPTS');
    expect(await countRows(market.db, 'wrong_codes')).toBe(10);
    report('A4', '10 wrong codes over two codes: the third code waits its hour');
  });

  test('a guess without a live code does not count', async () => {
    for (let i = 0; i < 30; i++) expect(await enter('000000')).toBe('CODE_INVALID');
    expect(await countRows(market.db, 'wrong_codes')).toBe(0);
    expect(await enter(await send())).toBe('accepted');
  });

  test('an email and purpose never have two live codes, however many requests arrive at once', async () => {
    await Promise.all(
      Array.from({ length: 10 }, () => outcomeOf(market.caller().otp.send({ email, purpose }))),
    );
    expect(market.mailbox).toHaveLength(1);
    expect(
      await countRows(market.db, 'one_time_codes', sql`consumed_at is null and voided_at is null`),
    ).toBe(1);
  });

  test("upper and lower case of an address share a code, which is mailed to the account's address", async () => {
    await market.caller().otp.send({ email: email.toUpperCase(), purpose });
    expect(await enter(market.lastCode(email))).toBe('accepted');
  });
});
