import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSession } from '#features/accounts/server/manage-sessions.ts';
import { createOrderChanges, watchOrders } from '#features/orders/server/order-changes.ts';
import { logIn, makeBuyer, PASSWORD } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';

describe('F73: a change stream', () => {
  let market: Market;
  let buyer: { email: string; id: number; token: string };
  let ending: AbortController;
  /** Another process that shares the database. */
  let elsewhere: ReturnType<typeof createOrderChanges>;

  beforeEach(async () => {
    market = await makeMarket();
    ending = new AbortController();
    buyer = await makeBuyer(market);
    elsewhere = createOrderChanges(market.connection);
  });
  afterEach(() => {
    ending.abort();
    elsewhere.close();
  });

  async function sessionOf(token: string) {
    const session = await findSession(market.db, token, market.services.clock());
    if (!session) throw new Error('No session has this token');
    return session;
  }
  const anotherDevice = async () =>
    (await logIn(market, { email: buyer.email, password: PASSWORD, role: 'buyer' })).token;

  async function open(token: string, orderChanges = market.services.orderChanges) {
    const stream = watchOrders(market.db, await sessionOf(token), {
      orderChanges,
      clientAddress: '',
      signal: ending.signal,
    });
    const state = { isOver: false };
    void (async () => {
      for await (const _ of stream);
      state.isOver = true;
    })();
    return state;
  }
  /** Resolves once the process listens on the channel, and so do the streams opened before. */
  const whenHeard = () =>
    market.connection.listen('order_changes', { onMessage: () => {}, onReconnect: () => {} });

  test("ends at once with the logout of its session, in any process; another device's stream continues", async () => {
    const other = await anotherDevice();
    const own = [await open(buyer.token), await open(buyer.token, elsewhere)];
    const others = [await open(other), await open(other, elsewhere)];
    await whenHeard();
    const startedAt = performance.now();
    expect(
      (await market.request('/api/auth/logout', { token: buyer.token, method: 'POST' })).status,
    ).toBe(200);
    await expect.poll(() => own.every(({ isOver }) => isOver)).toBe(true);
    const milliseconds = Math.round(performance.now() - startedAt);
    expect(others.map(({ isOver }) => isOver)).toEqual([false, false]);
    report(
      'F73',
      `2 streams of a session in 2 processes ended ${milliseconds} ms after its logout, 2 of another session go on`,
    );
  });

  test.each<[string, (token: string) => Promise<unknown>]>([
    [
      'its account is deleted',
      (token) => market.caller({ token }).auth.deleteAccount({ password: PASSWORD }),
    ],
    ['its owner logs out everywhere', (token) => market.caller({ token }).auth.logoutEverywhere()],
  ])('ends when %s', async (_, end) => {
    const streams = [await open(buyer.token), await open(buyer.token, elsewhere)];
    await whenHeard();
    await end(buyer.token);
    await expect.poll(() => streams.every(({ isOver }) => isOver)).toBe(true);
  });

  test('on the device that changes the password continues, and the others end', async () => {
    const other = await anotherDevice();
    const [own, others] = [await open(buyer.token), await open(other)];
    await whenHeard();
    const passwords = { currentPassword: PASSWORD, newPassword: 'Ndizi-mbivu-2026' };
    await market.caller(buyer).auth.changePassword(passwords);
    await expect.poll(() => others.isOver).toBe(true);
    expect(own.isOver).toBe(false);
  });

  test('opened while its session is being ended does not stay open', async () => {
    const session = await sessionOf(buyer.token);
    // The request has found its session; the logout completes before the stream begins to listen.
    await market.caller(buyer).auth.logout();
    const { orderChanges } = market.services;
    const stream = watchOrders(market.db, session, {
      orderChanges,
      clientAddress: '',
      signal: ending.signal,
    });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });
});
