import { users } from '#accounts/server/tables/users.ts';
import { CONTACT_SHOWN_SECONDS } from '#orders/rules/limits.ts';
import { secondsAfter } from '#server/clock.ts';
import {
  asBuyer,
  asFarmer,
  buyer,
  byMpesa,
  caller,
  changeOrder,
  codeOf,
  confirmed,
  DAY,
  db,
  decideDispute,
  dumpDatabase,
  farm,
  givenTrade,
  type Market,
  market,
  nearPlace,
  now,
  order,
  PASSWORD,
  report,
  rowsOf,
  runOutbox,
  services,
  setFarm,
  setUser,
  sql,
  tick,
  wait,
} from '#tests/setup/in-market.ts';

async function everyAnswer(market: Market, tokens: { buyer: string; farmer: string }) {
  const month = '2026-03';
  const rest = async (token: string, path: string) =>
    (await market.request(path, { token })).text();
  const { buyer, auth: buyerAuth } = market.caller({ token: tokens.buyer });
  const { farmer, auth: farmerAuth } = market.caller({ token: tokens.farmer });
  await market.runOutbox();
  const letters = (to: string) =>
    market.mailbox.filter((mail) => mail.to.endsWith(to)).map(({ text, html }) => `${text}${html}`);
  const [{ orders: ofBuyer }, { orders: ofFarmer }] = [
    await buyer.orders.list({}),
    await farmer.orders.list({}),
  ];
  const bought = [
    ofBuyer,
    await rest(tokens.buyer, '/api/buyer/orders'),
    ...letters('@duka.example'),
    await Promise.all(ofBuyer.map(({ id }) => buyer.orders.get({ orderId: id }))),
    await buyerAuth.exportData(),
  ];
  const sold = [
    ofFarmer,
    await rest(tokens.farmer, '/api/farmer/orders'),
    await rest(tokens.farmer, '/api/farmer/dashboard'),
    await rest(tokens.farmer, '/api/farmer/payments'),
    ...letters('@shamba.example'),
    await Promise.all(ofFarmer.map(({ id }) => farmer.orders.get({ orderId: id }))),
    await farmer.payments.list({}),
    await farmer.payments.summary(),
    await farmer.payments.statement({ month }),
    await farmer.payments.export({ month }),
    await farmer.overview(),
    await farmerAuth.exportData(),
  ];
  return {
    buyer: JSON.stringify(bought),
    farmer: JSON.stringify(sold),
    count: bought.length + sold.length,
  };
}

const delivery = {
  fulfilment: 'delivery',
  deliveryAddress: 'Kilimo Road 7',
  ...nearPlace,
} as const;

givenTrade();

const moveEverything = async () => {
  await setUser(buyer.id, { phoneNumber: '+254799000001' });
  await setUser(farm.id, { phoneNumber: '+254799000002' });
  await setFarm(farm.id, {
    name: 'Mpya',
    latitude: -0.5,
    longitude: 37.1,
    subcounty: 'Mathira',
    addressDescription: 'Elsewhere',
  });
};
const hidden = { buyerPhone: null, deliveryAddress: null, dropOff: null };
const shown = {
  buyerPhone: '+254722000111',
  deliveryAddress: 'Kilimo Road 7',
  dropOff: nearPlace,
};

test('both sides see how to reach each other as it was when the order was confirmed, whatever they change later', async () => {
  const [delivered, collected] = [await confirmed(1, delivery), await confirmed()];
  await moveEverything();
  expect(await asFarmer().get({ orderId: delivered })).toMatchObject(shown);
  expect(await asBuyer().get({ orderId: delivered })).toMatchObject({ farmPlace: null });
  expect(await asBuyer().get({ orderId: collected })).toMatchObject({
    farmPhone: '+254112345678',
    farmName: 'Kilima Farm',
    farmPlace: {
      latitude: -0.4169,
      longitude: 36.951,
      subcounty: 'Nyeri Town',
      addressDescription: 'Behind the tea factory',
    },
  });
  expect(await asBuyer().get({ orderId: await confirmed() })).toMatchObject({
    farmPhone: '+254799000002',
    farmName: 'Mpya',
  });
});

/** The steps that end an order. */
const ends: Record<string, (orderId: number) => Promise<unknown>> = {
  'the farmer cancels': async (orderId) => asFarmer().cancel({ orderId, reason: 'Hail' }),
  'the farmer completes': async (orderId) => {
    await asFarmer().dispatch({ orderId });
    await asFarmer().complete({ orderId, handoverCode: codeOf(orderId) });
  },
  'the clock cancels': async (orderId) => {
    await changeOrder(orderId, {
      paymentMethod: 'M-Pesa',
      confirmedAt: secondsAfter(now(), -DAY),
    });
    await tick();
  },
};

test.each(Object.entries(ends))(
  'both sides see it until 30 days after the end, when %s, and on no path after',
  async (_, end) => {
    const [orderId, collected] = [await confirmed(1, delivery), await confirmed()];
    await end(orderId);
    await end(collected);
    expect(CONTACT_SHOWN_SECONDS).toBe(30 * DAY);
    await wait(CONTACT_SHOWN_SECONDS - 1);
    // A refund that is written down, or a review, is not the order's end.
    await changeOrder(orderId, { updatedAt: now() });
    expect(await asFarmer().get({ orderId })).toMatchObject(shown);
    expect(await asBuyer().get({ orderId: collected })).toMatchObject({
      farmPhone: '+254112345678',
      farmPlace: { latitude: -0.4169 },
    });
    await wait(1);
    expect(await asFarmer().get({ orderId })).toMatchObject(hidden);
    expect(await asBuyer().get({ orderId: collected })).toMatchObject({
      farmPhone: null,
      farmPlace: null,
    });
    await wait(700 * DAY);
    await moveEverything();
    const answers = await everyAnswer(market, { buyer: buyer.token, farmer: farm.token });
    expect(answers.farmer).not.toMatch(/722000111|799000001|Kilimo Road|36\.915/);
    expect(answers.buyer).not.toMatch(/112345678|799000002|36\.951|37\.1|tea factory|Elsewhere/);
    report('F71', `${answers.count} answers read 730 days after the end: no phone or place`);
  },
);

test('both sides see it again while what had ended is disputed, and 30 days after its second end', async () => {
  const orderId = await confirmed(1, delivery);
  await byMpesa(orderId, 'paid');
  await asFarmer().dispatch({ orderId });
  await wait(2 * DAY);
  await tick();
  await asBuyer().dispute({ orderId, reason: 'Half of it was rotten' });
  await wait(40 * DAY);
  expect(await asFarmer().get({ orderId })).toMatchObject({ status: 'disputed', ...shown });
  await decideDispute(orderId, 'cancelled');
  await wait(CONTACT_SHOWN_SECONDS - 1);
  expect(await asFarmer().get({ orderId })).toMatchObject({ status: 'cancelled', ...shown });
  await wait(1);
  expect(await asFarmer().get({ orderId })).toMatchObject({ status: 'cancelled', ...hidden });
});

test('nobody sees it before the order is confirmed: the farmer reads the town or ward alone', async () => {
  const orderId = await order(1, delivery);
  const area = expect.stringMatching(/^[^,]+, .*Nyeri$/);
  const unconfirmed = { ...hidden, deliveryAddress: area, deliveryArea: area };
  expect(await asBuyer().get({ orderId })).toMatchObject({ farmPhone: null, farmPlace: null });
  await asFarmer().reject({ orderId, reason: 'Sold out' });
  expect(await asFarmer().get({ orderId })).toMatchObject(unconfirmed);
});

test('an account that is deleted takes its part of the copy along', async () => {
  const orderId = await confirmed(1, delivery);
  await asBuyer().cancel({ orderId });
  const passwordHash = await services.passwords.hash(PASSWORD, 'test');
  await db.update(users).set({ passwordHash });
  await runOutbox();
  await caller(farm).auth.deleteAccount({ password: PASSWORD });
  const [copy] = await rowsOf(sql`select * from order_contacts`);
  const { order_id, buyer_phone_number, ...farmsPart } = copy ?? {};
  expect([order_id, buyer_phone_number]).toEqual([orderId, '+254722000111']);
  expect(new Set(Object.values(farmsPart))).toEqual(new Set([null]));
  await caller(buyer).auth.deleteAccount({ password: PASSWORD });
  expect(await dumpDatabase()).not.toMatch(/722000111|112345678/);
});
