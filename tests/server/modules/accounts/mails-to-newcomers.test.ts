/** @module-tag long */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RateLimitRule } from '../../../../src/server/rate-limits.ts';
import {
  NEWCOMER_MAILS_PER_ADDRESS,
  NEWCOMER_MAILS_TO_BUSY_ADDRESSES,
  NEWCOMER_MAILS_TO_QUIET_ADDRESSES,
} from '../../../../src/shared/limits.ts';
import { buyerSignup, logIn, makeBuyer, PASSWORD } from '../../../factories/people.ts';
import { type Market, makeMarket } from '../../../setup/market.ts';
import { report } from '../../../setup/report.ts';
import { call } from '../../../setup/rest.ts';

/** More than go out; the rest would be withheld likewise. */
const TRIED = 240;
const ATTACKER = '10.6.6.6';

describe('A67: mails to emails that have no account', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });

  const ask = (email: string, clientAddress: string, purpose = 'signup') =>
    call(market, '/api/auth/send-otp', { email, purpose }, { headers: { 'x-forwarded-for': clientAddress } });
  const mailsTo = (pattern: RegExp) => market.mailbox.filter(({ to }) => pattern.test(to)).length;
  async function withheld() {
    const text = await market.services.metrics.registry.metrics();
    return Number(/outcome="withheld"\} (\d+)/.exec(text)?.[1] ?? 0);
  }
  /** As if so many had been counted in this hour already. */
  async function countAsUsed(rule: RateLimitRule, points: number, ...key: string[]) {
    await market.services.rateLimits.tryConsume(rule, ...key);
    await market.db.execute(sql`update rate_limit_counters set points = ${points} where key like ${`${rule}:%`}`);
  }
  const fillBusyShare = () => countAsUsed('newcomerMailToBusyAddresses', NEWCOMER_MAILS_TO_BUSY_ADDRESSES);
  const fillQuietShare = () => countAsUsed('newcomerMailToQuietAddresses', NEWCOMER_MAILS_TO_QUIET_ADDRESSES);

  test('from one client address: two hundred strangers an hour are mailed, and no more, each answered alike', {
    timeout: 120_000,
  }, async () => {
    const answers = [];
    for (let i = 0; i < TRIED; i++) answers.push(await ask(`stranger${i}@x.ke`, ATTACKER));
    const seen = answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`);
    expect(new Set(seen).size).toBe(1);
    expect(answers.at(-1)?.status).toBe(200);
    expect(mailsTo(/stranger/)).toBe(NEWCOMER_MAILS_PER_ADDRESS);
    expect(await withheld()).toBe(TRIED - NEWCOMER_MAILS_PER_ADDRESS);
    // People elsewhere notice nothing.
    await ask('wanjiru@x.ke', '10.1.1.1');
    expect(mailsTo(/wanjiru/)).toBe(1);
    report('A67', `${TRIED} strangers from one address: ${mailsTo(/stranger/)} mailed, ${await withheld()} withheld, one answer`);
  });

  test('a hundred signups an hour behind one address, each with its code sent twice, all get their mails', {
    timeout: 120_000,
  }, async () => {
    for (let time = 0; time < 2; time++) {
      for (let i = 0; i < 100; i++) await ask(`neighbour${i}@x.ke`, '10.1.1.1');
      market.advance(61);
    }
    expect(mailsTo(/neighbour/)).toBe(200);
  });

  test('in all: what many busy addresses use up leaves the first mails of the others', async () => {
    await fillBusyShare();
    for (let i = 0; i < 20; i++) await ask(`stranger${i}@x.ke`, ATTACKER);
    for (let i = 0; i < 20; i++) await ask(`newcomer${i}@x.ke`, `10.1.1.${i}`);
    expect([mailsTo(/stranger/), mailsTo(/newcomer/)]).toEqual([5, 20]);
    report('A67', 'the share of busy addresses used up: 5 of 20 mails of one more of them, 20 of 20 of quiet addresses');
  });

  test('in all: with every share used up none leaves, and the answer is the same', async () => {
    const before = await ask('first@x.ke', '10.1.1.1');
    await fillBusyShare();
    await fillQuietShare();
    const after = await ask('second@x.ke', '10.1.1.2');
    expect([after.status, after.body]).toEqual([before.status, before.body]);
    expect(mailsTo(/second/)).toBe(0);
  });

  test('an account that nobody has verified is no way round: its login codes count too', async () => {
    const email = 'victim@x.ke';
    await fillBusyShare();
    for (let i = 0; i < 5; i++) await ask(`stranger${i}@x.ke`, ATTACKER);
    const attacker = market.caller({ clientAddress: ATTACKER });
    await attacker.auth.signupBuyer(buyerSignup({ email }));
    await attacker.auth.verifyBuyerCredentials({ email, password: PASSWORD });
    expect((await ask(email, ATTACKER, 'login')).status).toBe(200);
    expect(mailsTo(/victim/)).toBe(0);
  });

  test('people with an account log in whatever was used up', async () => {
    const { email } = await makeBuyer(market);
    await fillBusyShare();
    await fillQuietShare();
    await ask('stranger@x.ke', '127.0.0.1');
    expect(mailsTo(/stranger/)).toBe(0);
    expect(await logIn(market, { email, password: PASSWORD, role: 'buyer' })).toMatchObject({ token: expect.any(String) });
  });

  test('a mail that could not be sent is not counted', async () => {
    market.outage.mail = true;
    await countAsUsed('newcomerMailOfAddress', NEWCOMER_MAILS_PER_ADDRESS - 1, '10.1.1.1');
    for (let i = 0; i < 3; i++) expect((await ask(`early${i}@x.ke`, '10.1.1.1')).status).toBe(503);
    market.outage.mail = false;
    await ask('late@x.ke', '10.1.1.1');
    expect(mailsTo(/late/)).toBe(1);
  });
});
