import { createRandom } from '#demo/make-market.ts';
import { runPriceClock } from '#prices/server/feature.ts';
import { priceCells, priceRounds } from '#prices/server/tables.ts';
import { daysAfter } from '#rules/day.ts';
import { observe } from '#tests/factories/prices.ts';
import {
  advance,
  cellsOf,
  DAY,
  db,
  givenMarket,
  market,
  now,
  observeFarms,
  rollUp,
  services,
} from '#tests/setup/in-market.ts';

const TODAY = '2026-03-02';
const HISTORIES = 200;
const NIGHTS = 4;

givenMarket();
const weeks = () => db.select().from(priceCells);

test('the roll-up, night after night, gives the same result as from scratch, for random histories', async () => {
  const random = createRandom(1);
  const { between } = random;
  const addTo = (history: number) =>
    Array.from({ length: between(1, 25) }, () => ({
      crop: `crop-${history}`,
      kind: history % 2 === 0 ? ('asked' as const) : ('paid' as const),
      county: between(0, 1) === 0 ? 'Nyeri' : 'Kisii',
      day: daysAfter(TODAY, -between(0, 90)),
      farmId: between(1, 8),
      ...(history % 2 === 1 && { buyerId: between(1, 8), orderId: between(1, 50) }),
      pricePerKgCents: between(0, 9) === 0 ? between(1, 50_000) : between(4500, 5500),
      isRelated: between(0, 19) === 0,
      createdAt: now(),
    }));
  for (let night = 0; night < NIGHTS; night += 1) {
    const histories = Array.from({ length: HISTORIES }, (_, at) => at).filter(
      () => night === 0 || between(0, 2) === 0,
    );
    await observe(market, histories.flatMap(addTo));
    await rollUp();
    advance(DAY);
  }
  const byNight = await cellsOf();
  await db.delete(priceCells);
  await rollUp(true);
  expect(await cellsOf()).toEqual(byNight);
  expect(byNight.length).toBeGreaterThan(HISTORIES);
  expect(byNight.some((cell) => cell.is_shown)).toBe(true);
  await rollUp(true);
  expect(await cellsOf()).toEqual(byNight);
});

test('the roll-up is skipped while another process holds the lease, and done once it has expired', async () => {
  await observeFarms([50, 50, 50, 50, 50]);
  const done = await Promise.all([1, 2, 3, 4].map(() => rollUp()));
  expect(done.filter((outcome) => outcome !== null).length).toBeGreaterThanOrEqual(1);
  expect(await weeks()).toHaveLength(2);
  await db.update(priceRounds).set({ leasedUntil: new Date(now().getTime() + 900_000) });
  expect(await rollUp()).toBeNull();
  advance(901);
  expect(await rollUp()).not.toBeNull();
});

test('the roll-up runs at the start, and then every night at half past midnight in Nairobi', async () => {
  const clock = () => runPriceClock(db, services);
  const rolledUp = async () => (await db.select().from(priceRounds))[0]?.rolledUpAt?.toISOString();
  await clock();
  expect(await rolledUp()).toBe('2026-03-02T06:00:00.000Z');
  advance(15 * 3600 + 29 * 60);
  await clock();
  expect(await rolledUp()).toBe('2026-03-02T06:00:00.000Z');
  advance(60);
  await clock();
  expect(await rolledUp()).toBe('2026-03-02T21:30:00.000Z');
  advance(3600);
  await clock();
  expect(await rolledUp()).toBe('2026-03-02T21:30:00.000Z');
});
