/** @module-tag long */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { users } from '#features/accounts/server/tables/users.ts';
import { farms } from '#features/farms/server/tables.ts';
import { isProven, proofOf } from '#features/orders/server/proof-queries.ts';
import { makeShop, PHONE, type Shop } from '#tests/factories/money.ts';
import { makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';
import { type OpenMpesa, openMpesa } from '#tests/setup/mpesa.ts';

describe('whether a person is proven (B113)', () => {
  let market: Market;
  let mpesa: OpenMpesa;
  let shop: Shop;
  const proof = (userId: number) => proofOf(market.db, userId);

  beforeEach(async () => {
    market = await makeMarket();
    mpesa = await openMpesa(market);
    shop = await makeShop(market);
  });

  /** Another buyer, who pays an order from a phone number. */
  async function makePayer(phoneNumber: string) {
    const buyer = await makeTestBuyer(market);
    const { id } = await makeOrder(market, buyer, [{ productId: shop.kale.id, quantity: 5 }], {
      paymentMethod: 'M-Pesa',
    });
    await shop.asFarmer.orders.confirm({ orderId: id });
    market.advance(180);
    await market.caller({ token: buyer.token }).buyer.orders.pay({ orderId: id, phoneNumber });
    await mpesa.answer('approve');
    return { ...buyer, orderId: id };
  }

  test('a mailbox proves nothing, and a cash order proves nothing', async () => {
    await shop.handOver(await shop.confirmedForCash());
    expect(await proof(shop.buyer.id)).toBe('nothing');
    expect(await proof(shop.farm.id)).toBe('nothing');
    expect(await proof(999_999)).toBe('nothing');
  });

  test('a verified phone number proves its owner', async () => {
    await market.db
      .update(users)
      .set({ phoneVerifiedAt: START })
      .where(eq(users.id, shop.buyer.id));
    expect(await proof(shop.buyer.id)).toBe('phoneVerified');
  });

  test('a visit proves a farm until its pin moves', async () => {
    await market.db.update(farms).set({ visitedAt: START }).where(eq(farms.userId, shop.farm.id));
    expect(await proof(shop.farm.id)).toBe('farmVisited');
    await market.db.update(farms).set({ visitedAt: null }).where(eq(farms.userId, shop.farm.id));
    expect(await proof(shop.farm.id)).toBe('nothing');
  });

  test('a paid order proves its buyer until the money is due back', async () => {
    const payer = await makePayer(PHONE);
    expect(await proof(payer.id)).toBe('hasPaid');
    await shop.asFarmer.orders.cancel({ orderId: payer.orderId, reason: 'hail' });
    expect(await proof(payer.id)).toBe('nothing');
  });

  test('eight buyers who pay from one phone number are not proven', async () => {
    const payers = [];
    for (let made = 0; made < 8; made += 1) payers.push(await makePayer(PHONE));
    expect(new Set(await Promise.all(payers.map(({ id }) => proof(id))))).toEqual(
      new Set(['nothing']),
    );
    const own = await makePayer('+254733000444');
    expect(await proof(own.id)).toBe('hasPaid');
  });

  test("another account's verified number proves only that account", async () => {
    const payer = await makePayer(PHONE);
    const change = { phoneNumber: PHONE, phoneVerifiedAt: START };
    await market.db.update(users).set(change).where(eq(users.id, shop.farm.id));
    expect(await proof(payer.id)).toBe('nothing');
    expect(await proof(shop.farm.id)).toBe('phoneVerified');
  });

  test('statements apply the same rule to each row', async () => {
    const payer = await makePayer('+254733000444');
    await market.db
      .update(users)
      .set({ phoneVerifiedAt: START })
      .where(eq(users.id, shop.buyer.id));
    const rows = await market.db
      .select({ id: users.id, isProven: isProven(sql`${users.id}`) })
      .from(users);
    const proven = rows.filter((row) => row.isProven).map(({ id }) => id);
    expect(proven.sort()).toEqual([shop.buyer.id, payer.id].sort());
  });
});
