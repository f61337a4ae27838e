import type { PasswordHasher } from '#accounts/server/passwords.ts';
import { putCart } from '#orders/server/cart.ts';
import {
  confirmOrder,
  dispatchOrder,
  disputeOrder,
  receiveOrder,
} from '#orders/server/order-steps.ts';
import { placeOrder } from '#orders/server/place-order.ts';
import { rateOrder } from '#orders/server/reviews.ts';
import { countyExtent } from '#places/server/county-at.ts';
import { guessCrop } from '#products/rules/crop-input.ts';
import { FRESH_DAYS_MAX } from '#products/rules/product-facts.ts';
import type { County } from '#rules/counties.ts';
import { dayInNairobi, daysAfter, weekStart } from '#rules/day.ts';
import { distanceMetres } from '#rules/geo.ts';
import { HOUR_SECONDS } from '#rules/limits.ts';
import { secondsAfter } from '#server/clock.ts';
import orders from './data/orders.json' with { type: 'json' };
import { seedPhotos } from './demo-photos.ts';
import { demoLogins } from './logins.ts';
import {
  type Crop,
  createRandom,
  crops,
  DEMO_FARMS,
  makeFarm,
  makeProduct,
  type Random,
  stapleOf,
} from './make-market.ts';
import {
  hasUsers,
  insertBuyer,
  insertFarms,
  insertPriceHistory,
  insertProducts,
  type ListedFarm,
  listFarms,
  readDemoPair,
  renameBusiestFarmer,
  type SeedSeries,
  verifyPhones,
} from './seed-queries.ts';

const ROWS_AT_ONCE = 2000;

const LISTED_WITHIN_MILLISECONDS = 20 * 86_400_000;

const PRODUCTS = 500;

/** At the first start it fills the database. Logs how to log in. */
export async function openDemoMarket(db: Database, services: Services) {
  if (await seedDemo(db, services)) {
    await seedPrices(db, dayInNairobi(services.clock()));
    await seedPhotos(db, services);
    await seedOrders(db, services);
  }
  const { farmer, buyer, password } = demoLogins;
  services.log.info(
    `The demo's logins: ${farmer} and ${buyer}, both with the password ${password}`,
  );
}

/** Returns whether this was the first start. */
export async function seedDemo(
  db: Database,
  { clock, passwords }: { clock: Clock; passwords: PasswordHasher },
) {
  if (await hasUsers(db)) return false;
  const now = clock();
  const passwordHash = await passwords.hash(demoLogins.password, 'demo');
  await db.transaction(async (tx) => {
    await seedMarket(tx, { farms: DEMO_FARMS, products: PRODUCTS }, { now, passwordHash });
    await renameBusiestFarmer(tx, {
      email: demoLogins.farmer,
      phoneNumber: demoLogins.farmerPhone,
    });
    await insertBuyer(tx, {
      email: demoLogins.buyer,
      phoneNumber: demoLogins.buyerPhone,
      passwordHash,
      now: now.toISOString(),
    });
    await verifyPhones(tx);
  });
  return true;
}

type Size = { farms: number; products: number; seed?: number };

type Given = { now: Date; passwordHash: string };

/** The same seed and time give the same market. All users get `passwordHash`. */
export async function seedMarket(
  db: Database,
  { farms, products, seed = 2026 }: Size,
  { now, passwordHash }: Given,
) {
  const random = createRandom(seed);
  await inBatches(farms, async (from, to) => {
    const rows = numbers(from, to).map((index) => ({
      ...makeFarm(random, index),
      passwordHash,
      now: now.toISOString(),
    }));
    await insertFarms(db, rows);
  });
  const made = await listFarms(db);
  const freshUntil = daysAfter(dayInNairobi(now), FRESH_DAYS_MAX);
  await inBatches(products, async (from, to) => {
    const rows = numbers(from, to).map((index) => {
      // The first products give every farm one; the rest are distributed randomly.
      const farm = made[index] ?? random.pick(made);
      const createdAt = new Date(
        now.getTime() - LISTED_WITHIN_MILLISECONDS * (1 - index / products),
      ).toISOString();
      const place = { county: farm.county as County, staple: stapleOf(index) };
      const product = makeProduct(random, place, now);
      return { ...product, farmerId: farm.id, freshUntil, createdAt };
    });
    await insertProducts(db, rows);
  });
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, offset) => from + offset);

async function inBatches(count: number, insert: (from: number, to: number) => Promise<void>) {
  for (let from = 0; from < count; from += ROWS_AT_ONCE)
    await insert(from, Math.min(from + ROWS_AT_ONCE, count));
}

/**
 * Each order is in another state. Runs the application's own steps, each with the clock at its own
 * moment. `product` counts the farm's products from 0; hours count from the step before.
 */
export async function seedOrders(db: Database, services: Services) {
  const startedAt = services.clock();
  const today = dayInNairobi(startedAt);
  const { buyerId, farmerId, productIds } = await readDemoPair(db, { ...demoLogins, today });
  for (const [index, seed] of orders.entries()) {
    let at = hoursAfter(startedAt, -seed.hoursAgo);
    const running = { ...services, clock: () => at };
    const productId = productIds[seed.product];
    if (productId === undefined) continue;
    const asBuyer = { ...running, db, user: { id: buyerId } };
    const asFarmer = { ...running, db, user: { id: farmerId } };
    await putCart(asBuyer, { lines: [{ productId, quantity: seed.quantity }] });
    const placed = await placeOrder(
      db,
      {
        buyerId,
        networks: [],
        idempotencyKey: `demo-order-${index}`,
        order: { fulfilment: 'collection', paymentMethod: 'Cash on delivery' },
      },
      running,
    );
    for (const { id: orderId } of placed.orders) {
      if (seed.hoursToConfirm === undefined) continue;
      at = hoursAfter(at, seed.hoursToConfirm);
      await confirmOrder(asFarmer, { orderId });
      if (seed.hoursToDispatch === undefined) continue;
      at = hoursAfter(at, seed.hoursToDispatch);
      await dispatchOrder(asFarmer, { orderId });
      if (seed.received) {
        at = hoursAfter(at, seed.received.afterHours);
        await receiveOrder(asBuyer, { orderId });
        const { rating, text } = seed.received;
        await rateOrder(asBuyer, { orderId, rating, text });
      }
      if (seed.disputed) {
        at = hoursAfter(at, seed.disputed.afterHours);
        await disputeOrder(asBuyer, { orderId, reason: seed.disputed.reason });
      }
    }
  }
}

const hoursAfter = (moment: Date, hours: number) => secondsAfter(moment, hours * HOUR_SECONDS);

const WEEKS = 53;
const CROPS = 24;
const COUNTIES_OF_A_CROP = 4;
/** Staples have prices in more counties. */
const STAPLES = ['tomato', 'maize', 'potato', 'kale', 'onion', 'cabbage', 'bean'];
const COUNTIES_OF_A_STAPLE = 10;
const FARMS_OF_A_SERIES = 7;
const MONTHS = 12;

/**
 * A year of prices, which fall in the harvest months. The same seed and day give the same history.
 * The current week has only the prices of what the market lists.
 */
async function seedPrices(db: Database, today: string, seed = 2026) {
  const random = createRandom(seed);
  const farms = await listFarms(db);
  const seeded = new Map(
    crops.flatMap((crop) => pricedCrop(crop)).map((priced) => [priced.id, priced]),
  );
  const series = [...seeded.values()]
    .slice(0, CROPS)
    .flatMap((priced) => seriesOf(random, priced, farms));
  await insertPriceHistory(db, {
    series,
    firstMonday: daysAfter(weekStart(today), -7 * (WEEKS - 1)),
    until: daysAfter(weekStart(today), -1),
  });
}

type Priced = { id: string; crop: Crop; kes: number };

/** Omits crops without a crop id or a known weight. */
function pricedCrop(crop: Crop): Priced[] {
  const id = guessCrop(crop.names[0] ?? '')?.id;
  const packing = crop.packings.find(({ unit, netWeightKg }) => unit === 'kg' || netWeightKg);
  if (!id || !packing) return [];
  return [{ id, crop, kes: (packing.fromKes + packing.toKes) / 2 / (packing.netWeightKg ?? 1) }];
}

function seriesOf(
  random: Random,
  { id, crop, kes }: Priced,
  farms: readonly ListedFarm[],
): SeedSeries[] {
  const cheapestMonth = middleOf(crop.harvest);
  const swing = crop.harvest.length === MONTHS ? 0.05 : 0.1 + random.next() * 0.12;
  const growth = random.next() * 0.12 - 0.02;
  const counties = crop.grownIn.slice(
    0,
    STAPLES.includes(id) ? COUNTIES_OF_A_STAPLE : COUNTIES_OF_A_CROP,
  );
  const farmsOf = createFarmPicker(farms);
  return counties.map((county, place) => ({
    crop: id,
    county,
    // Farms vary more than counties; otherwise whole counties would be outliers (4 median
    // deviations).
    cents: Math.round(100 * kes * (0.94 + random.next() * 0.12)),
    swing,
    growth,
    cheapestMonth,
    farmIds: farmsOf(county, FARMS_OF_A_SERIES - (place % 2)),
    isSold: 2 * place < counties.length,
  }));
}

/**
 * Picks the nearest farms, each once. Few counties have five farms of their own, below which no
 * price is shown.
 */
function createFarmPicker(farms: readonly ListedFarm[]) {
  const free = new Set(farms);
  return (county: County, count: number) => {
    const { label } = countyExtent(county);
    const nearest = [...free]
      .map((farm) => ({ farm, metres: distanceMetres(label, farm) }))
      .sort((a, b) => a.metres - b.metres)
      .slice(0, count);
    for (const { farm } of nearest) free.delete(farm);
    return nearest.map(({ farm }) => farm.id);
  };
}

/** Months may wrap around the end of the year, as 11, 12, 1 do. */
function middleOf(months: readonly number[]) {
  const [first = 1] = months;
  const last = months.at(-1) ?? first;
  const length = (last - first + MONTHS) % MONTHS;
  return ((first - 1 + length / 2) % MONTHS) + 1;
}
