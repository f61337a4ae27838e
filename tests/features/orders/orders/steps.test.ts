import { beforeEach, describe, expect, test } from 'vitest';
import { mayMove } from '#features/orders/rules/order.ts';
import { actors, type OrderFacts, orderStatuses } from '#features/orders/rules/order-facts.ts';
import { runOrderClock } from '#features/orders/server/run-order-clock.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import {
  booksOf,
  changeOrder,
  codeOf,
  makeOrder,
  makeTestBuyer,
  nearPlace,
} from '#tests/factories/trade.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

let market: Market;
let buyer: { id: number; token: string; email: string };
let farm: { id: number; token: string };
let kale: { id: number };

beforeEach(async () => {
  market = await makeMarket();
  buyer = await makeTestBuyer(market);
  farm = await makeFarm(market);
  kale = await makeProduct(market, farm, { quantity: 20, price: 50 });
});

const asBuyer = () => market.caller({ token: buyer.token }).buyer.orders;
const asFarmer = () => market.caller({ token: farm.token }).farmer.orders;
const order = () => makeOrder(market, buyer, [{ productId: kale.id, quantity: 5 }]);
/**
 * As if it had been ordered with M-Pesa, and paid or not: how money comes is the payments' own
 * tests' matter.
 */
const byMpesa = (id: number, paymentStatus: 'pending' | 'paid') =>
  changeOrder(market, id, {
    paymentMethod: 'M-Pesa',
    paymentStatus,
    ...(paymentStatus === 'paid' && { paidAt: market.services.clock() }),
  });
const subjects = async () => {
  await market.workThroughOutbox();
  return market.mailbox.splice(0).map(({ subject }) => subject);
};

describe('the table of steps', () => {
  const facts: OrderFacts = {
    ...{
      status: 'pending',
      paymentStatus: 'pending',
      paymentMethod: 'M-Pesa',
      createdAt: START,
      confirmedAt: null,
      paidAt: null,
    },
    ...{
      dispatchedAt: null,
      completedAt: null,
      deliveryDate: null,
      handoverTries: 0,
      completedByClock: false,
    },
    ...{ notCollectedAt: null, isFarmerSuspended: false },
  };

  test('knows no way out of what is over, but a dispute of what the clock completed', () => {
    const ways = (status: OrderFacts['status'], more: Partial<OrderFacts> = {}) =>
      orderStatuses.flatMap((to) =>
        actors
          .filter((by) =>
            mayMove(
              { ...facts, ...more, status },
              { to, by, now: new Date(START.getTime() + 3000 * DAY) },
            ),
          )
          .map((by) => `${by} ${to}`),
      );
    for (const status of ['rejected', 'cancelled', 'expired', 'completed'] as const)
      expect(ways(status)).toEqual([]);
    const disputable = {
      ...facts,
      status: 'completed',
      completedByClock: true,
      completedAt: START,
    } as const;
    expect(
      mayMove(disputable, {
        to: 'disputed',
        by: 'buyer',
        now: new Date(START.getTime() + (DAY - 1) * 1000),
      }),
    ).toBe(true);
    expect(
      mayMove(disputable, {
        to: 'disputed',
        by: 'buyer',
        now: new Date(START.getTime() + DAY * 1000),
      }),
    ).toBe(false);
  });

  test('an M-Pesa order is dispatched only when paid', () => {
    const confirmed = { ...facts, status: 'confirmed', confirmedAt: START } as const;
    expect(mayMove(confirmed, { to: 'dispatched', by: 'farmer', now: START })).toBe(false);
    expect(
      mayMove(
        { ...confirmed, paymentStatus: 'paid' },
        { to: 'dispatched', by: 'farmer', now: START },
      ),
    ).toBe(true);
    expect(
      mayMove(
        { ...confirmed, paymentMethod: 'Cash on delivery' },
        { to: 'dispatched', by: 'farmer', now: START },
      ),
    ).toBe(true);
  });
});

describe('an order', () => {
  test('goes from the cart to the handover, and each side hears of what the other did', async () => {
    const { id } = await order();
    expect(await subjects()).toEqual([`New order #${id}`]);
    expect((await asFarmer().list({})).orders).toMatchObject([
      {
        id,
        buyerName: 'Achieng Otieno',
        buyerPhone: null,
        itemCount: 1,
        product: 'Sukuma wiki',
        quantity: '5 kg',
        amount: 250,
        status: 'pending',
      },
    ]);
    await asFarmer().confirm({ orderId: id, deliveryDate: '2026-03-04' });
    expect(await subjects()).toEqual([`Order #${id} was confirmed`]);
    expect(await asFarmer().get({ orderId: id })).toMatchObject({
      buyerPhone: '+254722000111',
      deliveryDate: '2026-03-04',
    });
    expect(await asBuyer().get({ orderId: id })).toMatchObject({
      ...{
        farmPhone: '+254112345678',
        handoverCode: null,
        farmPlace: { latitude: -0.4169, longitude: 36.951 },
      },
    });
    await asFarmer().dispatch({ orderId: id });
    expect(await subjects()).toEqual([`Order #${id} is ready for collection`]);
    const { handoverCode } = await asBuyer().get({ orderId: id });
    expect(handoverCode).toMatch(/^\d{4}$/);
    const done = await asFarmer().complete({ orderId: id, handoverCode: handoverCode ?? '' });
    expect(done).toMatchObject({ status: 'completed', paymentStatus: 'paid' });
    expect(await subjects()).toEqual([`Order #${id} is complete`]);
    expect(await booksOf(market, kale.id)).toMatchObject({
      onHand: 15,
      reserved: 0,
      sold: 5,
      isBalanced: true,
    });
    expect(
      (await asBuyer().get({ orderId: id })).events.map(
        ({ actor, from, to }) => `${actor}: ${from} -> ${to}`,
      ),
    ).toEqual([
      ...[
        'buyer: null -> pending',
        'farmer: pending -> confirmed',
        'farmer: confirmed -> dispatched',
      ],
      ...['farmer: dispatched -> completed', 'farmer: pending -> paid'],
    ]);
  });

  test('rejected: the stock is back and the buyer reads why', async () => {
    const { id } = await order();
    await subjects();
    await asFarmer().reject({ orderId: id, reason: 'Hail took it' });
    expect(await booksOf(market, kale.id)).toMatchObject({
      onHand: 20,
      reserved: 0,
      isBalanced: true,
    });
    expect(await asBuyer().get({ orderId: id })).toMatchObject({
      status: 'rejected',
      reason: 'Hail took it',
      farmPhone: null,
      steps: [],
    });
    await market.workThroughOutbox();
    expect(market.mailbox.at(-1)?.text).toContain('Reason given: Hail took it');
  });

  test('cancelled by its buyer before or after the farmer’s yes: the stock is back', async () => {
    for (const confirm of [false, true]) {
      const { id } = await order();
      if (confirm) await asFarmer().confirm({ orderId: id });
      expect(await asBuyer().cancel({ orderId: id })).toMatchObject({
        status: 'cancelled',
        paymentStatus: 'pending',
      });
      expect(await booksOf(market, kale.id)).toMatchObject({ onHand: 20, isBalanced: true });
    }
  });

  test('paid and cancelled by the farmer: a refund is due', async () => {
    const { id } = await order();
    await asFarmer().confirm({ orderId: id });
    await byMpesa(id, 'paid');
    await expect(asBuyer().cancel({ orderId: id })).rejects.toThrow('STEP_NOT_ALLOWED');
    expect(await asFarmer().cancel({ orderId: id, reason: 'No lorry' })).toMatchObject({
      paymentStatus: 'refund_due',
      status: 'cancelled',
    });
  });

  test('paid and not dispatched for 48 hours, or past the promised day, the buyer may cancel', async () => {
    const { id } = await order();
    await asFarmer().confirm({ orderId: id, deliveryDate: '2026-03-02' });
    await byMpesa(id, 'paid');
    expect((await asBuyer().get({ orderId: id })).steps).not.toContain('cancel');
    market.advance(15 * HOUR);
    const fresh = await makeTestBuyer(market);
    await changeOrder(market, id, { buyerId: fresh.id });
    const later = market.caller({ token: fresh.token }).buyer.orders;
    expect((await later.get({ orderId: id })).steps).toContain('cancel');
    expect(await later.cancel({ orderId: id })).toMatchObject({ paymentStatus: 'refund_due' });
  });

  test('five wrong handover codes lock it for the farmer; the buyer can still confirm receipt', async () => {
    const { id } = await order();
    await asFarmer().confirm({ orderId: id });
    await asFarmer().dispatch({ orderId: id });
    const wrong = String((Number(codeOf(id)) + 1) % 10_000).padStart(4, '0');
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(asFarmer().complete({ orderId: id, handoverCode: wrong })).rejects.toThrow(
        'HANDOVER_CODE_WRONG',
      );
    }
    await expect(asFarmer().complete({ orderId: id, handoverCode: codeOf(id) })).rejects.toThrow(
      'HANDOVER_LOCKED',
    );
    expect((await asFarmer().get({ orderId: id })).handoverTriesLeft).toBe(0);
    expect(await asBuyer().received({ orderId: id })).toMatchObject({
      status: 'completed',
      paymentStatus: 'paid',
    });
  });

  test('disputed, it waits for the operator', async () => {
    const { id } = await order();
    await asFarmer().confirm({ orderId: id });
    await asFarmer().dispatch({ orderId: id });
    expect(await asBuyer().dispute({ orderId: id, reason: 'Half of it was rotten' })).toMatchObject(
      {
        status: 'disputed',
        steps: [],
      },
    );
    await expect(asFarmer().complete({ orderId: id, handoverCode: codeOf(id) })).rejects.toThrow(
      'STEP_NOT_ALLOWED',
    );
    expect(await booksOf(market, kale.id)).toMatchObject({ reserved: 5, isBalanced: true });
  });

  test('a step that the table does not allow is a 409 with a sentence, and changes nothing', async () => {
    const { id } = await order();
    const steps = [
      ['farmer', 'dispatch', {}],
      ['farmer', 'complete', { handoverCode: '1234' }],
      ['buyer', 'received', {}],
      ['buyer', 'dispute', { reason: 'Too slow' }],
    ] as const;
    for (const [role, step, body] of steps) {
      const token = role === 'buyer' ? buyer.token : farm.token;
      const response = await market.request(`/api/${role}/orders/${id}/${step}`, { token, body });
      expect(response.status).toBe(409);
      expect(((await response.json()) as { message: string }).message).toContain('has changed');
    }
    expect(await asBuyer().get({ orderId: id })).toMatchObject({
      status: 'pending',
      events: [{ to: 'pending' }],
    });
  });

  test('a day in the past is no delivery date', async () => {
    const { id } = await order();
    await expect(asFarmer().confirm({ orderId: id, deliveryDate: '2026-03-01' })).rejects.toThrow(
      'DELIVERY_DATE_PAST',
    );
    expect(await asFarmer().get({ orderId: id })).toMatchObject({ status: 'pending' });
  });

  test('a drop-off and an address are the farmer’s to read only once confirmed', async () => {
    const delivery = {
      fulfilment: 'delivery',
      deliveryAddress: 'Kilimo Road 7',
      ...nearPlace,
    } as const;
    const { id } = await makeOrder(market, buyer, [{ productId: kale.id, quantity: 1 }], delivery);
    const area = expect.stringMatching(/^[^,]+, .*Nyeri$/);
    expect(await asFarmer().get({ orderId: id })).toMatchObject({
      deliveryAddress: area,
      dropOff: null,
      distanceKm: 4,
    });
    await asFarmer().confirm({ orderId: id });
    expect(await asFarmer().get({ orderId: id })).toMatchObject({
      deliveryAddress: 'Kilimo Road 7',
      dropOff: nearPlace,
    });
    expect(await asBuyer().get({ orderId: id })).toMatchObject({ farmPlace: null });
  });
});

describe('the clock', () => {
  const tick = () => runOrderClock(market.db, market.services);
  const statusOf = async (id: number) => (await freshFarmer()).get({ orderId: id });
  // Sessions end while the clock is moved by days.
  const freshFarmer = async () => {
    const { openSession } = await import('#features/accounts/server/sessions/open-session.ts');
    const now = market.services.clock();
    const token = await openSession(
      market.db,
      { userId: farm.id, isRemembered: false, device: '' },
      now,
    );
    return market.caller({ token }).farmer.orders;
  };

  test('expires what no farmer answered in 24 hours, once, and tells both', async () => {
    const { id } = await order();
    await subjects();
    market.advance(DAY - 1);
    expect(await tick()).toBe(0);
    market.advance(1);
    expect(await tick()).toBe(1);
    expect(await tick()).toBe(0);
    expect(await statusOf(id)).toMatchObject({ status: 'expired' });
    expect(await booksOf(market, kale.id)).toMatchObject({ onHand: 20, isBalanced: true });
    expect(await subjects()).toEqual([`Order #${id} has expired`, `Order #${id} has expired`]);
  });

  test('cancels an M-Pesa order that nobody paid in 24 hours, but not while a push is under way', async () => {
    const { id } = await order();
    await asFarmer().confirm({ orderId: id });
    await byMpesa(id, 'pending');
    market.advance(DAY);
    await changeOrder(market, id, { paymentStatus: 'processing' });
    expect(await tick()).toBe(0);
    await changeOrder(market, id, { paymentStatus: 'failed' });
    expect(await tick()).toBe(1);
    expect(await statusOf(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' });
  });

  test('leaves a cash order that was confirmed to its people', async () => {
    const { id } = await order();
    await asFarmer().confirm({ orderId: id });
    market.advance(30 * DAY);
    expect(await tick()).toBe(0);
    expect(await statusOf(id)).toMatchObject({ status: 'confirmed' });
  });

  test('completes a dispatched M-Pesa order after 48 hours of silence, with two reminders before', async () => {
    const { id } = await order();
    await asFarmer().confirm({ orderId: id });
    await byMpesa(id, 'paid');
    await asFarmer().dispatch({ orderId: id });
    await subjects();
    const reminder = `Order #${id}: did you get it?`;
    const steps: [number, string[]][] = [
      ...([
        [23 * HOUR, []],
        [HOUR, [reminder]],
        [17 * HOUR, []],
        [HOUR, [reminder]],
        [5 * HOUR, []],
      ] as [number, string[]][]),
    ];
    for (const [seconds, letters] of steps) {
      market.advance(seconds);
      expect(await tick()).toBe(0);
      expect(await subjects()).toEqual(letters);
    }
    market.advance(HOUR);
    expect(await tick()).toBe(1);
    expect(await statusOf(id)).toMatchObject({ status: 'completed', paymentStatus: 'paid' });
  });

  test('counts the 48 hours from the end of the promised day, where that is later', async () => {
    const { id } = await order();
    await asFarmer().confirm({ orderId: id, deliveryDate: '2026-03-05' });
    await byMpesa(id, 'paid');
    await asFarmer().dispatch({ orderId: id });
    // The day ends at 21:00 UTC; it is 06:00 on the second.
    market.advance(3 * DAY + 15 * HOUR + 2 * DAY - 1);
    expect(await tick()).toBe(0);
    market.advance(1);
    expect(await tick()).toBe(1);
  });
});
