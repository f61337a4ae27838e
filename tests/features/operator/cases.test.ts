import type { OperatorRole } from '#operator/rules/desk-input.ts';
import { searchByName, searchByNumber } from '#operator/server/cases/case-queries.ts';
import { operatorActions } from '#operator/server/tables.ts';
import { OPERATOR_LIST_MAX } from '#orders/rules/limits.ts';
import { payments, payouts } from '#orders/server/payments/tables.ts';
import { statementOf } from '#tests/factories/statements.ts';
import {
  caller,
  db,
  eq,
  givenMarket,
  logged,
  makeLot,
  makeLotFarm,
  makeOperator,
  makeShop,
  openMpesa,
  refused,
  request,
  requestOf,
  services,
  setUser,
  sql,
  TOTAL,
} from '#tests/setup/in-market.ts';
import { rowsOf } from '#tests/setup/rows.ts';

givenMarket();
const HOUR_MILLISECONDS = 3_600_000;

describe("the desk's cases", () => {
  let shop: Awaited<ReturnType<typeof makeShop>>;
  const deskOf = async (role: OperatorRole, name?: string) =>
    caller(await makeOperator({ role, ...(name && { name }) })).desk;
  beforeEach(async () => {
    await openMpesa();
    shop = await makeShop();
  });

  async function refundDue(amountCents: number, hoursAgo: number, receipt: string) {
    const orderId = await shop.confirmed();
    const receivedAt = new Date(services.clock().getTime() - hoursAgo * HOUR_MILLISECONDS);
    const payment = { orderId, method: 'M-Pesa', state: 'refund_due', amountCents } as const;
    await db.insert(payments).values({ ...payment, receipt, receivedAt });
    return orderId;
  }

  async function disputed() {
    const orderId = await shop.confirmed();
    await db.execute(
      sql`update orders set status = 'disputed', payment_status = 'paid' where id = ${orderId}`,
    );
    await db.execute(
      sql`insert into order_events (order_id, actor, subject, from_status, to_status, reason, happened_at)
        values (${orderId}, 'buyer', 'status', 'dispatched', 'disputed', 'Half of it was rotten', ${services.clock().toISOString()})`,
    );
    return orderId;
  }

  test('the most money that has waited longest comes first, also money that no order has', async () => {
    const desk = await deskOf('finance');
    const [young, old, large] = [
      await refundDue(100_000, 2, 'YOUNG1'),
      await refundDue(100_000, 20, 'OLD1'),
      await refundDue(2_000_000, 2, 'LARGE1'),
    ];
    const lines = [{ receipt: 'SGH7AA0001', paidIn: '45,000.00', at: '2026-03-01 14:00:00' }];
    await desk.do.importStatement({ input: { text: statementOf({ lines }) } });
    const unmatched = { kind: 'unmatched', page: 'statement', cents: 4_500_000 };
    expect(await desk.cases.list()).toMatchObject({
      cases: [{ ...unmatched, said: 'SGH7AA0001' }, { id: large }, { id: old }, { id: young }],
      count: 4,
    });
  });

  test("a dispute's page shows both sides, the messages and what the role can do", async () => {
    const orderId = await disputed();
    const text = 'It arrived rotten';
    await caller(shop.buyer).conversations.start({ productId: shop.kale.id, text });
    const offered = { productId: shop.kale.id, quantity: 20, price: 45 };
    await caller(shop.buyer).offers.make(offered);
    const desk = await deskOf('support');
    const { order, conversations, choices } = await desk.cases.order({ id: orderId });
    expect(order).toMatchObject({
      totalCents: TOTAL * 100,
      buyer: { id: shop.buyer.id },
      farmer: { id: shop.farm.id },
      dispute: { reason: 'Half of it was rotten' },
    });
    const offer = { quantity: 20, unit: 'kg', price: 45, status: 'open' };
    expect(conversations[0]?.messages.slice(-2)).toMatchObject([{ text, offer: null }, { offer }]);
    const [line] = order.lines;
    expect(line).toMatchObject({ finalQuantity: line?.quantity, priceCents: 5000 });
    expect(choices).toMatchObject([
      { does: 'endDispute', input: { end: 'completed' }, isAllowed: true, takesTwo: false },
      { does: 'endDispute', input: { end: 'divided' }, isAllowed: true, takesTwo: false },
      { does: 'endDispute', input: { end: 'cancelled' }, isAllowed: true, takesTwo: false },
    ]);
    const reader = await deskOf('reader', 'juma');
    const { choices: shown } = await reader.cases.order({ id: orderId });
    expect(shown.map(({ isAllowed }) => isAllowed)).toEqual([false, false, false]);
  });

  test('a request opens with its order, and its own author may not approve it', async () => {
    const desk = await deskOf('finance');
    const orderId = await refundDue(100_000, 2, 'IN1');
    const [choice] = (await desk.cases.order({ id: orderId })).choices;
    expect(choice).toMatchObject({ does: 'refund', isAllowed: true, takesTwo: true });
    const input = { paymentId: Number(choice?.input.paymentId), receipt: 'SGH7BACK' };
    const asking = desk.do.refund({ input, seen: choice?.seen ?? '' });
    expect(await desk.cases.request({ id: await requestOf(asking) })).toMatchObject({
      isOwn: true,
      isAllowed: true,
      request: { operation: 'refund', input: { receipt: 'SGH7BACK' } },
      order: { order: { id: orderId } },
    });
  });

  test('the number of an order, also as the books write it, and a receipt in lower case find the order', async () => {
    const orderId = await refundDue(100_000, 2, 'SGH7IN1');
    const desk = await deskOf('reader');
    for (const text of [String(orderId), `SS-${orderId}`, 'sgh7in1'])
      expect(await desk.cases.search({ text })).toMatchObject({ orders: [{ id: orderId }] });
  });

  test('a lot is found by its number, and its page shows its orders, and lets it go once', async () => {
    const desk = await deskOf('support');
    const [taken, open] = [await makeLot({ quantity: 400 }), await makeLot()];
    const [one, other] = [await makeLotFarm(), await makeLotFarm()];
    await one.lots.give({ lotId: taken.lotId, quantity: 400 });
    const [ordered] = (await taken.take()).shares;
    for (const text of [String(taken.lotId), `lot ${taken.lotId}`])
      expect(await desk.cases.search({ text })).toMatchObject({ lot: { id: taken.lotId } });
    expect(await desk.cases.lot({ id: taken.lotId })).toMatchObject({
      buyer: expect.any(String),
      lot: { status: 'taken', shares: [{ quantity: 400, status: 'ordered' }] },
      orders: [{ id: ordered?.orderId }],
      choices: [],
    });
    await other.lots.give({ lotId: open.lotId, quantity: 100 });
    const [choice] = (await desk.cases.lot({ id: open.lotId })).choices;
    const ending = { input: { lotId: open.lotId, reason: 'Not meant' }, seen: choice?.seen };
    expect(await desk.do.endLot(ending)).toMatchObject({ outcome: 'done' });
    expect(await open.read()).toMatchObject({ status: 'lapsed', given: 0 });
    await refused(desk.do.endLot(ending), 'DESK_REFUSED');
  });

  const position = { latitude: -0.4169, longitude: 36.951 };
  test.each([
    ['what is searched for', 'search', { text: 'Wanjiku' }, 'Wanjiku'],
    ["the officer's position", 'visits', { position }, '0.4169'],
  ])('%s is in no address, which proxies log', async (_, procedure, body, secret) => {
    const { token } = await makeOperator({ role: 'reader' });
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0.0.0 Mobile' };
    const input = encodeURIComponent(JSON.stringify(body));
    const path = `/trpc/desk.cases.${procedure}`;
    const got = await request(`${path}?input=${input}`, { token, headers });
    expect(got.status).toBe(404);
    const posted = await request(path, { token, headers, body });
    expect(posted.status).toBe(200);
    const log = logged.join();
    expect([log.includes(path), log.includes(secret)]).toEqual([true, false]);
  });

  test('what does not exist is said to be settled', async () => {
    const desk = await deskOf('lead');
    for (const page of ['order', 'report', 'account', 'request', 'lot'] as const)
      await refused(desk.cases[page]({ id: 4711 }), 'DESK_REFUSED');
    const rows = await db
      .select({ action: operatorActions.action, details: operatorActions.details })
      .from(operatorActions)
      .where(eq(operatorActions.outcome, 'refused'))
      .orderBy(operatorActions.id);
    expect(rows).toHaveLength(5);
    expect(rows[2]).toMatchObject({ action: 'account page', details: { accountId: 4711 } });
  });
});

describe("the desk's lists besides its cases", () => {
  const ACCOUNTS = 5000;
  let token: string;
  const desk = () => caller({ token }).desk;
  beforeEach(async () => {
    ({ token } = await makeOperator());
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

  test('B72: lists are bounded and say how many more there are; payouts and the log go on from there', async () => {
    await openMpesa();
    const shop = await makeShop();
    const first = await shop.confirmed();
    const now = services.clock();
    const total = OPERATOR_LIST_MAX + 3;
    // One order is enough to copy: only one payout belongs to an order.
    const orderIds = await rowsOf<{ id: number }>(
      db,
      sql`insert into orders (buyer_id, farmer_id, fulfilment, subtotal_cents, delivery_fee_cents, total_cents, status, created_at, updated_at)
        select buyer_id, farmer_id, fulfilment, 100, 0, 100, 'disputed', created_at, created_at + n * interval '1 s'
        from orders, generate_series(1, ${total}::int) n where orders.id = ${first} returning id`,
    );
    const due = { farmerId: shop.farm.id, amountCents: 100, heldUntil: now, createdAt: now };
    await db.insert(payouts).values(
      orderIds.map(({ id: orderId }, at) => ({
        ...{ ...due, orderId },
        status: at === 1 ? ('paid' as const) : ('due' as const),
      })),
    );
    const { cases, count } = await desk().cases.list();
    const oldest = orderIds.slice(0, OPERATOR_LIST_MAX).map(({ id }) => id);
    expect([cases.map(({ id }) => id), count]).toEqual([oldest, OPERATOR_LIST_MAX]);

    const pageAfter = async (isAll: boolean, afterId: number | null) => {
      const { payouts: shown, isLast } = await desk().cases.payouts({ isAll, afterId });
      return { ids: shown.map(({ id }) => id), isLast };
    };
    const all = await pageAfter(true, null);
    expect([all.ids.length, all.isLast]).toEqual([OPERATOR_LIST_MAX, false]);
    expect(all.ids).toEqual(all.ids.toSorted((a, b) => a - b));
    const rest = await pageAfter(true, all.ids.at(-1) ?? 0);
    expect([new Set([...all.ids, ...rest.ids]).size, rest.isLast]).toEqual([total, true]);
    const open = await pageAfter(false, null);
    expect([open.ids.includes(all.ids[1] ?? 0), open.isLast]).toEqual([false, false]);

    const hiding = { operator: 'juma', action: 'hide', details: {}, happenedAt: now };
    await db.insert(operatorActions).values(orderIds.map(() => hiding));
    const newest = (await desk().log({ beforeId: null })).map(({ id }) => id);
    expect(newest).toHaveLength(OPERATOR_LIST_MAX);
    expect(newest).toEqual(newest.toSorted((a, b) => b - a));
    const before = (await desk().log({ beforeId: newest.at(-1) ?? 0 })).map(({ id }) => id);
    expect(before[0]).toBe((newest.at(-1) ?? 0) - 1);
    expect(before.at(-1)).toBe(1);
  });

  test('a number finds its account, also unverified, and a part of a name its people and farms', async () => {
    const shop = await makeShop();
    const { account } = await desk().cases.account({ id: shop.farm.id });
    const found = async (text: string) =>
      (await desk().cases.search({ text })).accounts.map(({ id }) => id);
    await setUser(shop.farm.id, {
      firstName: 'Ng’endo',
      lastName: 'Wanjirũ',
      phoneNumber: '+254733000444',
      phoneVerifiedAt: null,
    });
    expect(await found('0733 000 444')).toEqual([shop.farm.id]);
    expect(await found('\u202a+254 733 000 444\u202c')).toEqual([shop.farm.id]);
    for (const text of [
      (account.farmName ?? '').toUpperCase(),
      'WANJIRU ng`endo',
      'wanjiru\u0303',
      `${account.email}`,
    ])
      expect(await found(text)).toContain(shop.farm.id);
    expect(await found('100% of them')).toEqual([]);
    const searches = await db
      .select({ outcome: operatorActions.outcome, details: operatorActions.details })
      .from(operatorActions)
      .where(eq(operatorActions.action, 'search'));
    expect(searches).toContainEqual({ outcome: 'looked', details: { text: '0733 000 444' } });
  });

  test.each(['wa', 'w a n', '---'])('%s is too short for a name', async (text) => {
    await refused(desk().cases.search({ text }), 'DESK_REFUSED');
  });

  test('a search reads an index and not all accounts', async () => {
    await db.execute(sql`
      insert into users (role, password_hash, first_name, last_name, phone_number, created_at, updated_at)
      select 'buyer', 'x', 'Buyer', 'Number' || n, '+2547' || lpad(n::text, 8, '0'), now(), now()
      from generate_series(1, ${ACCOUNTS}::int) n`);
    await db.execute(sql`select gin_clean_pending_list('users_folded')`);
    await db.execute(sql`analyze users`);
    await db.transaction(async (tx) => {
      // Reading a small table whole costs little.
      await tx.execute(sql`set local enable_seqscan = off`);
      for (const search of [searchByName(tx, ['wanjiku']), searchByNumber(tx, '+254733000444')]) {
        const plan = await rowsOf(tx, sql`explain ${search.getSQL()}`);
        expect(JSON.stringify(plan)).toContain('users_folded');
      }
    });
  });
});
