import { beforeEach, describe, expect, test } from 'vitest';
import { makeShop, moneyOf, type Shop } from '#tests/factories/money.ts';
import { makeOperator, requestOf } from '#tests/factories/operators.ts';
import { changeOrder } from '#tests/factories/trade.ts';
import { makeScales } from '#tests/factories/weighing.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { type OpenMpesa, openMpesa } from '#tests/setup/mpesa.ts';

/* Every order of the shop is five kilograms at KES 50: 250. Its weight can be 4.5 to 5.5 kg. */

const REASON = 'The photos show it';

describe('an order that an operator completes, with a payout above the limit, takes two people', () => {
  let market: Market;
  let mpesa: OpenMpesa;
  let shop: Shop;
  let scales: ReturnType<typeof makeScales>;
  let amina: Awaited<ReturnType<typeof makeOperator>>;
  let juma: typeof amina;
  const desk = ({ token }: typeof amina) => market.caller({ token }).desk;
  const payAbove = (kes: number) => {
    market.services.operatorSettings.twoPeopleAboveCents = kes * 100;
  };
  beforeEach(async () => {
    market = await makeMarket();
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
  ] as const)('%s: another person approves it, its requester never', async (does, make) => {
    const orderId = await make();
    const requestId = await request(does, orderId);
    const [before] = await endOf(orderId);
    expect(before).not.toBe('completed');
    await expect(desk(amina).requests.approve({ requestId })).rejects.toThrow('DESK_REFUSED');
    expect(await endOf(orderId)).toEqual([before, null]);
    await desk(juma).requests.approve({ requestId });
    expect(await endOf(orderId)).toEqual(['completed', 250]);
    await expect(desk(juma).requests.approve({ requestId })).rejects.toThrow('DESK_REFUSED');
  });

  test('at the limit, cancelled or for cash, it takes one', async () => {
    payAbove(250);
    expect(await end('endDispute', await disputed())).toMatchObject({ outcome: 'done' });
    payAbove(249);
    expect(await end('endDispute', await disputed(), 'cancelled')).toMatchObject({
      outcome: 'done',
    });
    const forCash = await shop.confirmedForCash();
    await shop.asFarmer.orders.dispatch({ orderId: forCash });
    expect(await end('endDispatched', forCash)).toMatchObject({ outcome: 'done' });
  });

  test('the page says so before, and the request is on the list with its money', async () => {
    const orderId = await disputed();
    const { order, choices } = await desk(amina).cases.order({ id: orderId });
    expect(order.payoutCents).toBe(25_000);
    expect(choices.map(({ input, takesTwo }) => [input.end, takesTwo])).toEqual([
      ['completed', true],
      ['cancelled', false],
    ]);
    const requestId = await request('endDispute', orderId);
    const { cases } = await desk(juma).cases.list();
    expect(cases).toContainEqual(
      expect.objectContaining({ kind: 'request', id: requestId, cents: 25_000 }),
    );
    expect(await desk(juma).cases.request({ id: requestId })).toMatchObject({
      request: { does: 'endDispute', input: { end: 'completed' } },
      order: { order: { id: orderId } },
    });
  });

  test("the order's page names the request until it is decided", async () => {
    const [orderId, other] = [await disputed(), await disputed()];
    const requestId = await request('endDispute', orderId);
    const requestsOf = async (id: number) => (await desk(juma).cases.order({ id })).requests;
    expect(await requestsOf(orderId)).toEqual([
      expect.objectContaining({ id: requestId, requestedBy: 'amina' }),
    ]);
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
    await expect(desk(juma).requests.approve({ requestId })).rejects.toThrow('DESK_REFUSED');
    expect(await endOf(orderId)).toEqual(before);
  });

  async function moveFarmer(newNumber: string) {
    const input = { account: shop.farm.id, newNumber, reason: 'The SIM is lost' };
    const requestId = await requestOf(desk(amina).do.newNumber({ input }));
    await desk(juma).requests.approve({ requestId });
  }

  test.each([
    [4.6, 230],
    [5.4, 250],
  ])('%s kg are paid with KES %s', async (kilograms, expected) => {
    const orderId = await scales.sent();
    await scales.weigh(orderId, kilograms);
    const { order } = await desk(amina).cases.order({ id: orderId });
    expect(order.payoutCents).toBe(expected * 100);
    payAbove(expected - 1);
    const requestId = await request('endDispatched', orderId);
    await desk(juma).requests.approve({ requestId });
    expect(await endOf(orderId)).toEqual(['completed', expected]);
  });

  test('a difference that the buyer has paid counts', async () => {
    const orderId = await scales.sent();
    await scales.weigh(orderId, 5.4);
    await shop.pay(orderId);
    await mpesa.answer('approve');
    payAbove(260);
    const requestId = await request('endDispatched', orderId);
    await desk(juma).requests.approve({ requestId });
    expect(await endOf(orderId)).toEqual(['completed', 270]);
  });

  test.each([
    ['en', 'Cancelled. Payment: Refund due.'],
    ['sw', 'Imeghairiwa. Malipo: Pesa zitarudishwa.'],
  ] as const)('the answer names the statuses in words: %s', async (language, words) => {
    const orderId = await disputed();
    const input = { orderId, end: 'cancelled', reason: REASON } as const;
    const asked = market.caller({ token: amina.token, language }).desk.do.endDispute({ input });
    expect(await asked).toMatchObject({ said: expect.stringContaining(`${orderId}: ${words}`) });
  });

  test('an order that is not paid has no payout', async () => {
    const orderId = await scales.sent();
    await changeOrder(market, orderId, { paymentStatus: 'pending' });
    expect(await end('endDispatched', orderId)).toMatchObject({ outcome: 'done' });
    expect(await endOf(orderId)).toEqual(['completed', null]);
  });
});
