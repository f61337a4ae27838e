import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import {
  booksOf,
  byMpesa,
  changeOrder,
  codeOf,
  makeOrder,
  makeTestBuyer,
  nearPlace,
} from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

const HOUR = 3600;

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
const subjects = async () => {
  await market.workThroughOutbox();
  return market.mailbox.splice(0).map(({ subject }) => subject);
};

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
    await byMpesa(market, id, 'paid');
    await expect(asBuyer().cancel({ orderId: id })).rejects.toThrow('STEP_NOT_ALLOWED');
    expect(await asFarmer().cancel({ orderId: id, reason: 'No lorry' })).toMatchObject({
      paymentStatus: 'refund_due',
      status: 'cancelled',
    });
  });

  test('paid and not dispatched for 48 hours, or past the promised day, the buyer may cancel', async () => {
    const { id } = await order();
    await asFarmer().confirm({ orderId: id, deliveryDate: '2026-03-02' });
    await byMpesa(market, id, 'paid');
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
