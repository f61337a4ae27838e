import { expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { farmerSignup, logIn } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { signUpFarmer } from '#tests/factories/sign-ups.ts';
import { freshKey, makeTestBuyer } from '#tests/factories/trade.ts';
import { givenMarket, market } from '#tests/setup/each-test.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';
import { call } from '#tests/setup/rest.ts';

givenMarket();

test("'paymentMethod (default M-Pesa)': an order without it is paid by M-Pesa", async () => {
  await openMpesa(market);
  const { id: productId } = await makeProduct(market, await makeFarm(market));
  const buyer = await makeTestBuyer(market);
  await market.caller(buyer).buyer.cart.put({ lines: [{ productId, quantity: 1 }] });
  const headers = { 'idempotency-key': freshKey() };
  const place = (order: object) =>
    call(
      market,
      '/api/buyer/orders',
      { fulfilment: 'collection', ...order },
      { ...buyer, headers },
    );
  expect(await place({ paymentMethod: 'Cheque' })).toMatchObject({
    status: 400,
    body: { fieldErrors: { paymentMethod: 'Choose how to pay' } },
  });
  expect((await place({})).status).toBe(201);
  const { body } = await call(market, '/api/buyer/orders', undefined, buyer);
  expect(body.orders).toMatchObject([{ paymentMethod: 'M-Pesa' }]);
});

test("'Geofence radius, default 500': a farmer's sign-up without one has 500", async () => {
  const { email, password, location } = farmerSignup();
  const { geofenceRadius: _, ...place } = location;
  const made = await signUpFarmer(market, { location: place });
  expect(made.status, String(made.body.message)).toBe(201);
  const who = await logIn(market, { email, password, role: 'farmer' });
  const { body } = await call(market, '/api/farmer/profile', undefined, who);
  expect(body.profile).toMatchObject({ geofenceRadius: 500 });
});
