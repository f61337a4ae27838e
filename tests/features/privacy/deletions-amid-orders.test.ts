import { users } from '#accounts/server/tables/users.ts';
import {
  caller,
  countRows,
  db,
  eq,
  freshKey,
  givenMarket,
  type Market,
  makeFarm,
  makeFarmer,
  makeOrder,
  makeProduct,
  makeTestBuyer,
  market,
  orderForm,
  outcomeOf,
  PASSWORD,
  services,
  sql,
} from '#tests/setup/in-market.ts';

let productId: number;

const erase = (caller: ReturnType<Market['caller']>) =>
  caller.auth.deleteAccount({ password: PASSWORD });

givenMarket();
beforeEach(async () => {
  productId = (await makeProduct(await makeFarmer())).id;
});

test('a deletion amid placing and cancelling: no open order is ever without its buyer', async () => {
  const passwordHash = await services.passwords.hash(PASSWORD, 'test');
  for (let round = 0; round < 6; round++) {
    const one = await makeTestBuyer({ passwordHash });
    const caller = market.caller(one);
    const shopping = (async () => {
      for (let count = 0; count < 5; count++) {
        const { id: orderId } = await makeOrder(one, [{ productId, quantity: 1 }]);
        await caller.buyer.orders.cancel({ orderId });
      }
    })();
    await Promise.allSettled([erase(caller), shopping]);
    const orphans = sql`status = 'pending' and buyer_id is null`;
    expect(await countRows('orders', orphans)).toBe(0);
  }
});

test('a farmer deletes the account while buyers fill carts and order: each refusal gives its reason', {
  timeout: 120_000,
}, async () => {
  const passwordHash = await services.passwords.hash(PASSWORD, 'test');
  for (let round = 0; round < 6; round++) {
    const farm = await makeFarm();
    await db.update(users).set({ passwordHash }).where(eq(users.id, farm.id));
    const lines: { productId: number; quantity: number }[] = [];
    for (let made = 0; made < 4; made++)
      lines.push({ productId: (await makeProduct(farm)).id, quantity: 1 });
    const erased = outcomeOf(erase(caller(farm)));
    const shopping = Array.from({ length: 4 }, async () => {
      const { buyer: shopper } = caller({ token: (await makeTestBuyer()).token });
      await shopper.cart.add({ lines });
      await shopper.orders.place({ idempotencyKey: freshKey(), order: orderForm() });
    });
    for (const bought of await Promise.all(shopping.map(outcomeOf)))
      expect(bought).toMatch(/^(accepted|CART_EMPTY|OFFER_GONE|UNAVAILABLE)$/);
    // Under load the one connection of the embedded database turns some away.
    expect(await erased).toMatch(/^(accepted|ACCOUNT_BUSY|UNAVAILABLE)$/);
    const orphans = sql`status = 'pending' and farmer_id is null`;
    expect(await countRows('orders', orphans)).toBe(0);
  }
});
