import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FindProducts } from '#features/products/rules/find-products.ts';
import { readCards } from '#features/products/rules/offer-card.ts';
import { findCards } from '#features/products/server/catalogue/find-products.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeBuyer, PASSWORD } from '#tests/factories/people.ts';
import { changeProduct, makeProduct, productForm } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';
import { dataOf, pathOf, plain } from './parts/changing-lists.ts';

type Answer = Awaited<ReturnType<typeof findCards>>;

describe('E75: answers about the catalogue from memory', () => {
  let market: Market;
  let farm: Awaited<ReturnType<typeof makeFarm>>;
  beforeEach(async () => {
    market = await makeMarket();
    farm = await makeFarm(market);
  });

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await market.app.request(path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const list = async (input: FindProducts = {}) => {
    // The server's answer to this question.
    const { products, nextCursor } = dataOf(
      (await ask(pathOf('market.products', input))).text,
    ) as Answer;
    return { products: readCards(products), nextCursor };
  };
  /** Asks until the process listens, from when on it keeps what it answers. */
  const whenKept = (path: string) =>
    expect.poll(async () => (await ask(path)).headers.get('etag'), { timeout: 5000 }).toMatch(/^"/);
  const countQuestions = async (work: () => Promise<unknown>) => {
    const { catalogueReads } = market.services;
    let questions = 0;
    market.services.catalogueReads = {
      ...catalogueReads,
      quickList: (client, read) => {
        questions += 1;
        return catalogueReads.quickList(client, read);
      },
    };
    await work();
    market.services.catalogueReads = catalogueReads;
    return questions;
  };

  test('the database is asked once; the next gets the same bytes, compressed, or a 304', async () => {
    for (let made = 0; made < 12; made++) await makeProduct(market, farm, { name: `Kale ${made}` });
    const path = pathOf('market.products', {});
    await whenKept(path);
    const questions = await countQuestions(async () => {
      const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => ask(path)));
      for (const other of others) expect(other.text).toBe(first?.text);
      const response = await market.app.request(path, {
        headers: { 'accept-encoding': 'gzip, br' },
      });
      expect(response.headers.get('content-encoding')).toBe('br');
      expect((await response.arrayBuffer()).byteLength).toBeLessThan((first?.text.length ?? 0) / 2);
      const etag = response.headers.get('etag') ?? '';
      expect(
        (await ask(path, { 'accept-encoding': 'gzip, br', 'if-none-match': etag })).status,
      ).toBe(304);
    });
    expect(questions).toBeLessThanOrEqual(1);
    expect(dataOf((await ask(path)).text)).toEqual(
      plain(await findCards(market.db, {}, market.services)),
    );
  });

  test('no browser keeps it for a person who is logged in, and a refusal is not kept at all', async () => {
    const path = pathOf('market.products', {});
    await whenKept(path);
    expect((await ask(path)).headers.get('cache-control')).toBe('no-cache');
    expect(
      (await ask(path, { authorization: `Bearer ${farm.token}` })).headers.get('cache-control'),
    ).toBe('no-store');
    const missing = pathOf('market.product', { productId: 999 });
    expect([(await ask(missing)).status, (await ask(missing)).headers.get('etag')]).toEqual([
      404,
      null,
    ]);
  });

  test('counts left out for one client are not kept for others, also where one request asks for a list and counts', async () => {
    await makeProduct(market, farm);
    const inputs = encodeURIComponent(JSON.stringify({ 0: {}, 1: {} }));
    const path = `/trpc/market.products,market.facets?batch=1&input=${inputs}`;
    await whenKept(pathOf('market.products', {}));
    const { catalogueReads } = market.services;
    market.services.catalogueReads = { ...catalogueReads, count: async () => null };
    expect((await ask(path)).text).toContain('"leftOut":true');
    market.services.catalogueReads = catalogueReads;
    expect((await ask(path)).text).toContain('"leftOut":false');
  });

  test('a request that is refused, or only reads, makes no answer out of date', async () => {
    const buyer = await makeBuyer(market);
    const path = pathOf('market.products', {});
    await whenKept(path);
    const body = JSON.stringify({ productId: 1, quantity: 1 });
    const json = { 'content-type': 'application/json' };
    const asBuyer = { ...json, authorization: `Bearer ${buyer.token}` };
    const both = '/trpc/auth.judgePassword,farmer.products.setQuantity?batch=1';
    const passwordAndBody = JSON.stringify({
      0: { password: 'kilimanjaro-1' },
      1: JSON.parse(body),
    });
    const requests: [string, RequestInit][] = [
      ['/trpc/farmer.products.setQuantity', { method: 'POST', body, headers: json }],
      ['/trpc/farmer.products.setQuantity', { method: 'POST', body, headers: asBuyer }],
      [both, { method: 'POST', body: passwordAndBody, headers: json }],
      ['/trpc/farmer.products.list', { method: 'HEAD' }],
      ['/api/farmer/products', { method: 'OPTIONS' }],
      ['/api/buyer/orders', { method: 'POST', body: '{}', headers: json }],
    ];
    for (const [address, init] of requests) {
      const questions = await countQuestions(async () => {
        await ask(path);
        await market.app.request(address, init);
        await ask(path);
      });
      expect(questions, `${init.method} ${address}`).toBeLessThanOrEqual(0);
    }
  });

  test('a farmer who deletes the account is no longer listed when the deletion is answered', async () => {
    await makeProduct(market, farm);
    const passwordHash = await market.services.passwords.hash(PASSWORD, 'test');
    await market.db.execute(sql`update users set password_hash = ${passwordHash}`);
    await whenKept(pathOf('market.products', {}));
    expect(await list()).toMatchObject({ products: [{}] });
    const erased = await market.request('/trpc/auth.deleteAccount', {
      body: { password: PASSWORD },
      token: farm.token,
    });
    expect(erased.status).toBe(200);
    expect(await list()).toEqual({ products: [], nextCursor: null });
  });

  test('an answer that was begun before the process listened is not kept, because a change may have gone unheard', async () => {
    const { catalogueChanges } = market.services;
    const mark = catalogueChanges.mark();
    await whenKept(pathOf('market.products', {}));
    expect(catalogueChanges.isCurrent(mark, 'offers')).toBe(false);
  });

  test('a person who changes the catalogue reads the change at once', async () => {
    const { id } = await makeProduct(market, farm, { price: 10 });
    await whenKept(pathOf('market.products', {}));
    for (let price = 11; price < 31; price++) {
      await list();
      const edit = { ...productForm({ price }), productId: id };
      const edited = await market.request('/trpc/farmer.products.edit', {
        body: edit,
        token: farm.token,
      });
      expect(edited.status).toBe(200);
      expect(await list()).toMatchObject({ products: [{ price }] });
    }
  });

  test('a change by anybody else is seen as soon as the database has announced it, long before the two seconds are over', async () => {
    const { id } = await makeProduct(market, farm, { quantity: 50 });
    await whenKept(pathOf('market.products', {}));
    const changes: [string, () => Promise<unknown>, object][] = [
      [
        'its stock',
        () => changeProduct(market, id, { quantity: 49 }),
        { products: [{ quantity: 49 }] },
      ],
      [
        'its name',
        () => changeProduct(market, id, { name: 'Managu' }),
        { products: [{ name: 'Managu' }] },
      ],
      [
        "its farm's name",
        () => market.db.execute(sql`update farms set name = 'Kwa Njeri'`),
        { products: [{ farmName: 'Kwa Njeri' }] },
      ],
      [
        'that it is hidden',
        () => changeProduct(market, id, { hiddenAt: new Date() }),
        { products: [] },
      ],
    ];
    for (const [what, change, seen] of changes) {
      await list();
      const changedAt = performance.now();
      await change();
      await expect
        .poll(() => list(), { message: what, timeout: 1500, interval: 5 })
        .toMatchObject(seen);
      expect(performance.now() - changedAt).toBeLessThan(1500);
    }
  });

  test('the suspension of a farmer who offers nothing is announced, too', async () => {
    await whenKept(pathOf('market.products', {}));
    const { catalogueChanges } = market.services;
    const mark = catalogueChanges.mark();
    await market.db.execute(sql`update users set suspended_at = now() where id = ${farm.id}`);
    await expect
      .poll(() => catalogueChanges.isCurrent(mark, 'offers'), { timeout: 1500, interval: 5 })
      .toBe(false);
    expect(performance.now() - mark.takenAt).toBeLessThan(1500);
  });

  test.runIf(isOnPostgres)(
    'a cut connection to the announcements hides no change for more than two seconds',
    async () => {
      const { id } = await makeProduct(market, farm, { price: 10 });
      const path = pathOf('market.products', {});
      await whenKept(path);
      for (let price = 11; price < 15; price++) {
        await list();
        const cut =
          await market.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen %'`);
        expect(cut).not.toHaveLength(0);
        await changeProduct(market, id, { priceCents: price * 100 });
        await expect
          .poll(() => list(), { timeout: 2000, interval: 5 })
          .toMatchObject({ products: [{ price }] });
      }
      await whenKept(path);
      const changedAt = performance.now();
      await changeProduct(market, id, { priceCents: 2000 });
      await expect
        .poll(() => list(), { timeout: 1500, interval: 5 })
        .toMatchObject({ products: [{ price: 20 }] });
      expect(performance.now() - changedAt).toBeLessThan(1500);
    },
  );

  test('an offer that expires with the day is gone when the day ends in Nairobi', async () => {
    const { id } = await makeProduct(market, farm, { expiryDate: '2026-03-02' });
    await whenKept(pathOf('market.products', {}));
    expect(await list()).toMatchObject({ products: [{ id }] });
    market.advance(15 * 3600);
    expect(await list()).toEqual({ products: [], nextCursor: null });
  });

  test('an empty answer counts with the memory that it takes', async () => {
    await whenKept(pathOf('market.products', {}));
    const { hotAnswers, catalogueChanges } = market.services;
    const empty = new TextEncoder().encode('{"result":{"data":{"products":{},"nextCursor":null}}}');
    const answer = {
      contentType: 'application/json',
      cacheControl: 'no-cache',
      vary: [],
      etag: '',
      body: empty,
      encoded: {},
    };
    const before = hotAnswers.size();
    hotAnswers.keep('/trpc/market.products', {
      answer,
      mark: catalogueChanges.mark(),
      view: 'offers',
    });
    expect(hotAnswers.size() - before).toBeGreaterThan(1000);
  });

  test('a burst of different questions takes a bounded part of the memory, and pushes out nothing that is asked all the time', async () => {
    for (let made = 0; made < 24; made++)
      await makeProduct(market, farm, { description: 'x'.repeat(2000) });
    const path = pathOf('market.products', {});
    await whenKept(path);
    let most = 0;
    for (let number = 0; number < 600; number++) {
      await ask(pathOf('market.products', { maxPrice: 1_000_000 + number }));
      most = Math.max(most, market.services.hotAnswers.size());
      expect((await ask(path)).status).toBe(200);
    }
    expect(most).toBeLessThanOrEqual(32 * 1024 * 1024);
    report('E75', `600 different questions in a row: ${(most / 1e6).toFixed(0)} MB kept at most`);
  });
});
