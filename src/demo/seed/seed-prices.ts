import { countyExtent } from '#places/server/county-at.ts';
import type { County } from '#platform/rules/counties.ts';
import { daysAfter, weekStart } from '#platform/rules/day.ts';
import { distanceMetres } from '#platform/rules/geo.ts';
import type { Database } from '#platform/server/db/database.ts';
import { guessCrop } from '#products/rules/guess-crop.ts';
import { type Crop, crops } from './make-product.ts';
import { insertPriceHistory, type ListedFarm, listFarms, type SeedSeries } from './queries.ts';
import { createRandom, type Random } from './random.ts';

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
export async function seedPrices(db: Database, today: string, seed = 2026): Promise<void> {
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
  return (county: County, count: number): number[] => {
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
function middleOf(months: readonly number[]): number {
  const [first = 1] = months;
  const last = months.at(-1) ?? first;
  const length = (last - first + MONTHS) % MONTHS;
  return ((first - 1 + length / 2) % MONTHS) + 1;
}
