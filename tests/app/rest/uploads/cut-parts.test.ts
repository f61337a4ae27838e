import { PassThrough } from 'node:stream';
import { PHOTO_FILE_MAX_BYTES, UPLOAD_PIECE_BYTES } from '#rules/limits.ts';
import { readPieces } from '#server/http/read-multipart.ts';
import { beginHeaders, partHeaders } from '#tests/factories/parts.ts';
import {
  countRows,
  givenMarket,
  logged,
  makeFarm,
  makeJpeg,
  makeTestBuyer,
  market,
  partsOf,
  report,
} from '#tests/setup/in-market.ts';
import { type Listening, listen } from '#tests/setup/servers/listen.ts';

const CUTS = 20;
const MEGABYTE = 1024 * 1024;

givenMarket();
let server: Listening;
let token: string;
beforeEach(async () => {
  server = await listen(market);
  ({ token } = await makeFarm());
});
afterEach(() => server.close());

type Head = { method?: string; bearer?: string | null };
const head = (
  path: string,
  headers: Record<string, string>,
  { method = 'PATCH', bearer = token }: Head = {},
) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...(bearer ? [`Authorization: Bearer ${bearer}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
const begin = async (length: number) => {
  const { body } = await partsOf(token).begin({ length });
  const id = body.upload?.id ?? 0;
  return { id, path: `/api/farmer/uploads/${id}` };
};

test(`E90: a photo whose connection is cut ${CUTS} times resumes each time where it left off`, async () => {
  const jpeg = await makeJpeg({ width: 1600, height: 1200 });
  const { id, path } = await begin(jpeg.length);
  const { get, append } = partsOf(token);
  const step = Math.ceil(jpeg.length / (CUTS + 1));
  for (let cut = 0; cut < CUTS; cut += 1) {
    const offset = cut * step;
    const rest = jpeg.subarray(offset);
    await server.leave([head(path, partHeaders(offset, rest)), rest.subarray(0, step)]);
    await expect
      .poll(async () => (await get(id)).body.upload?.offset, { timeout: 5000, interval: 10 })
      .toBe(offset + step);
  }
  const last = await append(id, CUTS * step, jpeg.subarray(CUTS * step));
  expect(last.body.photos).toHaveLength(1);
  const rows = ['photos', 'upload_parts'].map((table) => countRows(table));
  expect(await Promise.all(rows)).toEqual([1, 0]);
  expect(logged.filter((line) => line.includes('unexpectedly'))).toEqual([]);
});

test('C26: without a session or as a buyer, and at a wrong offset, the answer comes before the body', async () => {
  const { token: buyer } = await makeTestBuyer();
  const part = Buffer.alloc(MEGABYTE);
  const { path } = await begin(2 * MEGABYTE);
  const all = '/api/farmer/uploads';
  for (const [bearer, method, address, headers, status] of [
    [null, 'POST', all, beginHeaders({ length: MEGABYTE, part }), 401],
    [buyer, 'POST', all, beginHeaders({ length: MEGABYTE, part }), 403],
    [null, 'PATCH', path, partHeaders(0, part), 401],
    [buyer, 'PATCH', path, partHeaders(0, part), 403],
    [token, 'PATCH', path, partHeaders(7, part), 409],
    [token, 'PATCH', path, partHeaders(0, Buffer.alloc(3 * MEGABYTE)), 413],
  ] as const) {
    const answer = await server.raw(
      async (send) => void (await send(head(address, headers, { method, bearer }))),
    );
    expect([method, answer?.status]).toEqual([method, status]);
  }
  expect(await countRows('upload_parts')).toBe(0);
});

test("E90: an endless body is cut off at the upload's length, and memory does not grow with it", async () => {
  const { path } = await begin(PHOTO_FILE_MAX_BYTES);
  const { 'content-length': _, ...headers } = partHeaders(0, Buffer.alloc(0));
  const chunk = Buffer.alloc(UPLOAD_PIECE_BYTES, 'x');
  const framed = `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let bytes = 0;
  const answer = await server.raw(async (send) => {
    await send(head(path, { ...headers, 'transfer-encoding': 'chunked' }));
    while (bytes < 200 * MEGABYTE && (await send(framed))) bytes += chunk.length;
  });
  const grown = (process.memoryUsage().rss - before) / MEGABYTE;
  expect(answer?.status).toBe(413);
  expect(bytes).toBeLessThan(100 * MEGABYTE);
  expect(grown).toBeLessThan(100);
  report(
    'C24',
    `a part without an end: broken off after ${Math.round(bytes / MEGABYTE)} MB, memory grew by ${Math.round(grown)} MB`,
  );
});

test('E90: a silent sender times out, and what it had sent is kept', async () => {
  const body = new PassThrough();
  const pieces = readPieces({ body, stallMilliseconds: 20 });
  body.write('what came');
  expect(String((await pieces.next()).value)).toBe('what came');
  await expect(pieces.next()).rejects.toThrow('UPLOAD_BROKEN');
  expect(body.destroyed).toBe(false);
});
