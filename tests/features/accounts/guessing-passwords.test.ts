import { beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { createClientAddressFinder } from '#platform/server/http/client-address.ts';
import { createRateLimits } from '#platform/server/rate-limits.ts';
import { makeBuyer, PASSWORD } from '#tests/factories/people.ts';
import { type Market, makeMarket, TEST_SECRET } from '#tests/setup/market.ts';
import { report, tally } from '#tests/setup/report.ts';
import { outcomeOf, refusalOf } from '#tests/setup/rest.ts';

describe('A15: guessing passwords', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });
  const guess = (email: string, password = 'Wrong-password-1', clientAddress = '10.0.0.1') =>
    market.caller({ clientAddress }).auth.verifyBuyerCredentials({ email, password });

  test.each(['known', 'unknown'])(
    'after ten wrong ones for a %s email further ones get a 429 with the time to wait',
    async (which) => {
      const buyer = await makeBuyer(market, { email: 'known@x.ke' });
      const email = `${which}@x.ke`;
      const outcomes = [];
      for (let i = 0; i < 12; i++)
        outcomes.push(await outcomeOf(guess(i % 2 ? email : email.toUpperCase())));
      expect(outcomes).toEqual([
        ...Array(10).fill('LOGIN_FAILED'),
        ...Array(2).fill('TOO_MANY_ATTEMPTS'),
      ]);
      const refusal = await refusalOf(guess(email, PASSWORD));
      expect(refusal.code).toBe('TOO_MANY_ATTEMPTS');
      expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
      expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
      // The open session continues, and so does the owner from another address.
      expect(await outcomeOf(market.caller(buyer).buyer.profile())).toBe('accepted');
      expect(await outcomeOf(guess('known@x.ke', PASSWORD, '10.0.0.2'))).toBe('accepted');
      report('A15', `12 wrong passwords for a ${which} email: ${tally(outcomes)}`);
    },
  );

  test('of thirty at once ten are checked', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => outcomeOf(guess('a@x.ke'))),
    );
    expect(outcomes.filter((outcome) => outcome === 'LOGIN_FAILED')).toHaveLength(10);
    report('A15', `30 in parallel: ${tally(outcomes)}`);
  });

  test('letters that the database treats as equal share one counter', async () => {
    await makeBuyer(market, { email: 'kiki@x.ke' });
    const outcomes = [];
    for (const email of ['kiki@x.ke', 'k\u0130k\u0130@x.ke', '\u212aiki@x.ke', 'k\u0130ki@x.ke']) {
      for (let i = 0; i < 6; i++) outcomes.push(await outcomeOf(guess(email)));
    }
    // Those with a Turkish i are other emails with their own counter; the Kelvin sign is a k.
    expect(outcomes.slice(12, 18)).toEqual([
      ...Array(4).fill('LOGIN_FAILED'),
      ...Array(2).fill('TOO_MANY_ATTEMPTS'),
    ]);
    expect(await outcomeOf(guess('k\u0130ki@x.ke', PASSWORD, '10.0.0.3'))).toBe('LOGIN_FAILED');
  });

  test('with a session they are counted across all addresses', async () => {
    const { token } = await makeBuyer(market);
    const outcomes = [];
    for (let i = 0; i < 12; i++) {
      const asOwner = market.caller({ token, clientAddress: `10.1.${i}.1` });
      outcomes.push(await outcomeOf(asOwner.auth.deleteAccount({ password: 'Wrong-password-1' })));
    }
    expect(outcomes).toEqual([
      ...Array(10).fill('PASSWORD_WRONG'),
      ...Array(2).fill('TOO_MANY_ATTEMPTS'),
    ]);
  });

  test('from many addresses they are limited to fifty per email', async () => {
    const outcomes = [];
    for (let i = 0; i < 60; i++)
      outcomes.push(await outcomeOf(guess('a@x.ke', 'Wrong-password-1', `10.1.${i}.1`)));
    expect(outcomes.filter((outcome) => outcome === 'LOGIN_FAILED')).toHaveLength(50);
  });

  test('correct passwords are not counted', async () => {
    await makeBuyer(market, { email: 'a@x.ke' });
    for (let i = 0; i < 12; i++)
      expect(await outcomeOf(guess('a@x.ke', PASSWORD))).toBe('accepted');
  });

  test('the counters survive a restart', async () => {
    for (let i = 0; i < 10; i++) await outcomeOf(guess('a@x.ke'));
    market.services.rateLimits = createRateLimits(market.db, TEST_SECRET);
    expect(await outcomeOf(guess('a@x.ke'))).toBe('TOO_MANY_ATTEMPTS');
  });

  test('neighbours behind one address do not block each other: five people with eight wrong ones each', async () => {
    const outcomes = new Set<string>();
    for (let person = 0; person < 5; person++) {
      for (let i = 0; i < 8; i++) outcomes.add(await outcomeOf(guess(`person${person}@x.ke`)));
    }
    expect([...outcomes]).toEqual(['LOGIN_FAILED']);
  });

  test('an address can make 300 account calls a minute, and is limited beyond that', async () => {
    const call = () =>
      outcomeOf(market.caller().otp.verify({ email: 'a@x.ke', purpose: 'signup', otp: '000000' }));
    const outcomes = [];
    for (let i = 0; i < 620; i++) outcomes.push(await call());
    expect(outcomes.slice(0, 300)).not.toContain('TOO_MANY_ATTEMPTS');
    expect(outcomes.at(-1)).toBe('TOO_MANY_ATTEMPTS');
    report('A15', `620 account calls from one address: ${tally(outcomes)}`);
  });

  test('a forged X-Forwarded-For does not evade a limit', async () => {
    const { connection, services } = market;
    const app = createApp({
      connection,
      services,
      findClientAddress: createClientAddressFinder([]),
      tileUrl: 'https://tiles.test.example/',
    });
    const statuses: string[] = [];
    for (let i = 0; i < 14; i++) {
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': `198.51.100.${i}`,
        forwarded: `for=198.51.100.${i}`,
        'x-real-ip': `198.51.100.${i}`,
      };
      const body = JSON.stringify({ email: 'a@x.ke', password: 'Wrong-password-1' });
      // The Node adapter passes a request's socket like this.
      const socket = {
        incoming: { socket: { remoteAddress: '203.0.113.7', remotePort: 5, remoteFamily: 'IPv4' } },
      };
      const response = await app.request(
        '/api/auth/buyer/verify-credentials',
        { method: 'POST', headers, body },
        socket,
      );
      statuses.push(String(response.status));
      if (response.status === 429)
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(tally(statuses)).toBe('10 401, 4 429');
    report('A15', `14 wrong passwords under 14 forged addresses: ${tally(statuses)}`);
  });
});
