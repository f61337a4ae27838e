import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DrawnPhoto } from '#demo/seed/drawn-photos.ts';
import { seedPhotos } from '#demo/seed/seed-photos.ts';
import { seedDemo } from '#demo/seed-demo.ts';
import { listCards } from '#tests/setup/answers/list-cards.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { countRows } from '#tests/setup/rows.ts';

const drawnAs = (subject: string, digit: string): DrawnPhoto => ({
  subject,
  contentHash: digit.repeat(64),
  colour: '#c0392b',
  widthPixels: 1200,
  heightPixels: 900,
  files: [`${digit.repeat(64)}-800.jpg`, `${digit.repeat(64)}-800.webp`],
  storedBytes: 8,
});
const photos = [drawnAs('banana', 'a'), drawnAs('banana', 'b'), drawnAs('egg', 'c')];

describe('the photos of the demo’s products', () => {
  let market: Market;
  let folder: string;
  beforeEach(async () => {
    market = await makeMarket();
    folder = await mkdtemp(join(tmpdir(), 'sokoshamba-drawn-'));
    await seedDemo(market.db, market.services);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function seedDrawn() {
    await writeFile(join(folder, 'photos.json'), JSON.stringify({ hash: '', photos }));
    for (const { files } of photos)
      for (const name of files) await writeFile(join(folder, name), name.slice(0, 4));
    await seedPhotos(market.db, market.services, folder);
  }

  test('are those of their crop, all of them, and neighbours begin with different ones', async () => {
    await seedDrawn();
    const { products } = await listCards(market, { search: 'bananas', limit: 50 });
    const first = products.map(({ photos: [photo] }) => photo?.url.at('/photos/'.length));
    expect(first.length).toBeGreaterThan(5);
    expect(new Set(first)).toEqual(new Set(['a', 'b']));
    const product = await market.caller().market.product({ productId: products[0]?.id ?? 0 });
    expect(product.photos).toHaveLength(2);
    const { products: onions } = await listCards(market, { search: 'onions', limit: 50 });
    expect(onions.flatMap((onion) => onion.photos)).toEqual([]);
  });

  test('are files of the photo store, which serves them', async () => {
    await seedDrawn();
    const response = await market.app.request(`/photos/${'c'.repeat(64)}-800.webp`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await response.text()).toBe('cccc');
  });

  test('are left out where none were drawn', async () => {
    await seedPhotos(market.db, market.services, folder);
    expect(await countRows(market.db, 'photos')).toBe(0);
  });
});
