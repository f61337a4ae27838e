import { farmSizes, farmTypes } from '#farms/rules/farm.ts';
import { countyAt, countyExtent, type Row, rowsOfCounty } from '#places/server/county-at.ts';
import { guessCrop } from '#products/rules/crop-input.ts';
import { pricePerKgCents } from '#products/rules/offer-card.ts';
import type { Unit } from '#products/rules/product.ts';
import type { Category } from '#products/rules/product-facts.ts';
import { centsOf } from '#rules/amounts.ts';
import { type County, counties } from '#rules/counties.ts';
import { dayInNairobi } from '#rules/day.ts';
import { distanceMetres } from '#rules/geo.ts';

import cropData from './data/crops.json' with { type: 'json' };
import farmData from './data/farms.json' with { type: 'json' };

export type SeedFarm = Position & {
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  name: string;
  farmType: string;
  farmSize: string;
  about: string;
  county: County;
  subcounty: string;
  addressDescription: string;
  coverageRadiusMetres: number;
  gpsAccuracyMetres: number;
  deliveryFeeCents: number;
  minimumOrderCents: number;
};

/** Farms around these towns deliver there, so that the demo's buyers find some. */
export const townsWithFarms: Record<string, Position> = farmData.towns;
const FARMS_PER_TOWN = 12;
const AROUND_TOWN_METRES = 10_000;

export const DEMO_FARMS = counties.length + Object.keys(townsWithFarms).length * FARMS_PER_TOWN;

/** Buyers in every town search for these. The farms around a town take turns to offer them. */
export const stapleOf = (farm: number) =>
  farm < counties.length || farm >= DEMO_FARMS
    ? undefined
    : farmData.townStaples[(farm - counties.length) % farmData.townStaples.length];

/** Farms beyond the demo's own lie where more people live. */
export function makeFarm(random: Random, index: number): SeedFarm {
  const town =
    Object.values(townsWithFarms)[Math.floor((index - counties.length) / FARMS_PER_TOWN)];
  const wards = town
    ? wardsAround(town)
    : rowsOfCounty(counties[index] ?? random.pick(countyByPeople), 'ward');
  return makeFarmIn(random, index, { ward: random.pick(wards), isNearTown: town !== undefined });
}

type Place = { ward: Row; isNearTown: boolean };

function makeFarmIn(random: Random, index: number, { ward, isNearTown }: Place): SeedFarm {
  const { county } = ward;
  const [word, kind] = [random.pick(farmData.nameWords), random.pick(farmData.nameKinds)];
  return {
    email: `farm${index + 1}@demo.sokoshamba.example`,
    firstName: random.pick(farmData.firstNames),
    lastName: random.pick(farmData.lastNames),
    // Numbers that no operator assigns.
    phoneNumber: `+2547000${String(index % 100_000).padStart(5, '0')}`,
    name: `${word} ${kind}`,
    farmType: random.pick(farmTypes),
    farmSize: farmSizes[Math.min(random.between(0, 5), random.between(0, 3))] ?? farmSizes[0],
    about: farmData.abouts[index % farmData.abouts.length] ?? '',
    county,
    subcounty: ward.constituency ?? '',
    addressDescription: random.pick(farmData.landmarks),
    ...positionIn(county, ward.position, random),
    coverageRadiusMetres: random.pick(
      isNearTown ? [20_000, 25_000] : [500, 2000, 5000, 5000, 10_000, 10_000, 15_000, 25_000],
    ),
    gpsAccuracyMetres: random.isTrue(0.85) ? random.between(4, 60) : random.between(101, 900),
    deliveryFeeCents: random.pick([0, 10_000, 15_000, 20_000, 30_000]),
    minimumOrderCents: random.pick([0, 0, 20_000, 50_000, 100_000]),
  };
}

const wardsAround = (town: Position) =>
  counties
    .flatMap((county) => rowsOfCounty(county, 'ward'))
    .filter(({ position }) => distanceMetres(town, position) <= AROUND_TOWN_METRES);

/** Each county once per ward, because wards follow the population. */
const countyByPeople = counties.flatMap((county) => rowsOfCounty(county, 'ward').map(() => county));

const SPREAD_DEGREES = 0.05;
const TRIES = 12;

/** Stays in the same county according to countyAt. */
function positionIn(county: County, around: Position, random: Random): Position {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const position = {
      latitude: rounded(around.latitude + (random.next() - 0.5) * 2 * SPREAD_DEGREES),
      longitude: rounded(around.longitude + (random.next() - 0.5) * 2 * SPREAD_DEGREES),
    };
    if (countyAt(position) === county) return position;
  }
  return countyAt(around) === county ? around : countyExtent(county).label;
}

/** To about ten centimetres. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

export type Crop = {
  names: readonly string[];
  swahili: string;
  category: Category;
  /** Its share of everything grown there; 1 is average. */
  weight: number;
  grownIn: readonly County[];
  /** Months, 1 to 12. */
  harvest: readonly number[];
  keepsDays: number;
  /** Farm-gate prices of 2025 and 2026, from county price lists and news. */
  packings: readonly { unit: Unit; netWeightKg?: number; fromKes: number; toKes: number }[];
};

const regions: Record<string, readonly string[]> = cropData.regions;

export const crops = cropData.crops.map(({ grownIn, ...crop }) => ({
  ...crop,
  grownIn: grownIn.flatMap((place) => regions[place] ?? place),
  // JSON has no narrower types; a test checks the products by the rules of the form.
})) as readonly Crop[];

export type SeedProduct = {
  name: string;
  category: Category;
  crop: string | null;
  description: string;
  quantity: number;
  unit: Unit;
  priceCents: number;
  netWeightKg: number | null;
  pricePerKgCents: number | null;
  isOrganic: boolean;
  harvestDate: string | null;
  expiryDate: string | null;
};

const cropIds = new Map(
  crops.flatMap(({ names }) => names.map((name) => [name, guessCrop(name)?.id ?? null])),
);

const DAY_MILLISECONDS = 86_400_000;
/** Products that keep longer than this are dried. */
const STORED_DAYS = 150;
const OUT_OF_SEASON_WEIGHT = 0.3;
const OUT_OF_SEASON_PRICE = 1.15;

/** The farm's staple, or a crop that grows there, mostly in season, at a price of the season. */
export function makeProduct(
  random: Random,
  { county, staple }: { county: County; staple: string | undefined },
  now: Date,
): SeedProduct {
  const month = Number(dayInNairobi(now).slice(5, 7));
  const grownCrop = pickCrop(random, county, month);
  const crop = crops.find(({ names }) => staple && names.includes(staple)) ?? grownCrop;
  const packing = random.pick(crop.packings);
  const isOrganic = random.isTrue(0.15);
  const { fromKes, toKes } = packing;
  const season = crop.harvest.includes(month) ? 1 : OUT_OF_SEASON_PRICE;
  const priceCents = centsOf(
    niceKes((fromKes + random.next() * (toKes - fromKes)) * season * (isOrganic ? 1.1 : 1)),
  );
  const netWeightKg = packing.netWeightKg ?? null;
  const name = random.pick(crop.names);
  return {
    name,
    category: crop.category,
    crop: cropIds.get(name) ?? null,
    description:
      `${crop.swahili}. ${random.pick(crop.keepsDays < STORED_DAYS ? cropData.freshRemarks : cropData.storedRemarks)} ${random.pick(cropData.terms)}`.trim(),
    quantity: quantityOf(random, packing.unit),
    unit: packing.unit,
    priceCents,
    netWeightKg,
    pricePerKgCents: pricePerKgCents(priceCents, packing.unit, netWeightKg),
    isOrganic,
    ...datesOf(random, crop, now),
  };
}

type Weighted = { crop: Crop; upTo: number }[];

const grown = new Map(
  counties.flatMap((county) =>
    Array.from({ length: 12 }, (_, index) => [`${county} ${index + 1}`, weigh(county, index + 1)]),
  ),
);

function weigh(county: County, month: number): Weighted {
  let upTo = 0;
  return crops
    .filter((crop) => crop.grownIn.includes(county))
    .map((crop) => {
      upTo += crop.weight * (crop.harvest.includes(month) ? 1 : OUT_OF_SEASON_WEIGHT);
      return { crop, upTo };
    });
}

function pickCrop(random: Random, county: County, month: number): Crop {
  const choices = grown.get(`${county} ${month}`) ?? [];
  const drawn = random.next() * (choices.at(-1)?.upTo ?? 0);
  const choice = choices.find(({ upTo }) => drawn < upTo);
  if (!choice) throw new Error(`Nothing is known to grow in ${county}`);
  return choice.crop;
}

function niceKes(kes: number) {
  if (kes >= 2000) return Math.round(kes / 50) * 50;
  if (kes >= 200) return Math.round(kes / 10) * 10;
  return kes >= 50 ? Math.round(kes / 5) * 5 : Math.round(kes);
}

/** A few are sold out, some are low in stock. */
function quantityOf(random: Random, unit: Unit) {
  if (random.isTrue(0.03)) return 0;
  if (random.isTrue(0.25)) return random.between(1, 99);
  return unit === 'kg' || unit === 'pieces' ? random.between(100, 2500) : random.between(100, 400);
}

function datesOf(random: Random, { keepsDays, harvest }: Crop, now: Date) {
  const dayAfter = (days: number) =>
    dayInNairobi(new Date(now.getTime() + days * DAY_MILLISECONDS));
  const isExpired = random.isTrue(0.02);
  const age = isExpired
    ? keepsDays + random.between(1, 3)
    : random.between(0, Math.ceil(keepsDays / 2));
  // Most farmers give no dates for crops that are picked all year round.
  const isDated = isExpired || random.isTrue(harvest.length === 12 ? 0.3 : 0.7);
  return {
    harvestDate: isDated ? dayAfter(-age) : null,
    expiryDate: isDated ? dayAfter(keepsDays - age) : null,
  };
}

/** mulberry32 (Tommy Ettinger, public domain): the same seed gives the same sequence. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  between(least: number, most: number): number;
  isTrue(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    isTrue: (probability) => next() < probability,
    pick(choices) {
      const choice = choices[Math.floor(next() * choices.length)];
      if (choice === undefined) throw new Error('There is nothing to pick from');
      return choice;
    },
  };
}
