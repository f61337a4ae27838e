import { makeScales } from '#tests/factories/weighing.ts';
import {
  advance,
  bookCompleted,
  booksOf,
  byMpesa,
  caller,
  changeOrder,
  codeOf,
  dispatchedForCash,
  doneActions,
  findWrongMoney,
  givenMarket,
  makeOperator,
  makeShop,
  market,
  moneyOf,
  now,
  type Operator,
  openMpesa,
  operate,
  refusalText,
  refused,
  requestOf,
  type Shop,
  services,
} from '#tests/setup/in-market.ts';
import type { OpenMpesa } from '#tests/setup/mpesa.ts';

/* Every order of the shop is five kilograms at KES 50: 250. Its weight can be 4.5 to 5.5 kg. */

const REASON = 'The photos show it';
let mpesa: OpenMpesa;
let shop: Shop;
let scales: ReturnType<typeof makeScales>;
let amina: Operator;
let juma: typeof amina;
const desk = ({ token }: typeof amina) => caller({ token }).desk;
const payAbove = (kes: number) => {
  services.operatorSettings.twoPeopleAboveCents = kes * 100;
};
givenMarket();
beforeEach(async () => {
  mpesa = await openMpesa();
  shop = await makeShop();
  scales = makeScales(market, { mpesa, shop });
  amina = await makeOperator({ name: 'amina', role: 'support' });
  juma = await makeOperator({ name: 'juma', role: 'lead' });
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
  const { status, payout } = await moneyOf(orderId);
  return [status, payout && payout.cents / 100];
}

test('a dispute ends once, with its goods sold, spoiled or back in stock and the reason in the history', async () => {
  payAbove(1000);
  const [sold, spoiled, back] = [await disputed(), await disputed(), await disputed()];
  const input = { end: 'cancelled', reason: REASON, areGoodsBack: true } as const;
  await desk(amina).do.endDispute({ input: { ...input, orderId: back } });
  await end('endDispute', spoiled, 'cancelled');
  await end('endDispute', sold);
  const books = { onHand: 10_000 - 10, sold: 5, isBalanced: true };
  expect(await booksOf(shop.kale.id)).toMatchObject(books);
  const { status, events } = await shop.asBuyer.get({ orderId: back });
  const cancelled = { actor: 'operator', to: 'cancelled', reason: REASON };
  expect(status).toBe('cancelled');
  expect(events).toContainEqual(expect.objectContaining(cancelled));
  expect((await doneActions())[0]).toMatchObject({
    action: 'dispute',
    details: { orderId: back, end: 'cancelled', reason: REASON, areGoodsBack: true },
  });
  for (const orderId of [sold, back])
    await refused(end('endDispute', orderId, 'cancelled'), 'STEP_NOT_ALLOWED');
  await refused(end('endDispute', 4711), 'ORDER_NOT_FOUND');
  expect(await booksOf(shop.kale.id)).toMatchObject(books);
});

async function divide(orderId: number, { quantity = 3, areGoodsBack = false } = {}) {
  const { order } = await desk(amina).cases.order({ id: orderId });
  const lines = order.lines.map(({ id: lineId }) => ({ lineId, quantity }));
  const input = { orderId, end: 'divided', lines, areGoodsBack, reason: REASON } as const;
  return desk(amina).do.endDispute({ input });
}

test('a divided dispute returns a part to the phone that paid and the rest to the farmer; only good goods are on sale again', async () => {
  payAbove(250);
  const [spoiled, good] = [await disputed(), await disputed()];
  expect(await divide(spoiled)).toMatchObject({
    said: `Order ${spoiled} is complete: KES 100 for the buyer, KES 150 for the farmer.`,
  });
  payAbove(500);
  await divide(good, { areGoodsBack: true });
  expect(await booksOf(shop.kale.id)).toMatchObject({
    ...{ onHand: 10_000 - 10 + 2, sold: 6, isBalanced: true },
  });
  await mpesa.round();
  const { total, lines, refunds } = await shop.asBuyer.get({ orderId: spoiled });
  expect({ total, lines, refunds }).toMatchObject({
    total: 150,
    lines: [{ quantity: 3, orderedQuantity: 5, total: 150 }],
    refunds: [{ amount: 100, status: 'paid' }],
  });
  for (const orderId of [spoiled, good])
    expect((await moneyOf(orderId)).payout).toMatchObject({
      status: 'paid',
      cents: 15_000,
    });
  expect(await findWrongMoney()).toEqual([]);
});

test('a divided dispute of an order that had been completed pays out only the rest', async () => {
  payAbove(1000);
  const orderId = await scales.sent();
  await shop.asBuyer.received({ orderId });
  await shop.asBuyer.dispute({ orderId, reason: 'Half of it was rotten' });
  await divide(orderId);
  expect(await endOf(orderId)).toEqual(['completed', 150]);
});

test('a divided dispute takes two people above the limit, and a part that is neither nothing nor everything', async () => {
  const orderId = await disputed();
  expect(await divide(orderId)).toMatchObject({ outcome: 'requested' });
  payAbove(1000);
  for (const quantity of [0, 5]) await refused(divide(orderId, { quantity }), 'DESK_REFUSED');
  const input = { orderId, end: 'divided', reason: REASON } as const;
  await refused(desk(amina).do.endDispute({ input }), 'DESK_REFUSED');
  expect(await endOf(orderId)).toEqual(['disputed', null]);
});

test('what was reported after the handover goes back only if its payout has not left, and is decided once', async () => {
  payAbove(1000);
  const reported = async () => {
    const orderId = await scales.sent();
    await shop.asFarmer.orders.complete({ orderId, handoverCode: codeOf(orderId) });
    return orderId;
  };
  const dispute = (orderId: number) => shop.asBuyer.dispute({ orderId, reason: 'Rotten inside' });
  const endsOf = async (id: number) => {
    const { choices } = await desk(amina).cases.order({ id });
    return choices.flatMap(({ input, isMoneyGone }) => (isMoneyGone ? [] : [input.end]));
  };
  const [held, left] = [await reported(), await reported()];
  await dispute(held);
  await mpesa.round();
  await dispute(left);
  expect((await moneyOf(held)).payout?.status).toBe('cancelled');
  expect((await moneyOf(left)).payout?.status).toBe('paid');
  expect(await endsOf(held)).toEqual(['completed', 'divided', 'cancelled']);
  expect(await endsOf(left)).toEqual(['completed']);
  for (const does of ['endDispute', 'endDispatched'] as const)
    await refused(end(does, left, 'cancelled'), 'MONEY_WITH_FARMER');
  await refused(divide(left), 'MONEY_WITH_FARMER');
  await end('endDispute', held, 'cancelled');
  await end('endDispute', left);
  expect(await moneyOf(left)).toMatchObject({
    status: 'completed',
    payout: { status: 'paid' },
  });
  await refused(dispute(left), 'STEP_NOT_ALLOWED');
  expect(await findWrongMoney()).toEqual([]);
});

test('a payout leaves while its buyer may still dispute the order only where that is said, and the log tells', async () => {
  payAbove(1000);
  const completed = async () => {
    const id = await shop.confirmedForCash();
    await byMpesa(id, 'paid');
    const completedAt = now();
    await changeOrder(id, { status: 'completed', completedByClock: true, completedAt });
    await bookCompleted(id);
    return { id, payoutId: (await moneyOf(id)).payout?.id ?? 0 };
  };
  const [early, late] = [await completed(), await completed()];
  const approve = (payoutId: number, beforeDisputeWindowEnds?: boolean) =>
    operate('payoutApprove', { payoutId, reason: REASON, beforeDisputeWindowEnds });
  advance(24 * 3600 - 1);
  const until = '2026-03-03T06:00:00Z';
  expect(await refusalText(approve(early.payoutId))).toContain(
    `order ${early.id} can dispute it until ${until}`,
  );
  expect(await approve(early.payoutId, true)).toContain(`until ${until}`);
  advance(1);
  expect(await approve(late.payoutId)).toBe(`Payout ${late.payoutId} may go out.`);
  const logged = { reason: REASON, movedCents: 25_000 };
  expect((await doneActions()).map(({ details }) => details)).toEqual([
    {
      ...{ ...logged, payoutId: early.payoutId, beforeDisputeWindowEnds: true },
      disputableUntil: '2026-03-03T06:00:00.000Z',
    },
    { ...logged, payoutId: late.payoutId, disputableUntil: null },
  ]);
});

test('an end at the limit, cancelled, for cash or unpaid takes one', async () => {
  const done = { outcome: 'done' };
  payAbove(250);
  expect(await end('endDispute', await disputed())).toMatchObject(done);
  payAbove(249);
  expect(await end('endDispute', await disputed(), 'cancelled')).toMatchObject(done);
  const forCash = await dispatchedForCash(shop);
  expect(await end('endDispatched', forCash)).toMatchObject(done);
  const unpaid = await scales.sent();
  await changeOrder(unpaid, { paymentStatus: 'pending' });
  expect(await end('endDispatched', unpaid)).toMatchObject(done);
  expect(await endOf(unpaid)).toEqual(['completed', null]);
});

test("the order's page says so before and names the request until it is decided, as the list does", async () => {
  const [orderId, other] = [await disputed(), await disputed()];
  const { order, choices } = await desk(amina).cases.order({ id: orderId });
  expect(order.payoutCents).toBe(25_000);
  expect(choices.map(({ input, takesTwo }) => [input.end, takesTwo])).toEqual([
    ['completed', true],
    ['divided', true],
    ['cancelled', false],
  ]);
  const requestId = await request('endDispute', orderId);
  const { cases } = await desk(juma).cases.list();
  const asked = { kind: 'request', id: requestId, cents: 25_000 };
  expect(cases).toContainEqual(expect.objectContaining(asked));
  const requestsOf = async (id: number) => (await desk(juma).cases.order({ id })).requests;
  expect(await requestsOf(orderId)).toMatchObject([{ id: requestId, requestedBy: 'amina' }]);
  expect(await requestsOf(other)).toEqual([]);
  expect(await endOf(orderId)).toEqual(['disputed', null]);
  await desk(juma).requests.approve({ requestId });
  expect(await endOf(orderId)).toEqual(['completed', 250]);
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
  const { desk: inSwahili } = caller({ token: amina.token, language: 'sw' });
  expect(await inSwahili.do.endDispute({ input })).toMatchObject({
    said: expect.stringContaining(`${orderId}: Imeghairiwa. Malipo: Pesa zitarudishwa.`),
  });
});
