import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { keptVapidKeys, requireKeyPair } from '#platform/server/vapid-keys.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';
import { TEST_VAPID_KEYS } from '#tests/setup/vapid-keys.ts';

/** The browser of RFC 8291's example. */
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/abc';

describe('a push subscription', () => {
  let market: Market;
  let token: string;
  beforeEach(async () => {
    market = await makeMarket();
    token = (await makeTestBuyer(market)).token;
  });
  const post = (body: unknown) => market.request('/api/push/subscriptions', { token, body });

  test('is created with the server’s key, renewed and ended over REST', async () => {
    const key = await market.request('/api/push/key', { token });
    expect(await key.json()).toEqual({ success: true, publicKey: TEST_VAPID_KEYS.publicKey });
    for (let time = 0; time < 2; time += 1) {
      const made = await post({ endpoint, keys, expirationTime: null });
      expect({ status: made.status, body: await made.json() }).toEqual({
        status: 200,
        body: { success: true },
      });
    }
    expect(await countRows(market.db, 'push_subscriptions')).toBe(1);
    const stranger = await makeTestBuyer(market);
    const end = (of: string) =>
      market.request('/api/push/subscriptions', {
        token: of,
        method: 'DELETE',
        body: { endpoint },
      });
    expect((await end(stranger.token)).status).toBe(200);
    expect(await countRows(market.db, 'push_subscriptions')).toBe(1);
    expect((await end(token)).status).toBe(200);
    expect(await countRows(market.db, 'push_subscriptions')).toBe(0);
  });

  test('is the same for every spelling of its endpoint', async () => {
    for (const written of [endpoint, `${endpoint}#2`, endpoint.replace('updates', 'UPDATES')]) {
      expect((await post({ endpoint: written, keys })).status).toBe(200);
    }
    expect(await rowsOf(market.db, sql`select endpoint from push_subscriptions`)).toEqual([
      { endpoint },
    ]);
    await market.request('/api/push/subscriptions', {
      token,
      method: 'DELETE',
      body: { endpoint: `${endpoint}#3` },
    });
    expect(await countRows(market.db, 'push_subscriptions')).toBe(0);
  });

  test.each([
    // Exceeds the size of an index entry, and does not compress.
    `${endpoint}/${Array.from({ length: 900 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000))).join('')}`,
    `${endpoint}/\u0000`,
    `${endpoint}/\ud800`,
    'https://169.254.169.254/latest/meta-data',
    'not a URL',
  ])('to %s is refused with a message', async (inside) => {
    const answer = await post({ endpoint: inside, keys });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      success: false,
      message: "Notifications can't be sent to this browser: we don't know its push service.",
    });
    expect(await countRows(market.db, 'push_subscriptions')).toBe(0);
  });

  test.each([
    [undefined],
    [{}],
    [{ ...keys, auth: 'short' }],
    [{ ...keys, p256dh: `B${'A'.repeat(86)}` }],
    [{ p256dh: 5, auth: null }],
  ])('with the keys %j is refused', async (given) => {
    expect((await post({ endpoint, keys: given })).status).toBe(400);
    expect(await countRows(market.db, 'push_subscriptions')).toBe(0);
  });
});

describe('the keys of an installation', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vapid-'));
    return () => rmSync(folder, { recursive: true });
  });
  const file = () => join(folder, 'vapid.json');

  test('are created once, complete and readable by their owner only', async () => {
    const made = await keptVapidKeys(folder);
    expect(await keptVapidKeys(folder)).toEqual(made);
    expect(requireKeyPair(made)).toEqual(made);
    expect(made.publicKey).toMatch(/^B[\w-]{86}$/);
    expect(readdirSync(folder)).toEqual(['vapid.json']);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(made);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test.each([
    '',
    '{"publicKey":',
    'null',
    '{}',
    JSON.stringify({ ...TEST_VAPID_KEYS, privateKey: 'x' }),
  ])('are reported as missing when their file contains %j', async (text) => {
    writeFileSync(file(), text);
    await expect(keptVapidKeys(folder)).rejects.toThrow(
      /vapid\.json holds no keys for notifications/,
    );
    expect(readFileSync(file(), 'utf8')).toBe(text);
  });

  test('are refused in the settings if they are from two pairs', async () => {
    const other = await keptVapidKeys(folder);
    expect(() => requireKeyPair({ ...TEST_VAPID_KEYS, privateKey: other.privateKey })).toThrow(
      /does not belong/,
    );
    expect(requireKeyPair(TEST_VAPID_KEYS)).toEqual(TEST_VAPID_KEYS);
  });
});
