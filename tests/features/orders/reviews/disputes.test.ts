import { DISPUTE_ANSWER_MAX, DISPUTE_PHOTO_LINK_SECONDS } from '#orders/rules/limits.ts';
import { UNUSED_PHOTO_SECONDS } from '#photos/rules/photo.ts';
import { sweepPhotos } from '#photos/server/feature.ts';
import { AppError } from '#server/app-error.ts';
import {
  advance,
  asBuyer,
  asFarmer,
  buyer,
  caller,
  countRows,
  db,
  deskOf,
  dispatched,
  farm,
  freshKey,
  givenTrade,
  listPhotoFiles,
  makeBuyer,
  makeJpeg,
  market,
  operate,
  PASSWORD,
  request,
  services,
  sql,
  wait,
} from '#tests/setup/in-market.ts';

const ALL_PARTS = Array.from({ length: 256 }, (_, part) => part);

let orderId: number;
givenTrade();
const readBoth = async () =>
  [await asBuyer().get({ orderId }), await asFarmer().get({ orderId })] as const;

beforeEach(async () => {
  const { id, token } = await makeBuyer();
  Object.assign(buyer, { id, token });
  orderId = await dispatched();
});

const dispute = () => asBuyer().dispute({ orderId, reason: 'Half of it was rotten' });
async function send(
  count: number,
  { token = buyer.token, key = freshKey(), seed = 1, takenAt = '' } = {},
) {
  const body = new FormData();
  if (takenAt) body.append('takenAt', takenAt);
  for (let at = 0; at < count; at++) {
    const picture = new Uint8Array(await makeJpeg({ seed: seed + at }));
    body.append('photos', new File([picture], 'kale.jpg', { type: 'image/jpeg' }));
  }
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
  return market.app.request(`/api/buyer/orders/${orderId}/dispute/photos`, {
    method: 'POST',
    body,
    headers: { ...headers, 'accept-language': 'en' },
  });
}
const answerOverRest = (answer: string) =>
  request(`/api/farmer/orders/${orderId}/dispute/answer`, { ...farm, body: { answer } });

test('both sides read when and why it was opened, the photos, the reply and the end', async () => {
  for (const order of await readBoth()) expect(order.dispute).toBeNull();
  await dispute();
  expect((await send(2)).status).toBe(200);
  const answer = 'They were fresh when they left';
  expect((await answerOverRest(answer)).status).toBe(200);
  const now = services.clock();
  const opened = { openedAt: now, reason: 'Half of it was rotten', answer, answeredAt: now };
  for (const order of await readBoth()) {
    expect(order.dispute).toMatchObject({ ...opened, photosLeft: 1, resolution: null });
    expect(order.dispute?.photos).toHaveLength(2);
  }
  const reason = 'The photos show it';
  await operate('endDispute', { orderId, end: 'cancelled', reason });
  const resolution = { to: 'cancelled', reason, at: now };
  for (const order of await readBoth())
    expect(order.dispute).toMatchObject({ ...opened, photosLeft: 0, resolution });
  expect((await asFarmer().list({})).orders[0]?.dispute).toMatchObject({ resolution });
});

test('a fourth photo is refused, also when several are sent at the same time; the same key sends a photo once', async () => {
  await dispute();
  const key = freshKey();
  await send(1, { key });
  await send(1, { key });
  expect((await asBuyer().get({ orderId })).dispute?.photos).toHaveLength(1);
  const statuses = await Promise.all(
    [2, 3, 4].map(async (seed) => (await send(1, { seed })).status),
  );
  expect(statuses.sort()).toEqual([200, 200, 400]);
  const refusal = await (await send(1, { seed: 9 })).json();
  expect(refusal).toMatchObject({ message: 'Up to 3 photos per report' });
  expect(await countRows('dispute_photos')).toBe(3);
});

test('both sides read when a photo was taken, and that a time in the future or before the order is doubtful', async () => {
  await dispute();
  const now = services.clock().getTime();
  const photos = [0, 86_400_000, -3_600_000].map((after) => ({
    takenAt: new Date(now + after),
    isTakenAtDoubtful: after !== 0,
  }));
  for (const [seed, { takenAt }] of photos.entries())
    await send(1, { seed, takenAt: takenAt.toISOString() });
  for (const order of await readBoth()) expect(order.dispute?.photos).toMatchObject(photos);
  expect((await send(1, { seed: 4, takenAt: 'yesterday' })).status).toBe(400);
});

test('a photo that could not be stored can be sent again with its key', async () => {
  await dispute();
  const key = freshKey();
  const { photoStore } = services;
  const put = () => Promise.reject(new AppError('DISK_FULL'));
  services.photoStore = { ...photoStore, put };
  expect((await send(1, { key })).status).toBe(507);
  expect((await asBuyer().get({ orderId })).dispute?.photos).toEqual([]);
  services.photoStore = photoStore;
  expect((await send(1, { key })).status).toBe(200);
  const readPhoto = async () => {
    const [photo] = (await asBuyer().get({ orderId })).dispute?.photos ?? [];
    return (await request(photo?.url ?? '')).status;
  };
  expect(await readPhoto()).toBe(200);
  // The process was killed before it stored the file; the client sends its photo again.
  for (const file of await listPhotoFiles()) await photoStore.delete(file.split('/').at(-1) ?? '');
  expect(await readPhoto()).toBe(404);
  // A failing store does not lose an accepted photo.
  services.photoStore = { ...photoStore, put };
  expect((await send(1, { key })).status).toBe(507);
  services.photoStore = photoStore;
  expect((await send(1, { key })).status).toBe(200);
  expect(await readPhoto()).toBe(200);
  expect(await countRows('dispute_photos')).toBe(1);
});

test('both sides are told of a photo once its picture can be read', async () => {
  await dispute();
  const told: string[] = [];
  const hear = { onMessage: (text: string) => void told.push(text), onReconnect: () => {} };
  await market.connection.listen('order_changes', hear);
  const { photoStore } = services;
  const put: typeof photoStore.put = async (...file) => {
    // Notifications arrive in order, so an earlier one would have been heard before this one.
    await db.execute(sql`select pg_notify('order_changes', '[]')`);
    await expect.poll(() => told).toContain('[]');
    await photoStore.put(...file);
  };
  services.photoStore = { ...photoStore, put };
  expect((await send(1)).status).toBe(200);
  const changed = JSON.stringify([{ orderId, userIds: [buyer.id, farm.id] }]);
  await expect.poll(() => told.lastIndexOf(changed) > told.indexOf('[]')).toBe(true);
});

test('photos require an open dispute and its buyer', async () => {
  expect((await send(1)).status).toBe(409);
  await dispute();
  expect((await send(0)).status).toBe(400);
  expect((await send(1, farm)).status).toBe(403);
  expect(await countRows('dispute_photos')).toBe(0);
  expect(await listPhotoFiles()).toEqual([]);
});

test('a photo is read by the link that buyer, farmer and operator get, for at most a day, and not at any other URL', async () => {
  await dispute();
  await send(1);
  const [ofBuyer, ofFarmer] = await readBoth();
  const url = ofBuyer.dispute?.photos[0]?.url ?? '';
  expect(ofFarmer.dispute?.photos[0]?.url).toBe(url);
  const picture = await request(url);
  expect([picture.status, picture.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const { order } = await (await deskOf()).cases.order({ id: orderId });
  expect(order.dispute?.photos[0]?.url).toBe(url);

  const path = url.split('?')[0] ?? '';
  const forged = [
    path,
    url.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    url.replace(/until=\d/, 'until=9'),
  ];
  for (const other of forged) expect((await request(other)).status, other).toBe(404);
  const [file = ''] = await listPhotoFiles();
  const hash = file.split('/').at(-1)?.split('-')[0];
  for (const name of [`${hash}-private.jpg`, `${hash}-1600.jpg`])
    expect((await request(`/photos/${name}`)).status, name).toBe(404);
  advance(2 * DISPUTE_PHOTO_LINK_SECONDS);
  expect((await request(url)).status).toBe(404);
});

test('a photo of a dispute is kept until its buyer is deleted, and the reply until its farmer is', async () => {
  await dispute();
  await send(1);
  await answerOverRest('They were fresh');
  advance(UNUSED_PHOTO_SECONDS + 1);
  await sweepPhotos(db, { parts: ALL_PARTS }, services);
  expect(await listPhotoFiles()).toHaveLength(1);

  await db.execute(sql`update orders set status = 'cancelled' where id = ${orderId}`);
  await wait(0);
  await caller(buyer).auth.deleteAccount({ password: PASSWORD });
  await sweepPhotos(db, { parts: ALL_PARTS }, services);
  expect(await listPhotoFiles()).toEqual([]);
  expect(await countRows('dispute_photos')).toBe(0);
  expect(await asFarmer().get({ orderId })).toMatchObject({
    dispute: { answer: 'They were fresh' },
  });
});

test('an export contains the photos that the user sent, and the reply', async () => {
  await dispute();
  await send(2);
  await answerOverRest('They were fresh');
  expect(await caller(buyer).auth.exportData()).toMatchObject({
    disputePhotos: [{ orderId }, { orderId }],
  });
  expect(await caller(farm).auth.exportData()).toMatchObject({
    disputePhotos: [],
    receivedOrders: [{ id: orderId, disputeAnswer: 'They were fresh' }],
  });
});

test('the farmer replies once, in 500 characters at most, while the dispute is open', async () => {
  expect((await answerOverRest('Too soon')).status).toBe(409);
  await dispute();
  expect((await asFarmer().get({ orderId })).steps).toEqual(['answerDispute']);
  expect((await answerOverRest('x'.repeat(DISPUTE_ANSWER_MAX + 1))).status).toBe(400);
  expect((await answerOverRest(' ')).status).toBe(400);
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map(async (answer) => (await answerOverRest(answer)).status),
  );
  expect(answers.sort()).toEqual([200, 409, 409]);
  expect((await asFarmer().get({ orderId })).steps).toEqual([]);
});
