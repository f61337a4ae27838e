import { setTimeout as wait } from 'node:timers/promises';
import {
  FORM_KEEPS_SLOT_MILLISECONDS,
  FORMS_RECEIVED_OF_UNPROVEN,
  FORMS_RECEIVED_PER_PERSON,
} from '#photos/rules/photo.ts';
import { PHOTO_FILE_MAX_BYTES } from '#rules/limits.ts';
import { FORM_END, formBody, MULTIPART, partHead } from '#tests/factories/forms.ts';
import {
  advance,
  countRows,
  givenMarket,
  givePhone,
  listPhotoFiles,
  logged,
  makeFarm,
  makeJpeg,
  makeTestBuyer,
  market,
  photoPart,
  report,
  request,
} from '#tests/setup/in-market.ts';
import { type Listening, listen } from '#tests/setup/servers/listen.ts';

type Send = (bytes: Buffer | string) => Promise<boolean>;

const CHUNK = Buffer.alloc(64 * 1024, 'x');
const MEGABYTE = 1024 * 1024;
const OPEN_FILE = partHead({ name: 'photos', fileName: 'photo.jpg', type: 'image/jpeg' });

givenMarket();
let server: Listening;
let token: string;
beforeEach(async () => {
  server = await listen(market);
  ({ token } = await makeFarm());
});
afterEach(() => server.close());

const head = (
  headers: Record<string, string | number>,
  bearer: string | null = token,
  path = '/api/farmer/photos',
) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Content-Type: ${MULTIPART}`,
    ...(bearer ? [`Authorization: Bearer ${bearer}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
const chunked = (bytes: Buffer | string) =>
  `${Buffer.byteLength(bytes).toString(16)}\r\n${bytes}\r\n`;

const sendAll = (...pieces: (Buffer | string)[]) =>
  server.raw(async (send) => {
    for (const piece of pieces) await send(piece);
  });

async function endless(send: Send, start: string): Promise<number> {
  await send(head({ 'Transfer-Encoding': 'chunked' }));
  await send(chunked(start));
  const piece = chunked(CHUNK);
  let bytes = 0;
  while (bytes < 400 * MEGABYTE && (await send(piece))) bytes += CHUNK.length;
  return bytes;
}

async function nothingIsLeft() {
  const deadline = Date.now() + 10_000;
  // Half a second without a file, because the server may not have received a cut request yet.
  for (
    let emptySince = Date.now();
    Date.now() - emptySince < 500 && Date.now() < deadline;
    await wait(20)
  ) {
    if ((await listPhotoFiles()).length > 0) emptySince = Date.now();
  }
  expect(await listPhotoFiles()).toEqual([]);
  expect(await countRows('photos')).toBe(0);
}

async function growth(run: () => Promise<void>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 10);
  await run();
  clearInterval(timer);
  return (most - before) / MEGABYTE;
}

const endlessBodies: [string, string][] = [
  ['file', OPEN_FILE],
  ['field', partHead({ name: 'description' })],
  ['preamble', 'no boundary here'],
  ['part header', `--the-boundary-of-tests\r\nContent-Disposition: form-data; name="`],
  ['epilogue', FORM_END],
];
test.each(endlessBodies)('C24: an endless %s is broken off', async (what, start) => {
  let bytes = 0;
  let answer: Awaited<ReturnType<Listening['raw']>> = null;
  const grown = await growth(async () => {
    answer = await server.raw(async (send) => {
      bytes = await endless(send, start);
    });
  });
  expect(answer).toMatchObject({
    status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
  });
  expect(bytes).toBeLessThan(200 * MEGABYTE);
  expect(grown).toBeLessThan(100);
  await nothingIsLeft();
  report(
    'C24',
    `endless ${what}: broken off after ${Math.round(bytes / MEGABYTE)} MB, memory grew by ${Math.round(grown)} MB`,
  );
});

test('C24: a sixth photo, one byte too many, and a larger body are refused', async () => {
  const jpeg = await makeJpeg({ width: 64, height: 48 });
  const tooLarge = Buffer.concat([jpeg, Buffer.alloc(PHOTO_FILE_MAX_BYTES - jpeg.length + 1)]);
  for (const [photos, status, message] of [
    [Array.from({ length: 6 }, () => jpeg), 400, 'Up to 5 photos per product'],
    [[tooLarge], 413, 'A photo can be up to 12 MB.'],
  ] as const) {
    const body = formBody(photos.map((bytes) => photoPart(bytes)));
    const answer = await sendAll(head({ 'Content-Length': body.length }), body);
    expect(answer).toMatchObject({ status, body: { message } });
  }
  await nothingIsLeft();
  const answer = await sendAll(head({ 'Content-Length': 2_000 * MEGABYTE }));
  expect(answer?.status).toBe(413);
});

test('C24: a form without its end or without a boundary is refused', async () => {
  const form = formBody([photoPart(await makeJpeg({ width: 64, height: 48 }))]);
  for (const end of [form.length - FORM_END.length, 300, 60, 0]) {
    const answer = await sendAll(head({ 'Content-Length': end }), form.subarray(0, end));
    expect(answer?.status, `${end} bytes`).toBe(400);
  }
  // The declared length is shorter than the body, so the rest is not a valid request.
  const lying = await sendAll(head({ 'Content-Length': 200 }), form);
  expect(lying?.status).toBe(400);
  await nothingIsLeft();
  const headers = { 'content-type': 'multipart/form-data' };
  const unbounded = await request('/api/farmer/photos', { token, headers, body: 'x' });
  expect(unbounded.status).toBe(400);
});

test('C24: a connection cut at any point leaves nothing behind', async () => {
  const form = formBody([photoPart(await makeJpeg({ width: 1200, height: 900 }))]);
  const cuts = 25;
  for (let cut = 0; cut < cuts; cut++) {
    const until = Math.floor((form.length * cut) / cuts);
    await server.cut([head({ 'Content-Length': form.length }), form.subarray(0, until)]);
  }
  await nothingIsLeft();
  expect(logged.filter((line) => line.includes('unexpectedly'))).toEqual([]);
  report('C24', `${cuts} connections cut at ${cuts} places: no file, no row`);
});

test('C24: twenty large uploads at once use less than 100 MB of memory', async () => {
  const grown = await growth(async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        server.raw(async (send) => {
          await send(head({ 'Transfer-Encoding': 'chunked' }));
          await send(chunked(OPEN_FILE));
          for (let sent = 0; sent < 11 * MEGABYTE; sent += CHUNK.length) await send(chunked(CHUNK));
          await send('0\r\n\r\n');
        }),
      ),
    );
  });
  expect(grown).toBeLessThan(100);
  await nothingIsLeft();
  report('C24', `20 uploads of 11 MB at once: memory grew by ${Math.round(grown)} MB`);
});

test('E152: of one person a few forms are received at once; the others wait unread', async () => {
  const opened = 2 * FORMS_RECEIVED_PER_PERSON;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const answers = Array.from({ length: opened }, () =>
    server.raw(async (send) => {
      await send(head({ 'Transfer-Encoding': 'chunked' }));
      await send(chunked(OPEN_FILE));
      await send(chunked(CHUNK));
      await ended;
      await send('0\r\n\r\n');
    }),
  );
  const received = async () => (await listPhotoFiles()).length;
  await expect.poll(received).toBe(FORMS_RECEIVED_PER_PERSON);
  await wait(300);
  expect(await received()).toBe(FORMS_RECEIVED_PER_PERSON);
  end();
  for (const answer of await Promise.all(answers)) expect(answer?.status).toBe(400);
  await nothingIsLeft();
});

test('E165: slow forms of many people without proof take no slot from others', async () => {
  const form = formBody([photoPart(await makeJpeg({ width: 64, height: 48 }))]);
  const send = async (bearer: string, address: string) => {
    const headers = { 'Content-Length': form.length, 'X-Forwarded-For': address };
    return (await sendAll(head(headers, bearer), form))?.status;
  };
  const slow = async (bearer: string) =>
    server.raw(async (send) => {
      await send(
        head({ 'Transfer-Encoding': 'chunked', 'X-Forwarded-For': '203.0.113.7' }, bearer),
      );
      await send(chunked(OPEN_FILE));
      while (await send(chunked(CHUNK.subarray(0, 1)))) await wait(20);
    });
  for (let opened = 0; opened <= FORMS_RECEIVED_OF_UNPROVEN; opened += FORMS_RECEIVED_PER_PERSON) {
    const { token: bearer } = await makeFarm();
    for (let form = 0; form < FORMS_RECEIVED_PER_PERSON; form++) void slow(bearer);
  }
  const received = async () => (await listPhotoFiles()).length;
  await expect.poll(received).toBe(FORMS_RECEIVED_OF_UNPROVEN);
  await wait(300);
  expect(await received()).toBe(FORMS_RECEIVED_OF_UNPROVEN);
  const [proven, newcomer] = [await makeFarm(), await makeFarm()];
  await givePhone(proven, { phoneNumber: '+254712000111' });
  expect(await send(proven.token, '203.0.113.8')).toBe(201);
  advance(FORM_KEEPS_SLOT_MILLISECONDS / 1000 + 1);
  expect(await send(newcomer.token, '198.51.100.1')).toBe(201);
});

test('C26: without a session or as a buyer, the answer comes before the body', async () => {
  const { token: buyer } = await makeTestBuyer();
  const paths = [
    '/api/farmer/photos',
    '/api/farmer/profile/photo',
    '/api/farmer/products/1/photos',
    '/api/farmer/products',
  ];
  for (const path of paths) {
    for (const [bearer, status] of [[null, 401] as const, [buyer, 403] as const]) {
      const answer = await sendAll(head({ 'Content-Length': MEGABYTE }, bearer, path));
      expect(answer?.status, path).toBe(status);
    }
  }
  await nothingIsLeft();
});
