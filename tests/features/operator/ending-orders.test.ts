import { beforeEach, expect, test } from 'vitest';
import { dispatchedForCash, makeShop, moneyOf, type Shop } from '#tests/factories/money.ts';
import { makeOperator, requestOf } from '#tests/factories/operators.ts';
import { changeOrder } from '#tests/factories/trade.ts';
import { makeScales } from '#tests/factories/weighing.ts';
import { givenMarket, market, refused } from '#tests/setup/each-test.ts';
import { type OpenMpesa, openMpesa } from '#tests/setup/mpesa.ts';

/* Every order of the shop is five kilograms at KES 50: 250. Its weight can be 4.5 to 5.5 kg. */

const REASON = 'The photos show it';
let mpesa: OpenMpesa;
let shop: Shop;
let scales: ReturnType<typeof makeScales>;
let amina: Awaited<ReturnType<typeof makeOperator>>;
let juma: typeof amina;
const desk = ({ token }: typeof amina) => market.caller({ token }).desk;
const payAbove = (kes: number) => {
  market.services.operatorSettings.twoPeopleAboveCents = kes * 100;
};
givenMarket();
beforeEach(async () => {
  mpesa = await openMpesa(market);
  shop = await makeShop(market);
  scales = makeScales(market, { mpesa, shop });
  amina = await makeOperator(market, { name: 'amina', role: 'support' });
  juma = await makeOperator(market, { name: 'juma', role: 'lead' });
  payAbove(249);
});

async function disputed(): Promise<number> {
  const orderId = await scales.sent();
  await shop.asBuyer.dispute({ orderId, reason: 'Half of it was rotten' });
  return orderId;
}
type Does = 'endDispute' | 'endDispatched';
const end = (does: Does, orderId: number, to: 'completed' | 'cancelled' = 'completed') =>
  desk(amina).do[does]({ input: { orderId, end: to, reason: REASON } });
const request = (does: Does, orderId: number) => requestOf(end(does, orderId));
async function endOf(orderId: number) {
  const { status, payout } = await moneyOf(market, orderId);
  return [status, payout && payout.cents / 100];
}

test.each([
  ['endDispute', disputed],
  ['endDispatched', () => scales.sent()],
] as const)(
  '%s above the limit: another person approves it, its requester never',
  async (does, make) => {
    const orderId = await make();
    const requestId = await request(does, orderId);
    const [before] = await endOf(orderId);
    expect(before).not.toBe('completed');
    await refused(desk(amina).requests.approve({ requestId }), 'DESK_REFUSED');
    expect(await endOf(orderId)).toEqual([before, null]);
    await desk(juma).requests.approve({ requestId });
    expect(await endOf(orderId)).toEqual(['completed', 250]);
    await refused(desk(juma).requests.approve({ requestId }), 'DESK_REFUSED');
  },
);

test('an end at the limit, cancelled, for cash or unpaid takes one', async () => {
  const done = { outcome: 'done' };
  payAbove(250);
  expect(await end('endDispute', await disputed())).toMatchObject(done);
  payAbove(249);
  expect(await end('endDispute', await disputed(), 'cancelled')).toMatchObject(done);
  const forCash = await dispatchedForCash(shop);
  expect(await end('endDispatched', forCash)).toMatchObject(done);
  const unpaid = await scales.sent();
  await changeOrder(market, unpaid, { paymentStatus: 'pending' });
  expect(await end('endDispatched', unpaid)).toMatchObject(done);
  expect(await endOf(unpaid)).toEqual(['completed', null]);
});

test("the order's page says so before and names the request until it is decided, as the list does", async () => {
  const [orderId, other] = [await disputed(), await disputed()];
  const { order, choices } = await desk(amina).cases.order({ id: orderId });
  expect(order.payoutCents).toBe(25_000);
  expect(choices.map(({ input, takesTwo }) => [input.end, takesTwo])).toEqual([
    ['completed', true],
    ['cancelled', false],
  ]);
  const requestId = await request('endDispute', orderId);
  const { cases } = await desk(juma).cases.list();
  const asked = { kind: 'request', id: requestId, cents: 25_000 };
  expect(cases).toContainEqual(expect.objectContaining(asked));
  const requestsOf = async (id: number) => (await desk(juma).cases.order({ id })).requests;
  expect(await requestsOf(orderId)).toMatchObject([{ id: requestId, requestedBy: 'amina' }]);
  expect(await requestsOf(other)).toEqual([]);
  await desk(juma).requests.approve({ requestId });
  expect(await requestsOf(orderId)).toEqual([]);
});

test.each<[string, (orderId: number) => Promise<unknown>]>([
  ['its payout', (orderId) => scales.weigh(orderId, 4.6)],
  ["the farmer's number", () => moveFarmer('+254733000999')],
  ['its status', (orderId) => shop.asBuyer.dispute({ orderId, reason: 'Rotten' })],
])('the request is refused after a change of %s', async (_, change) => {
  const orderId = await scales.sent();
  const requestId = await request('endDispatched', orderId);
  await change(orderId);
  const before = await endOf(orderId);
  await refused(desk(juma).requests.approve({ requestId }), 'DESK_REFUSED');
  expect(await endOf(orderId)).toEqual(before);
});

async function moveFarmer(newNumber: string) {
  const input = { account: shop.farm.id, newNumber, reason: 'The SIM is lost' };
  const requestId = await requestOf(desk(amina).do.newNumber({ input }));
  await desk(juma).requests.approve({ requestId });
}

test.each([
  { weight: 4.6, isPaid: false, payout: 230 },
  { weight: 5.4, isPaid: false, payout: 250 },
  { weight: 5.4, isPaid: true, payout: 270 },
])('$weight kg are paid with KES $payout (difference paid: $isPaid)', async (given) => {
  const orderId = await scales.sent();
  await scales.weigh(orderId, given.weight);
  if (given.isPaid) {
    await shop.pay(orderId);
    await mpesa.answer('approve');
  }
  const { order } = await desk(amina).cases.order({ id: orderId });
  expect(order.payoutCents).toBe(given.payout * 100);
  payAbove(given.payout - 1);
  const requestId = await request('endDispatched', orderId);
  await desk(juma).requests.approve({ requestId });
  expect(await endOf(orderId)).toEqual(['completed', given.payout]);
});

test('the answer names the statuses in words of its language', async () => {
  const orderId = await disputed();
  const input = { orderId, end: 'cancelled', reason: REASON } as const;
  const { desk: inSwahili } = market.caller({ token: amina.token, language: 'sw' });
  expect(await inSwahili.do.endDispute({ input })).toMatchObject({
    said: expect.stringContaining(`${orderId}: Imeghairiwa. Malipo: Pesa zitarudishwa.`),
  });
});
