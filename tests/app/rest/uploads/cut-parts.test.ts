import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PHOTO_FILE_MAX_BYTES, UPLOAD_PIECE_BYTES } from '#platform/rules/limits.ts';
import { readPieces } from '#platform/server/http/read-pieces.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { beginHeaders, partHeaders, partsOf } from '#tests/factories/parts.ts';
import { makeBuyer } from '#tests/factories/people.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { countRows } from '#tests/setup/rows.ts';
import { type Listening, listen } from '#tests/setup/servers/listen.ts';

const CUTS = 20;
const MEGABYTE = 1024 * 1024;

describe('E90: parts over a socket', () => {
  let market: Market;
  let server: Listening;
  let token: string;
  beforeEach(async () => {
    market = await makeMarket();
    server = await listen(market);
    ({ token } = await makeFarm(market));
  });
  afterEach(() => server.close());

  const head = (
    method: string,
    path: string,
    headers: Record<string, string>,
    bearer: string | null = token,
  ) =>
    [
      `${method} ${path} HTTP/1.1`,
      'Host: localhost',
      ...(bearer ? [`Authorization: Bearer ${bearer}`] : []),
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      '',
    ].join('\r\n');
  const begin = async (length: number) =>
    (await partsOf(market, token).begin({ length })).body.upload?.id ?? 0;
  const offsetOf = async (id: number) =>
    (await partsOf(market, token).get(id)).body.upload?.offset ?? -1;

  test(`a photo whose connection is cut ${CUTS} times resumes each time where it left off`, async () => {
    const jpeg = await makeJpeg({ width: 1600, height: 1200 });
    const id = await begin(jpeg.length);
    const path = `/api/farmer/uploads/${id}`;
    const step = Math.ceil(jpeg.length / (CUTS + 1));
    let sent = 0;
    for (let cut = 0; cut < CUTS; cut += 1) {
      const offset = await offsetOf(id);
      const rest = jpeg.subarray(offset);
      // The request declares the whole rest and sends some of it.
      await server.leave([head('PATCH', path, partHeaders(offset, rest)), rest.subarray(0, step)]);
      sent += Math.min(step, rest.length);
      await expect
        .poll(() => offsetOf(id), { timeout: 5000, interval: 10 })
        .toBe(offset + Math.min(step, rest.length));
    }
    const offset = await offsetOf(id);
    const last = await partsOf(market, token).append(id, offset, jpeg.subarray(offset));
    expect(last.body.photos).toHaveLength(1);
    expect(sent + jpeg.length - offset).toBe(jpeg.length);
    expect([
      await countRows(market.db, 'photos'),
      await countRows(market.db, 'upload_parts'),
    ]).toEqual([1, 0]);
    expect(market.logged.filter((line) => line.includes('unexpectedly'))).toEqual([]);
    report('E90', `one photo, ${CUTS} cuts: no byte was carried twice`);
  });

  test('C26: without a session or as a buyer, and at a wrong offset, the answer comes before the body', async () => {
    const { token: buyer } = await makeBuyer(market);
    const part = Buffer.alloc(MEGABYTE);
    const id = await begin(2 * MEGABYTE);
    const cases: [string | null, string, Record<string, string>, number][] = [
      [null, 'POST', beginHeaders({ length: MEGABYTE, part }), 401],
      [buyer, 'POST', beginHeaders({ length: MEGABYTE, part }), 403],
      [null, 'PATCH', partHeaders(0, part), 401],
      [buyer, 'PATCH', partHeaders(0, part), 403],
      [token, 'PATCH', partHeaders(7, part), 409],
      [token, 'PATCH', partHeaders(0, Buffer.alloc(3 * MEGABYTE)), 413],
    ];
    for (const [bearer, method, headers, status] of cases) {
      const path = method === 'POST' ? '/api/farmer/uploads' : `/api/farmer/uploads/${id}`;
      const answer = await server.raw(
        async (send) => void (await send(head(method, path, headers, bearer))),
      );
      expect([method, answer?.status]).toEqual([method, status]);
    }
    expect(await countRows(market.db, 'upload_parts')).toBe(0);
  });

  test("an endless body is cut off at the upload's length, and memory does not grow with it", async () => {
    const id = await begin(PHOTO_FILE_MAX_BYTES);
    const { 'content-length': _, ...headers } = partHeaders(0, Buffer.alloc(0));
    const chunk = Buffer.alloc(UPLOAD_PIECE_BYTES, 'x');
    const framed = Buffer.concat([
      Buffer.from(`${chunk.length.toString(16)}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let bytes = 0;
    const answer = await server.raw(async (send) => {
      await send(
        head('PATCH', `/api/farmer/uploads/${id}`, { ...headers, 'transfer-encoding': 'chunked' }),
      );
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

  test('a silent sender times out, and what it had sent is kept', async () => {
    const body = new PassThrough();
    const pieces = readPieces({ body, stallMilliseconds: 20 });
    body.write('what came');
    expect(String((await pieces.next()).value)).toBe('what came');
    await expect(pieces.next()).rejects.toThrow('UPLOAD_BROKEN');
    expect(body.destroyed).toBe(false);
  });
});
