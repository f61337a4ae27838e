import { PART_TYPE } from '#tests/factories/parts.ts';
import { makeWebm } from '#tests/factories/voices.ts';
import { valueAt } from '#tests/hostile/parts/odd-values.ts';
import {
  caller,
  codeOf,
  dumpDatabase,
  givenOneMarket,
  makeFarm,
  makeJpeg,
  makeLot,
  makeOrder,
  makeProduct,
  makeTestBuyer,
  openMpesa,
  outcomeOf,
  partsOf,
  photoPart,
  productFields,
  productForm,
  request,
  sendForm,
  sendVoice,
} from '#tests/setup/in-market.ts';
import { type Access, pathAccess, procedureAccess } from './access-table.ts';

describe("B17: another user's product or order is a 404, and nothing changes", () => {
  let productId: number;
  let orderId: number;
  let stranger: { id: number; token: string };
  let strangeBuyer: { token: string };
  let conversationId: number;
  let offerId: number;
  let mediaUrl: string;
  let alertId: number;
  let standingId: number;
  let lotId: number;
  let uploadPath: string;
  givenOneMarket();
  beforeAll(async () => {
    await openMpesa();
    const farm = await makeFarm();
    productId = (await makeProduct(farm)).id;
    const begun = await partsOf(farm.token).begin({ length: 4 });
    uploadPath = begun.headers.get('location') ?? '';
    const sender = await makeTestBuyer();
    orderId = (await makeOrder(sender, [{ productId, quantity: 1 }])).id;
    const asBuyer = caller({ token: sender.token });
    const question = { productId, text: 'Is it still good?' };
    conversationId = (await asBuyer.conversations.start(question)).id;
    offerId = (await asBuyer.offers.make({ conversationId, quantity: 1, price: 40 })).id;
    mediaUrl = (await sendVoice({ sender, conversationId })).message.voice?.url ?? '';
    alertId = (await asBuyer.priceAlerts.set({ crop: 'kale', below: 40 })).alerts[0]?.id ?? 0;
    const { standingOrders } = await asBuyer.buyer.standingOrders.create({
      weekdays: [2],
      lines: [{ productId, quantity: 1, ceiling: 60 }],
      fulfilment: 'collection',
      paymentMethod: 'Cash on delivery',
    });
    standingId = standingOrders[0]?.id ?? 0;
    lotId = (await makeLot()).lotId;
    stranger = await makeFarm();
    strangeBuyer = await makeTestBuyer();
  });
  const own = (access: Access | undefined) =>
    typeof access === 'object' ? access : { role: 'either', own: '' };
  const owned = (table: Record<string, Access>) =>
    Object.keys(table).filter((name) => typeof table[name] === 'object');
  const lastingRows = () => dumpDatabase({ except: ['rate_limit_counters'] });
  const reason = 'Mine now';
  const answer = { answer: reason };
  const rating = { rating: 1 };
  const none = { quantity: 0 };
  const text = { text: 'Let me in' };
  const offer = { quantity: 1, price: 1 };

  const inputOf = (name: string): object => {
    const inputs: Record<string, object> = {
      edit: productForm({ name: 'Stolen' }),
      products: productFields({ product_id: String(productId) }),
      setQuantity: none,
      quantity: none,
      setQuantities: { lines: [{ productId, ...none }] },
      declareHarvest: none,
      harvest: none,
      dispute: { reason },
      report: { reason },
      reject: { reason },
      pay: { phoneNumber: '0722000111' },
      rate: rating,
      rateBuyer: rating,
      change: { day: '2026-03-03', version: 0, lines: [] },
      send: text,
      messages: text,
      make: { ...offer, productId: undefined },
      offers: offer,
      counter: offer,
      shorten: { lines: [{ lineId: 1, quantity: 1 }] },
      weigh: { lines: [{ lineId: 1, weight: 1 }] },
      complete: { handoverCode: codeOf(orderId) },
      extend: { closesAt: '2026-03-03T13:00:00Z' },
      takeRide: { rideId: 1 },
      ride: { rideId: 1 },
      answer,
      answerDispute: answer,
      answerReview: answer,
    };
    return inputs[/\w+$/.exec(name)?.[0] ?? ''] ?? {};
  };

  test.each(owned(procedureAccess))('%s', async (name) => {
    const before = await lastingRows();
    const { token } = own(procedureAccess[name]).role === 'buyer' ? strangeBuyer : stranger;
    const ids = { productId, orderId, conversationId, offerId, alertId, lotId, id: standingId };
    const procedure = valueAt(caller({ token }), name.split('.')) as (
      input: object,
    ) => Promise<unknown>;
    const calling = procedure({ ...ids, ...inputOf(name) });
    if (name === 'farmer.products.setQuantities')
      expect(await calling).toMatchObject([{ outcome: 'notFound' }]);
    else expect(await outcomeOf(calling)).toMatch(/NOT_FOUND$/);
    expect(await lastingRows()).toBe(before);
  });

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
      lot: lotId,
    }[what];
    const target = path.replace(':id', String(id));
    if (target.endsWith('/photos'))
      return sendForm(target, [photoPart(await makeJpeg())], { token });
    if (target.endsWith('/voice')) {
      const voice = { name: 'voice', fileName: 'voice.webm', bytes: makeWebm() };
      return sendForm(target, [voice, { name: 'seconds', value: '4' }], { token });
    }
    if (target.endsWith('/:mediaId')) return request(mediaUrl, { token });
    if (what !== 'upload')
      return request(target, {
        method,
        token,
        ...(method !== 'GET' && { body: inputOf(route) }),
      });
    const headers = { 'upload-offset': '0', 'content-type': PART_TYPE };
    return request(uploadPath, {
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
