// One file because its tests share one set-up.
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { passwordChanged } from '#features/accounts/server/send-account-letters.ts';
import { searchByName, searchByNumber } from '#features/operator/server/cases/case-queries.ts';
import { operatorActions } from '#features/operator/server/tables.ts';
import { payouts } from '#features/orders/server/tables/payments.ts';
import { rememberLiveDatabase } from '#platform/server/live-database.ts';
import { putInOutbox } from '#platform/server/outbox/put-in-outbox.ts';
import { makeShop, TOTAL } from '#tests/factories/money.ts';
import { makeOperator, requestOf } from '#tests/factories/operators.ts';
import { makeBuyer } from '#tests/factories/people.ts';
import { statementOf } from '#tests/factories/statements.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { rowsOf } from '#tests/setup/rows.ts';

let market: Market;
beforeEach(async () => {
  market = await makeMarket();
});
const HOUR_SECONDS = 3600;

describe("the desk's cases", () => {
  let shop: Awaited<ReturnType<typeof makeShop>>;
  const desk = (token: string) => market.caller({ token }).desk;
  beforeEach(async () => {
    await openMpesa(market);
    shop = await makeShop(market);
  });

  async function refundDue(amountCents: number, hoursAgo: number, receipt: string) {
    const orderId = await shop.confirmed();
    const at = new Date(market.services.clock().getTime() - hoursAgo * HOUR_SECONDS * 1000);
    await market.db.execute(
      sql`insert into payments (order_id, method, state, amount_cents, receipt, received_at)
        values (${orderId}, 'M-Pesa', 'refund_due', ${amountCents}, ${receipt}, ${at.toISOString()})`,
    );
    return orderId;
  }

  async function disputed() {
    const orderId = await shop.confirmed();
    await market.db.execute(
      sql`update orders set status = 'disputed', payment_status = 'paid' where id = ${orderId}`,
    );
    await market.db.execute(
      sql`insert into order_events (order_id, actor, subject, from_status, to_status, reason, happened_at)
        values (${orderId}, 'buyer', 'status', 'dispatched', 'disputed', 'Half of it was rotten', ${market.services.clock().toISOString()})`,
    );
    return orderId;
  }

  test('the most money that has waited longest comes first', async () => {
    const { token } = await makeOperator(market, { role: 'reader' });
    const [young, old, large] = [
      await refundDue(100_000, 2, 'YOUNG1'),
      await refundDue(100_000, 20, 'OLD1'),
      await refundDue(2_000_000, 2, 'LARGE1'),
    ];
    const { cases, count } = await desk(token).cases.list();
    expect(cases.map(({ id }) => id)).toEqual([large, old, young]);
    expect(count).toBe(3);
  });

  test('a payment of the statement that no order has is at the top, by its amount', async () => {
    const { token } = await makeOperator(market, { role: 'finance' });
    await refundDue(100_000, 2, 'DUE1');
    const text = statementOf({
      lines: [{ receipt: 'SGH7AA0001', paidIn: '45,000.00', at: '2026-03-01 14:00:00' }],
    });
    await desk(token).do.importStatement({ input: { text } });
    const { cases } = await desk(token).cases.list();
    expect(cases[0]).toMatchObject({
      kind: 'unmatched',
      page: 'statement',
      cents: 4_500_000,
      said: 'SGH7AA0001',
    });
    expect(cases).toHaveLength(2);
  });

  test("a dispute's page shows both sides, the messages and what can be done", async () => {
    const { token } = await makeOperator(market, { role: 'support' });
    const orderId = await disputed();
    const conversation = await market
      .caller(shop.buyer)
      .conversations.start({ productId: shop.kale.id, text: 'It arrived rotten' });
    expect(conversation.id).toBeGreaterThan(0);
    const { order, conversations, choices } = await desk(token).cases.order({ id: orderId });
    expect(order).toMatchObject({
      id: orderId,
      totalCents: TOTAL * 100,
      buyer: { id: shop.buyer.id },
      farmer: { id: shop.farm.id },
      dispute: { reason: 'Half of it was rotten' },
    });
    expect(conversations[0]?.messages.at(-1)?.text).toBe('It arrived rotten');
    expect(choices).toMatchObject([
      { does: 'endDispute', input: { end: 'completed' }, isAllowed: true, takesTwo: false },
      { does: 'endDispute', input: { end: 'cancelled' }, isAllowed: true, takesTwo: false },
    ]);
  });

  test('a reader sees the choices, and may make none', async () => {
    const { token } = await makeOperator(market, { role: 'reader' });
    const orderId = await disputed();
    const [choice] = (await desk(token).cases.order({ id: orderId })).choices;
    expect(choice).toMatchObject({ isAllowed: false });
    await expect(
      desk(token).do.endDispute({ input: { orderId, end: 'completed', reason: 'x' } }),
    ).rejects.toThrow('DESK_REFUSED');
  });

  test('a page that two operators have open decides once', async () => {
    const [amina, juma] = [
      await makeOperator(market, { name: 'amina', role: 'support' }),
      await makeOperator(market, { name: 'juma', role: 'support' }),
    ];
    const orderId = await disputed();
    const [hers, his] = [
      (await desk(amina.token).cases.order({ id: orderId })).choices,
      (await desk(juma.token).cases.order({ id: orderId })).choices,
    ];
    const decide = (token: string, end: 'completed' | 'cancelled', seen: string | undefined) =>
      desk(token).do.endDispute({ input: { orderId, end, reason: 'Photos' }, seen: seen ?? '' });
    await decide(amina.token, 'completed', hers[0]?.seen);
    await expect(decide(juma.token, 'cancelled', his[1]?.seen)).rejects.toThrow('DESK_REFUSED');
    const { order } = await desk(juma.token).cases.order({ id: orderId });
    expect(order.status).toBe('completed');
  });

  test('a request opens with its order, and its own author may not approve it', async () => {
    const amina = await makeOperator(market, { name: 'amina', role: 'finance' });
    const orderId = await refundDue(100_000, 2, 'IN1');
    const [choice] = (await desk(amina.token).cases.order({ id: orderId })).choices;
    expect(choice).toMatchObject({ does: 'refund', isAllowed: true, takesTwo: true });
    const input = { paymentId: Number(choice?.input.paymentId), receipt: 'SGH7BACK' };
    const asking = desk(amina.token).do.refund({ input, seen: choice?.seen ?? '' });
    const page = await desk(amina.token).cases.request({ id: await requestOf(asking) });
    expect(page).toMatchObject({
      isOwn: true,
      isAllowed: true,
      request: { operation: 'refund', input: { receipt: 'SGH7BACK' } },
      order: { order: { id: orderId } },
    });
  });

  test('the number of an order and a receipt in lower case find the order', async () => {
    const { token } = await makeOperator(market, { role: 'reader' });
    const orderId = await refundDue(100_000, 2, 'SGH7IN1');
    for (const text of [String(orderId), 'sgh7in1']) {
      const { orders } = await desk(token).cases.search({ text });
      expect(orders.map(({ id }) => id)).toEqual([orderId]);
    }
  });

  test('a part of a name finds the account, and the log keeps what was searched for', async () => {
    const { token } = await makeOperator(market, { role: 'reader' });
    const { account } = await desk(token).cases.account({ id: shop.farm.id });
    const { accounts } = await desk(token).cases.search({ text: account.lastName.slice(0, 4) });
    expect(accounts.map(({ id }) => id)).toContain(shop.farm.id);
    const rows = await market.db
      .select({ outcome: operatorActions.outcome, details: operatorActions.details })
      .from(operatorActions)
      .where(eq(operatorActions.action, 'search'));
    expect(rows).toEqual([{ outcome: 'looked', details: { text: account.lastName.slice(0, 4) } }]);
  });

  test.each([
    ['what is searched for', 'search', { text: 'Wanjiku' }, 'Wanjiku'],
    [
      "the officer's position",
      'visits',
      { position: { latitude: -0.4169, longitude: 36.951 } },
      '0.4169',
    ],
  ])('%s is in no address, which proxies log', async (_, procedure, body, secret) => {
    const { token } = await makeOperator(market, { role: 'reader' });
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0.0.0 Mobile' };
    const input = encodeURIComponent(JSON.stringify(body));
    const path = `/trpc/desk.cases.${procedure}`;
    const got = await market.request(`${path}?input=${input}`, { token, headers });
    expect(got.status).toBe(404);
    const posted = await market.request(path, { token, headers, body });
    expect(posted.status).toBe(200);
    expect(market.logged.join()).toContain(path);
    expect(market.logged.join()).not.toContain(secret);
  });

  test('farms that nobody has visited are listed from where the officer stands', async () => {
    const { token } = await makeOperator(market, { role: 'support' });
    const farms = await desk(token).cases.visits({
      position: { latitude: -1.29, longitude: 36.82 },
    });
    expect(farms.map(({ userId }) => userId)).toContain(shop.farm.id);
    const { choices } = await desk(token).cases.account({ id: shop.farm.id });
    const visited = choices.find(({ does }) => does === 'visited');
    await desk(token).do.visited({
      input: { account: String(visited?.input.account), reason: 'Maize in the store' },
    });
    const left = await desk(token).cases.visits({ position: null });
    expect(left.map(({ userId }) => userId)).not.toContain(shop.farm.id);
  });

  test('what does not exist is said to be settled', async () => {
    const { token } = await makeOperator(market, { role: 'lead' });
    for (const page of ['order', 'report', 'account', 'request'] as const)
      await expect(desk(token).cases[page]({ id: 4711 })).rejects.toThrow('DESK_REFUSED');
    const rows = await market.db
      .select({ action: operatorActions.action, details: operatorActions.details })
      .from(operatorActions)
      .where(eq(operatorActions.outcome, 'refused'))
      .orderBy(operatorActions.id);
    expect(rows).toHaveLength(4);
    expect(rows[2]).toMatchObject({ action: 'account page', details: { accountId: 4711 } });
  });
});

describe("the desk's lists besides its cases", () => {
  const DAY = 24 * 3600;
  const ACCOUNTS = 5000;
  let token: string;
  const desk = () => market.caller({ token }).desk;
  beforeEach(async () => {
    token = (await makeOperator(market, { role: 'lead' })).token;
  });

  test('a copy of the database offers to become the live one, and says so in the log', async () => {
    expect(await desk().server()).toMatchObject({
      isLive: false,
      paysOut: false,
      messageChoices: [{ does: 'enableOutgoing' }, { does: 'enablePayouts' }],
      priceChoices: [{ does: 'rebuildPrices', isAllowed: true }],
    });
    const [enable] = (await desk().server()).messageChoices;
    await desk().do.enableOutgoing({ input: {}, seen: enable?.seen ?? '' });
    expect(await desk().server()).toMatchObject({
      isLive: true,
      messageChoices: [{ does: 'enablePayouts' }],
    });
  });

  test('held messages are listed with what they are about, and each can be sent or dropped', async () => {
    await rememberLiveDatabase(market.db, market.services);
    const { id: userId } = await makeBuyer(market);
    market.outage.mail = true;
    for (let letter = 0; letter < 2; letter++)
      await putInOutbox(market.db, passwordChanged({ userId }), market.services.clock());
    await market.workThroughOutbox();
    market.advance(DAY);
    market.outage.mail = false;
    token = (await makeOperator(market, { name: 'juma', role: 'lead' })).token;
    await market.workThroughOutbox();
    const { held, heldCount, messageChoices } = await desk().server();
    expect(heldCount).toBe(2);
    expect(held[0]).toMatchObject({ kind: 'passwordChanged', payload: { userId } });
    expect(messageChoices).toMatchObject([
      { does: 'releaseMessages', input: { message: 'all' } },
      { does: 'dropMessages', input: { message: 'all' } },
    ]);
    const [, drop] = held[0]?.choices ?? [];
    await desk().do.dropMessages({
      input: { message: Number(drop?.input.message), reason: 'Too late' },
    });
    expect((await desk().server()).held.map(({ id }) => id)).toEqual([held[1]?.id]);
  });

  test('payouts are listed by their number: those that wait, or all', async () => {
    await openMpesa(market);
    const shop = await makeShop(market);
    const now = market.services.clock();
    const make = async (status: 'due' | 'paid' | 'failed') => {
      const orderId = await shop.confirmed();
      const row = { orderId, farmerId: shop.farm.id, amountCents: 50_000, status };
      const [made] = await market.db
        .insert(payouts)
        .values({ ...row, heldUntil: now, createdAt: now })
        .returning({ id: payouts.id });
      return made?.id ?? 0;
    };
    const [due, paid, failed] = [await make('due'), await make('paid'), await make('failed')];
    const idsOf = async (isAll: boolean, afterId: number | null) =>
      (await desk().cases.payouts({ isAll, afterId })).payouts.map(({ id }) => id);
    expect(await idsOf(false, null)).toEqual([due, failed]);
    expect(await idsOf(true, null)).toEqual([due, paid, failed]);
    expect(await idsOf(true, due)).toEqual([paid, failed]);
  });

  test('a number finds its account, also unverified, and a farm its farmer', async () => {
    const shop = await makeShop(market);
    const { account } = await desk().cases.account({ id: shop.farm.id });
    const found = async (text: string) =>
      (await desk().cases.search({ text })).accounts.map(({ id }) => id);
    await market.db.execute(
      sql`update users set phone_number = '+254733000444', phone_verified_at = null where id = ${shop.farm.id}`,
    );
    expect(await found('0733 000 444')).toEqual([shop.farm.id]);
    expect(await found((account.farmName ?? '').toUpperCase())).toContain(shop.farm.id);
    expect(await found(`${account.firstName} ${account.lastName}`)).toContain(shop.farm.id);
    expect(await found('100% of them')).toEqual([]);
  });

  test.each(['a', 'wa', 'w a n', '---'])('%s is too short for a name', async (text) => {
    expect(await outcomeOf(desk().cases.search({ text }))).toBe('DESK_REFUSED');
  });

  test('a search reads an index and not all accounts', async () => {
    await market.db.execute(sql`
      insert into users (role, password_hash, first_name, last_name, phone_number, created_at, updated_at)
      select 'buyer', 'x', 'Buyer', 'Number' || n, '+2547' || lpad(n::text, 8, '0'), now(), now()
      from generate_series(1, ${ACCOUNTS}::int) n`);
    await market.db.execute(sql`select gin_clean_pending_list('users_search')`);
    await market.db.execute(sql`analyze users`);
    // Reading a small table whole costs little.
    await market.db.execute(sql`set enable_seqscan = off`);
    for (const search of [
      searchByName(market.db, 'wanjiku'),
      searchByNumber(market.db, '+254733000444'),
    ]) {
      const plan = await rowsOf<{ 'QUERY PLAN': string }>(
        market.db,
        sql`explain ${search.getSQL()}`,
      );
      const text = plan.map((row) => row['QUERY PLAN']).join('\n');
      expect(text).toContain('users_search');
    }
    await market.db.execute(sql`reset enable_seqscan`);
  });
});
