import { readdirSync, statSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { STORED_MAX_BYTES_OF_UNPROVEN } from '#photos/rules/photo.ts';
import { type Farm, makeFarm } from '#tests/factories/farms.ts';
import { PASSWORD } from '#tests/factories/people.ts';
import { makeCostlyPng, makeJpeg } from '#tests/factories/pictures.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { report, tally } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';
import { ask, atRate } from './parts/ask.ts';
import { bearer, makeBuyers, makeLiveMarket, makeRealBuyers } from './parts/clients.ts';
import { loadedTrees, percentile, startBuiltServer } from './parts/server-process.ts';

const SECONDS = Number(process.env.HOSTILE_HEAVY_SECONDS ?? 4);
const isLong = SECONDS >= 20;
const LOGINS_PER_SECOND = 4;
const PHOTOS_PER_SECOND = 0.5;
const PICTURES_PER_MESSAGE = 3;
const NOISE = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const SENT_AT_ONCE = 5;
const SENT_MOST = 60;

type Seen = { times: number[]; statuses: string[] };
type Named = [name: string, bytes: Buffer];

describe.runIf(isOnPostgres).each(loadedTrees)('E151, E152: $label pictures', (tree) => {
  let server: Awaited<ReturnType<typeof startBuiltServer>>;
  let market: Awaited<ReturnType<typeof makeLiveMarket>>;
  let farm: Farm;
  beforeEach(async () => {
    market = await makeLiveMarket();
    farm = await makeFarm(market);
    const settings = { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' };
    server = await startBuiltServer(settings, tree);
  }, 240_000);
  afterEach(() => server?.stop());

  async function send(path: string, token: string, files: Named[]) {
    const body = new FormData();
    for (const [name, bytes] of files)
      body.append('photos', new File([new Uint8Array(bytes)], name));
    const answer = await fetch(server.url + path, { method: 'POST', body, headers: bearer(token) });
    await answer.arrayBuffer();
    return String(answer.status);
  }

  test.each([0, 1, 8])(
    'E151: messages of %s mailboxes with three PNGs of 51.7 megapixels leave others their login and their photos',
    { timeout: (SECONDS + 180) * 1000 },
    async (mailboxes) => {
      const { id: productId } = await makeProduct(market, farm);
      await makeRealBuyers(market, 10);
      const costly = makeCostlyPng();
      const photo = await makeJpeg({ width: 1600, height: 1200 });
      const endsAt = performance.now() + SECONDS * 1000;
      const answered: string[] = [];
      const attack = (await makeBuyers(market, mailboxes)).map(async (token) => {
        const path = `/api/conversations/about/${productId}/photos`;
        const files = Array<Named>(PICTURES_PER_MESSAGE).fill(['a.png', costly]);
        while (performance.now() < endsAt) answered.push(await send(path, token, files));
      });
      const agent = new Agent({ keepAlive: true });
      const login: Seen = { times: [], statuses: [] };
      const honest: Seen = { times: [], statuses: [] };
      const logins = atRate(LOGINS_PER_SECOND, SECONDS, async (number, dueAt) => {
        const body = { email: `buyer${number % 10}@x.ke`, password: PASSWORD };
        const path = '/api/auth/buyer/verify-credentials';
        const address = `198.18.${number % 25}.${number % 250}`;
        login.statuses.push(String(await ask(server, { agent, path, body, address })));
        login.times.push(performance.now() - dueAt);
      });
      const photos = atRate(PHOTOS_PER_SECOND, SECONDS, async (_, dueAt) => {
        honest.statuses.push(await send('/api/farmer/photos', farm.token, [['a.jpg', photo]]));
        honest.times.push(performance.now() - dueAt);
      });
      await Promise.all([logins, photos, ...attack]);
      agent.destroy();
      const said = ({ times, statuses }: Seen) =>
        `${tally(statuses.toSorted())}, p50 ${percentile(times, 50)} ms, p95 ${percentile(times, 95)} ms`;
      report(
        'E151',
        `${tree.label}${SECONDS} s of messages with three PNGs of ${Math.round(costly.length / 1000)} kB by ${mailboxes} mailboxes (${tally(answered.toSorted())}): others' logins ${said(login)}; a farmer's photos ${said(honest)}; the server's memory at most ${Math.round(server.peakMegabytes())} MB`,
      );
      if (!tree.isBound) return;
      expect(answered.filter((status) => !['413', '429'].includes(status))).toEqual([]);
      expect(honest.statuses.filter((status) => status !== '201')).toEqual([]);
      const refused = login.statuses.filter(
        (status) => status !== '200' && (isLong || status !== '503'),
      );
      expect(refused).toEqual([]);
    },
  );

  test('E152: a farmer with a mailbox stores no more than a new account may', {
    timeout: 580_000,
  }, async () => {
    const statuses: string[] = [];
    const startedAt = performance.now();
    const create = {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#888',
      noise: NOISE,
    } as const;
    while (statuses.length < SENT_MOST && !statuses.includes('409')) {
      const sending = Array.from({ length: SENT_AT_ONCE }, async () => {
        const bytes = await sharp({ create }).jpeg().toBuffer();
        return send('/api/farmer/photos', farm.token, [['a.jpg', bytes]]);
      });
      statuses.push(...(await Promise.all(sending)));
    }
    const bytes = sizeOf(join(server.folder, 'photos'));
    const seconds = (performance.now() - startedAt) / 1000;
    report(
      'E152',
      `${tree.label}photos of one mailbox without proof (${tally(statuses.toSorted())}): ${Math.round(bytes / 1e6)} MB stored in ${Math.round(seconds)} s`,
    );
    if (!tree.isBound) return;
    expect(statuses).toContain('409');
    expect(bytes).toBeLessThanOrEqual(STORED_MAX_BYTES_OF_UNPROVEN);
  });
});

const sizeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
