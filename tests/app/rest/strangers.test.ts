import { beforeAll, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { photoPart, productFields } from '#tests/factories/forms.ts';
import { sendVoice } from '#tests/factories/media.ts';
import { PART_TYPE } from '#tests/factories/parts.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { makeProduct, productForm } from '#tests/factories/products.ts';
import { codeOf, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { makeWebm } from '#tests/factories/voices.ts';
import { valueAt } from '#tests/hostile/parts/odd-values.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';
import { outcomeOf, sendForm } from '#tests/setup/rest.ts';
import { dumpDatabase } from '#tests/setup/rows.ts';
import { type Access, pathAccess, procedureAccess } from './access-table.ts';

describe("B17: another user's product or order is a 404, and nothing changes", () => {
  let market: Market;
  let productId: number;
  let orderId: number;
  let stranger: { id: number; token: string };
  let strangeBuyer: { token: string };
  let conversationId: number;
  let offerId: number;
  let mediaUrl: string;
  let alertId: number;
  let standingId: number;
  let uploadPath: string;
  beforeAll(async () => {
    market = await makeMarket();
    await openMpesa(market);
    const farm = await makeFarm(market);
    productId = (await makeProduct(market, farm)).id;
    const begun = await market.request('/api/farmer/uploads', {
      method: 'POST',
      token: farm.token,
      headers: { 'upload-length': '4' },
    });
    uploadPath = begun.headers.get('location') ?? '';
    const buyer = await makeTestBuyer(market);
    orderId = (await makeOrder(market, buyer, [{ productId, quantity: 1 }])).id;
    const asking = market.caller({ token: buyer.token }).conversations;
    conversationId = (await asking.start({ productId, text: 'Is it still good?' })).id;
    offerId = (
      await market
        .caller({ token: buyer.token })
        .offers.make({ conversationId, quantity: 1, price: 40 })
    ).id;
    mediaUrl =
      (await sendVoice(market, { sender: buyer, conversationId })).message.voice?.url ?? '';
    const set = await market
      .caller({ token: buyer.token })
      .priceAlerts.set({ crop: 'kale', below: 40 });
    alertId = set.alerts[0]?.id ?? 0;
    const begunStanding = await market.caller({ token: buyer.token }).buyer.standingOrders.create({
      weekdays: [2],
      lines: [{ productId, quantity: 1, ceiling: 60 }],
      fulfilment: 'collection',
      paymentMethod: 'Cash on delivery',
    });
    standingId = begunStanding.standingOrders[0]?.id ?? 0;
    stranger = await makeFarm(market);
    strangeBuyer = await makeTestBuyer(market);
  });
  const own = (access: Access | undefined) =>
    typeof access === 'object' ? access : { role: 'either', own: '' };
  const owned = (table: Record<string, Access>) =>
    Object.keys(table).filter((name) => typeof table[name] === 'object');
  const lastingRows = () => dumpDatabase(market.db, { except: ['rate_limit_counters'] });
  const mine = 'Mine now';
  const offer = { quantity: 1, price: 1 };
  const change = { day: '2026-03-03', version: 0, lines: [] };

  /** The rest of the input of each procedure, beside the ids. */
  const inputs: Record<string, () => object> = {
    'farmer.products.edit': () => productForm({ name: 'Stolen' }),
    'farmer.products.setQuantity': () => ({ quantity: 0 }),
    'farmer.products.setQuantities': () => ({ lines: [{ productId, quantity: 0 }] }),
    'buyer.orders.dispute': () => ({ reason: mine }),
    'buyer.orders.pay': () => ({ phoneNumber: '0722000111' }),
    'buyer.orders.rate': () => ({ rating: 1 }),
    'buyer.standingOrders.change': () => change,
    'conversations.send': () => ({ text: 'Let me in' }),
    'conversations.report': () => ({ reason: mine }),
    'offers.make': () => ({ ...offer, productId: undefined }),
    'offers.counter': () => offer,
    'farmer.orders.shorten': () => ({ lines: [{ lineId: 1, quantity: 1 }] }),
    'farmer.orders.weigh': () => ({ lines: [{ lineId: 1, weight: 1 }] }),
    'farmer.orders.declareHarvest': () => ({ quantity: 0 }),
    'farmer.orders.reject': () => ({ reason: mine }),
    'farmer.orders.complete': () => ({ handoverCode: codeOf(orderId) }),
    'farmer.orders.answerDispute': () => ({ answer: mine }),
    'farmer.orders.rateBuyer': () => ({ rating: 1 }),
    'farmer.orders.answerReview': () => ({ answer: mine }),
  };

  test.each(owned(procedureAccess))('%s', async (name) => {
    const before = await lastingRows();
    const { token } = own(procedureAccess[name]).role === 'buyer' ? strangeBuyer : stranger;
    const ids = { productId, orderId, conversationId, offerId, alertId, id: standingId };
    const procedure = valueAt(market.caller({ token }), name.split('.')) as (
      input: object,
    ) => Promise<unknown>;
    const calling = procedure({ ...ids, ...inputs[name]?.() });
    // Bulk updates report the result per line.
    if (name === 'farmer.products.setQuantities')
      expect(await calling).toMatchObject([{ outcome: 'notFound' }]);
    else expect(await outcomeOf(calling)).toMatch(/NOT_FOUND$/);
    expect(await lastingRows()).toBe(before);
  });

  const bodies: Record<string, () => object> = {
    'PUT /api/farmer/products': () => productFields({ product_id: String(productId) }),
    'POST /api/farmer/products/:id/harvest': () => ({ quantity: 0 }),
    'PATCH /api/farmer/products/:id/quantity': () => ({ quantity: 0 }),
    'POST /api/buyer/standing-orders/:id/change': () => change,
    'POST /api/buyer/orders/:id/dispute': () => ({ reason: mine }),
    'POST /api/buyer/orders/:id/pay': () => ({ phoneNumber: '0722000111' }),
    'POST /api/buyer/orders/:id/rate': () => ({ rating: 1 }),
    'POST /api/conversations/:id/messages': () => ({ text: 'Let me in' }),
    'POST /api/conversations/:id/report': () => ({ reason: mine }),
    'POST /api/conversations/:id/offers': () => offer,
    'POST /api/offers/:id/counter': () => offer,
    'POST /api/farmer/orders/:id/shorten': () => ({ lines: [{ lineId: 1, quantity: 1 }] }),
    'POST /api/farmer/orders/:id/weigh': () => ({ lines: [{ lineId: 1, weight: 1 }] }),
    'POST /api/farmer/orders/:id/reject': () => ({ reason: mine }),
    'POST /api/farmer/orders/:id/rate': () => ({ rating: 1 }),
    'POST /api/farmer/orders/:id/dispute/answer': () => ({ answer: mine }),
    'POST /api/farmer/orders/:id/complete': () => ({ handoverCode: codeOf(orderId) }),
  };

  async function send(route: string) {
    const [method = '', path = ''] = route.split(' ');
    const { role, own: what } = own(pathAccess[route]);
    const { token } = role === 'farmer' ? stranger : strangeBuyer;
    const id = {
      product: productId,
      order: orderId,
      conversation: conversationId,
      offer: offerId,
      'standing order': standingId,
    }[what];
    const target = path.replace(':id', String(id));
    if (target.endsWith('/photos'))
      return sendForm(market, target, [photoPart(await makeJpeg())], { token });
    if (target.endsWith('/voice')) {
      const voice = { name: 'voice', fileName: 'voice.webm', bytes: makeWebm() };
      return sendForm(market, target, [voice, { name: 'seconds', value: '4' }], { token });
    }
    if (target.endsWith('/:mediaId')) return market.request(mediaUrl, { token });
    if (what !== 'upload')
      return market.request(target, {
        method,
        token,
        ...(method !== 'GET' && { body: bodies[route]?.() ?? {} }),
      });
    const headers = { 'upload-offset': '0', 'content-type': PART_TYPE };
    return market.request(uploadPath, {
      method,
      token,
      ...(method === 'PATCH' && { body: 'mine', headers }),
    });
  }

  test.each(owned(pathAccess))('%s', async (route) => {
    const before = await lastingRows();
    expect((await send(route)).status).toBe(404);
    expect(await lastingRows()).toBe(before);
  });
});
