import { createPasswordHasher } from '#accounts/server/passwords.ts';
import { HEAVY_WORK_WAITING_PER_CLIENT } from '#rules/limits.ts';
import { HEAVY_WORK_AT_ONCE, heavyWork } from '#server/heavy-work.ts';
import {
  givenMarket,
  makeBuyer,
  makeFarm,
  makeJpeg,
  market,
  marketPages,
  report,
  request,
  tally,
} from '#tests/setup/in-market.ts';

const PASSWORD = 'Mavuno-mema-2026';

function takeAllPlaces() {
  let stop = () => {};
  const until = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const taken = Array.from({ length: HEAVY_WORK_AT_ONCE }, (_, at) =>
    heavyWork.run(`192.0.2.${at}`, () => until),
  );
  return async () => {
    stop();
    await Promise.all(taken);
  };
}

givenMarket();

const logIn = (address: string, password: string) =>
  request('/api/auth/buyer/verify-credentials', {
    body: { email: 'buyer@x.ke', password },
    headers: { 'x-forwarded-for': address },
  });

test('E104: one client has all places for heavy work but one, and work beyond its share is answered 429 at once', async () => {
  const passwords = createPasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 });
  const outcomes: string[] = [];
  const freePlaces = takeAllPlaces();
  const asked = Array.from({ length: 600 }, () =>
    passwords.isRight('wrong', null, '203.0.113.7').then(
      (isRight) => void outcomes.push(String(isRight)),
      (error) => void outcomes.push(`${error.code} after ${error.details.retryAfterSeconds} s`),
    ),
  );
  await new Promise(setImmediate);
  const refusedAtOnce = outcomes.length;
  await freePlaces();
  await Promise.all(asked);
  report('E104', `600 passwords at once of one address: ${tally(outcomes.toSorted())}`);
  expect(refusedAtOnce).toBe(600 - HEAVY_WORK_WAITING_PER_CLIENT);
  expect(outcomes.filter((outcome) => outcome === 'false')).toHaveLength(
    HEAVY_WORK_WAITING_PER_CLIENT,
  );
  expect(outcomes[0]).toBe('TOO_MANY_REQUESTS after 1 s');
});

test('E104: a login without a place is answered 429 with Retry-After, and is not a wrong password', async () => {
  await makeBuyer({ email: 'buyer@x.ke' });
  const freePlaces = takeAllPlaces();
  const waiting = Array.from({ length: HEAVY_WORK_WAITING_PER_CLIENT }, () =>
    heavyWork.run('203.0.113.7', async () => {}),
  );
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const refused = await logIn('203.0.113.7', PASSWORD);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  }
  await freePlaces();
  await Promise.all(waiting);
  expect((await logIn('203.0.113.7', PASSWORD)).status).toBe(200);
});

test('E104: a page is sent uncompressed while there is no place, and compressed once there is', async () => {
  const open = marketPages();
  const freePlaces = takeAllPlaces();
  const encoding = async () =>
    (await open('/market', { 'accept-encoding': 'gzip' })).headers.get('content-encoding');
  expect(await encoding()).toBeNull();
  await freePlaces();
  expect(await encoding()).toBe('gzip');
});

test('E151: a report waits for a place, and a picture needs none', async () => {
  const farm = await makeFarm();
  const photo = new FormData();
  const jpeg = new Uint8Array(await makeJpeg({ width: 64, height: 48 }));
  photo.append('photos', new Blob([jpeg], { type: 'image/jpeg' }), 'a.jpg');
  const headers = { authorization: `Bearer ${farm.token}` };
  const freePlaces = takeAllPlaces();
  const answered: string[] = [];
  const ask = async (name: string, path: string, init: RequestInit) => {
    const response = await market.app.request(path, { headers, ...init });
    answered.push(`${name} ${response.status}`);
    return response.arrayBuffer();
  };
  await ask('photo', '/api/farmer/photos', { method: 'POST', body: photo });
  const waiting = ask('report', '/api/farmer/payments/report.pdf', {});
  for (let round = 0; round < 20; round += 1) await request('/api/farmer/orders', farm);
  expect(answered).toEqual(['photo 201']);
  await freePlaces();
  await waiting;
  expect(answered).toEqual(['photo 201', 'report 200']);
});
