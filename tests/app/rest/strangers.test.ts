import { beforeAll, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { sendVoice } from '#tests/factories/media.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { makeProduct, productForm } from '#tests/factories/products.ts';
import { codeOf, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { makeWebm } from '#tests/factories/voices.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
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
  const products = () => market.caller({ token: stranger.token }).farmer.products;
  const farmersOrders = () => market.caller({ token: stranger.token }).farmer.orders;
  const buyersOrders = () => market.caller({ token: strangeBuyer.token }).buyer.orders;
  const standingOrders = () => market.caller({ token: strangeBuyer.token }).buyer.standingOrders;
  const talk = () => market.caller({ token: stranger.token }).conversations;
  const offers = () => market.caller({ token: stranger.token }).offers;
  const procedureCases: Record<string, () => Promise<unknown>> = {
    'farmer.products.edit': () => products().edit({ ...productForm(), productId, name: 'Stolen' }),
    'farmer.products.delete': () => products().delete({ productId }),
    'farmer.products.setQuantity': () => products().setQuantity({ productId, quantity: 0 }),
    'farmer.products.setQuantities': async () => {
      // Bulk updates report the result per line.
      const answer = JSON.stringify(
        await products().setQuantities({ lines: [{ productId, quantity: 0 }] }),
      );
      throw new Error(answer.includes('notFound') ? 'NOT_FOUND' : answer);
    },
    'buyer.orders.get': () => buyersOrders().get({ orderId }),
    'buyer.orders.cancel': () => buyersOrders().cancel({ orderId }),
    'buyer.orders.leaveDifference': () => buyersOrders().leaveDifference({ orderId }),
    'buyer.orders.received': () => buyersOrders().received({ orderId }),
    'buyer.orders.dispute': () => buyersOrders().dispute({ orderId, reason: 'Mine now' }),
    'buyer.orders.pay': () => buyersOrders().pay({ orderId, phoneNumber: '0722000111' }),
    'buyer.orders.rate': () => buyersOrders().rate({ orderId, rating: 1 }),
    'buyer.standingOrders.pause': () => standingOrders().pause({ id: standingId }),
    'buyer.standingOrders.resume': () => standingOrders().resume({ id: standingId }),
    'buyer.standingOrders.skip': () => standingOrders().skip({ id: standingId }),
    'buyer.standingOrders.change': () =>
      standingOrders().change({ id: standingId, day: '2026-03-03', version: 0, lines: [] }),
    'conversations.get': () => talk().get({ conversationId }),
    'conversations.send': () => talk().send({ conversationId, text: 'Let me in' }),
    'conversations.read': () => talk().read({ conversationId }),
    'conversations.block': () => talk().block({ conversationId }),
    'conversations.unblock': () => talk().unblock({ conversationId }),
    'conversations.report': () => talk().report({ conversationId, reason: 'Mine now' }),
    'offers.make': () => offers().make({ conversationId, quantity: 1, price: 1 }),
    'offers.accept': () => offers().accept({ offerId }),
    'offers.decline': () => offers().decline({ offerId }),
    'offers.withdraw': () => offers().withdraw({ offerId }),
    'offers.counter': () => offers().counter({ offerId, quantity: 1, price: 1 }),
    'offers.release': () =>
      market.caller({ token: strangeBuyer.token }).offers.release({ offerId }),
    'priceAlerts.remove': () =>
      market.caller({ token: stranger.token }).priceAlerts.remove({ alertId }),
    'farmer.orders.get': () => farmersOrders().get({ orderId }),
    'farmer.orders.confirm': () => farmersOrders().confirm({ orderId }),
    'farmer.orders.shorten': () =>
      farmersOrders().shorten({ orderId, lines: [{ lineId: 1, quantity: 1 }] }),
    'farmer.orders.weigh': () =>
      farmersOrders().weigh({ orderId, lines: [{ lineId: 1, weight: 1 }] }),
    'farmer.orders.preOrders': () => farmersOrders().preOrders({ productId }),
    'farmer.orders.declareHarvest': () =>
      farmersOrders().declareHarvest({ productId, quantity: 0 }),
    'farmer.orders.reject': () => farmersOrders().reject({ orderId, reason: 'Mine now' }),
    'farmer.orders.cancel': () => farmersOrders().cancel({ orderId }),
    'farmer.orders.dispatch': () => farmersOrders().dispatch({ orderId }),
    'farmer.orders.notCollected': () => farmersOrders().notCollected({ orderId }),
    'farmer.orders.complete': () =>
      farmersOrders().complete({ orderId, handoverCode: codeOf(orderId) }),
    'farmer.orders.answerDispute': () =>
      farmersOrders().answerDispute({ orderId, answer: 'Mine now' }),
    'farmer.orders.rateBuyer': () => farmersOrders().rateBuyer({ orderId, rating: 1 }),
    'farmer.orders.answerReview': () =>
      farmersOrders().answerReview({ orderId, answer: 'Mine now' }),
  };
  const form = {
    product_name: 'Stolen',
    category: 'Vegetables',
    quantity_available: 1,
    unit_of_measure: 'kg',
    price_per_unit: 1,
  };
  const pathCases: Record<string, () => Promise<Response> | Response> = {
    'PUT /api/farmer/products': () =>
      send('PUT', '/api/farmer/products', { ...form, product_id: productId }),
    'DELETE /api/farmer/products/:id': () =>
      send('DELETE', `/api/farmer/products/${productId}`, {}),
    'POST /api/farmer/products/:id/harvest': () =>
      send('POST', `/api/farmer/products/${productId}/harvest`, { quantity: 0 }),
    'PATCH /api/farmer/products/:id/quantity': () =>
      send('PATCH', `/api/farmer/products/${productId}/quantity`, { quantity: 0 }),
    'POST /api/farmer/products/:id/photos': async () => {
      const photos = new FormData();
      photos.append(
        'photos',
        new File([new Uint8Array(await makeJpeg())], 'kale.jpg', { type: 'image/jpeg' }),
      );
      const headers = { authorization: `Bearer ${stranger.token}` };
      return market.app.request(`/api/farmer/products/${productId}/photos`, {
        method: 'POST',
        body: photos,
        headers,
      });
    },
    'GET /api/farmer/uploads/:id': () => market.request(uploadPath, { token: stranger.token }),
    'PATCH /api/farmer/uploads/:id': () =>
      market.request(uploadPath, {
        method: 'PATCH',
        token: stranger.token,
        body: 'mine',
        headers: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      }),
    'POST /api/buyer/standing-orders/:id/pause': () => standing('pause'),
    'POST /api/buyer/standing-orders/:id/resume': () => standing('resume'),
    'POST /api/buyer/standing-orders/:id/skip': () => standing('skip'),
    'POST /api/buyer/standing-orders/:id/change': () =>
      standing('change', { day: '2026-03-03', version: 0, lines: [] }),
    'GET /api/buyer/orders/:id': () =>
      market.request(`/api/buyer/orders/${orderId}`, { token: strangeBuyer.token }),
    'POST /api/buyer/orders/:id/cancel': () => stepOf('buyer', 'cancel'),
    'POST /api/buyer/orders/:id/leave-difference': () => stepOf('buyer', 'leave-difference'),
    'POST /api/buyer/orders/:id/received': () => stepOf('buyer', 'received'),
    'POST /api/buyer/orders/:id/dispute': () => stepOf('buyer', 'dispute', { reason: 'Mine now' }),
    'POST /api/buyer/orders/:id/dispute/photos': async () => {
      const body = new FormData();
      body.append(
        'photos',
        new File([new Uint8Array(await makeJpeg())], 'kale.jpg', { type: 'image/jpeg' }),
      );
      const headers = { authorization: `Bearer ${strangeBuyer.token}` };
      return market.app.request(`/api/buyer/orders/${orderId}/dispute/photos`, {
        method: 'POST',
        body,
        headers,
      });
    },
    'POST /api/buyer/orders/:id/pay': () => stepOf('buyer', 'pay', { phoneNumber: '0722000111' }),
    'POST /api/buyer/orders/:id/rate': () => stepOf('buyer', 'rate', { rating: 1 }),
    'GET /api/conversations/:id': () =>
      market.request(`/api/conversations/${conversationId}`, { token: strangeBuyer.token }),
    'POST /api/conversations/:id/messages': () => say('messages', { text: 'Let me in' }),
    'POST /api/conversations/:id/read': () => say('read'),
    'POST /api/conversations/:id/block': () => say('block'),
    'POST /api/conversations/:id/unblock': () => say('unblock'),
    'POST /api/conversations/:id/report': () => say('report', { reason: 'Mine now' }),
    'POST /api/conversations/:id/photos': () => sendFile('photos', makeJpeg()),
    'POST /api/conversations/:id/voice': () => sendFile('voice', makeWebm()),
    'GET /api/conversations/:id/media/:mediaId': () =>
      market.request(mediaUrl, { token: strangeBuyer.token }),
    'POST /api/conversations/:id/offers': () => say('offers', { quantity: 1, price: 1 }),
    'POST /api/offers/:id/accept': () => move('accept'),
    'POST /api/offers/:id/decline': () => move('decline'),
    'POST /api/offers/:id/withdraw': () => move('withdraw'),
    'POST /api/offers/:id/counter': () => move('counter', { quantity: 1, price: 1 }),
    'POST /api/offers/:id/release': () => move('release'),
    'GET /api/farmer/orders/:id': () =>
      market.request(`/api/farmer/orders/${orderId}`, { token: stranger.token }),
    'POST /api/farmer/orders/:id/confirm': () => stepOf('farmer', 'confirm'),
    'POST /api/farmer/orders/:id/shorten': () =>
      stepOf('farmer', 'shorten', { lines: [{ lineId: 1, quantity: 1 }] }),
    'POST /api/farmer/orders/:id/weigh': () =>
      stepOf('farmer', 'weigh', { lines: [{ lineId: 1, weight: 1 }] }),
    'POST /api/farmer/orders/:id/reject': () => stepOf('farmer', 'reject', { reason: 'Mine now' }),
    'POST /api/farmer/orders/:id/cancel': () => stepOf('farmer', 'cancel'),
    'POST /api/farmer/orders/:id/dispatch': () => stepOf('farmer', 'dispatch'),
    'POST /api/farmer/orders/:id/not-collected': () => stepOf('farmer', 'not-collected'),
    'POST /api/farmer/orders/:id/rate': () => stepOf('farmer', 'rate', { rating: 1 }),
    'POST /api/farmer/orders/:id/dispute/answer': () =>
      stepOf('farmer', 'dispute/answer', { answer: 'Mine now' }),
    'POST /api/farmer/orders/:id/complete': () =>
      stepOf('farmer', 'complete', { handoverCode: codeOf(orderId) }),
  };
  const say = (what: string, body = {}) =>
    market.request(`/api/conversations/${conversationId}/${what}`, {
      body,
      token: strangeBuyer.token,
    });
  const sendFile = async (name: string, content: Buffer | Promise<Buffer>) => {
    const body = new FormData();
    body.append(name, new File([new Uint8Array(await content)], name));
    body.append('seconds', '4');
    const headers = { authorization: `Bearer ${strangeBuyer.token}` };
    return market.app.request(`/api/conversations/${conversationId}/${name}`, {
      method: 'POST',
      body,
      headers,
    });
  };
  const move = (what: string, body = {}) =>
    market.request(`/api/offers/${offerId}/${what}`, { body, token: strangeBuyer.token });
  const standing = (what: string, body = {}) =>
    market.request(`/api/buyer/standing-orders/${standingId}/${what}`, {
      body,
      token: strangeBuyer.token,
    });
  const stepOf = (role: 'buyer' | 'farmer', step: string, body = {}) =>
    market.request(`/api/${role}/orders/${orderId}/${step}`, {
      body,
      token: role === 'buyer' ? strangeBuyer.token : stranger.token,
    });
  const send = (method: string, path: string, body: object) =>
    market.request(path, { method, body, token: stranger.token });

  test('every such procedure and path has its case', () => {
    const owned = (table: Record<string, Access>) =>
      Object.keys(table).filter((name) => typeof table[name] === 'object');
    expect(Object.keys(procedureCases).sort()).toEqual(owned(procedureAccess).sort());
    expect(Object.keys(pathCases).sort()).toEqual(owned(pathAccess).sort());
  });

  test.each(Object.keys(procedureCases))('%s', async (name) => {
    const before = await lastingRows();
    expect(await outcomeOf(procedureCases[name]?.() ?? Promise.resolve())).toMatch(/NOT_FOUND$/);
    expect(await lastingRows()).toBe(before);
  });

  test.each(Object.keys(pathCases))('%s', async (name) => {
    const before = await lastingRows();
    expect((await pathCases[name]?.())?.status).toBe(404);
    expect(await lastingRows()).toBe(before);
  });

  const lastingRows = () => dumpDatabase(market.db, { except: ['rate_limit_counters'] });
});
