import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { passwordChanged } from '#features/accounts/server/send-account-letters.ts';
import { searchByName, searchByNumber } from '#features/operator/server/cases/case-queries.ts';
import { payouts } from '#features/orders/server/tables/payments.ts';
import { rememberLiveDatabase } from '#platform/server/live-database.ts';
import { putInOutbox } from '#platform/server/outbox/put-in-outbox.ts';
import { makeShop } from '#tests/factories/money.ts';
import { makeOperator } from '#tests/factories/operators.ts';
import { makeBuyer } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { rowsOf } from '#tests/setup/rows.ts';

const DAY = 24 * 3600;
const ACCOUNTS = 5000;

describe("the desk's lists besides its cases", () => {
  let market: Market;
  let token: string;
  const desk = () => market.caller({ token }).desk;
  beforeEach(async () => {
    market = await makeMarket();
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
