import { type County, counties } from '#platform/rules/counties.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { centsOf } from '#platform/rules/money.ts';
import type { Category } from '#products/rules/categories.ts';
import { guessCrop } from '#products/rules/guess-crop.ts';
import { pricePerKgCents } from '#products/rules/offer-card.ts';
import type { Unit } from '#products/rules/product.ts';
import {
  allYear,
  type Crop,
  central,
  coast,
  east,
  north,
  northRift,
  nyanza,
  southRift,
  west,
} from './crop.ts';
import { fieldCrops } from './field-crops.ts';
import { gardenCrops } from './garden-crops.ts';
import { freshRemarks, storedRemarks, terms } from './people.ts';
import type { Random } from './random.ts';

const kg = (from: number, to: number) => ({ unit: 'kg', kes: [from, to] }) as const;

const litres = (from: number, to: number) =>
  ({ unit: 'litres', netWeightKg: 1.03, kes: [from, to] }) as const;

const otherCrops: readonly Crop[] = [
  {
    names: ['Fresh cow milk', 'Mala', 'Yoghurt, plain'],
    swahili: 'Maziwa',
    category: 'Dairy & eggs',
    weight: 1.2,
    grownIn: [...central, ...northRift, ...southRift, 'Meru', 'Kakamega', 'Kisii'],
    harvest: allYear,
    keepsDays: 3,
    packings: [litres(50, 72)],
  },
  {
    names: ['Camel milk', 'Goat milk'],
    swahili: 'Maziwa ya ngamia na mbuzi',
    category: 'Dairy & eggs',
    weight: 1.5,
    grownIn: [...north, 'Laikipia', 'Tana River', 'Baringo'],
    harvest: allYear,
    keepsDays: 3,
    packings: [litres(92, 165)],
  },
  {
    names: ['Kienyeji eggs', 'Layer eggs, trays of 30'],
    swahili: 'Mayai',
    category: 'Dairy & eggs',
    weight: 1,
    grownIn: [
      ...central,
      ...southRift,
      ...nyanza,
      ...west,
      'Machakos',
      'Mombasa',
      'Uasin Gishu',
      'Kitui',
      'Marsabit',
    ],
    harvest: allYear,
    keepsDays: 21,
    packings: [{ unit: 'trays', netWeightKg: 1.7, kes: [330, 480] }],
  },
  {
    names: ['Raw honey', 'Acacia honey'],
    swahili: 'Asali',
    category: 'Other',
    weight: 1,
    grownIn: [
      ...north,
      'Baringo',
      'West Pokot',
      'Kitui',
      'Laikipia',
      'Elgeyo-Marakwet',
      'Makueni',
      'Tharaka-Nithi',
      'Narok',
    ],
    harvest: [2, 3, 7, 8, 12],
    keepsDays: 700,
    packings: [kg(550, 900), { unit: 'pieces', netWeightKg: 0.5, kes: [320, 480] }],
  },
  {
    names: ['Coconuts', 'Madafu'],
    swahili: 'Nazi',
    category: 'Fruits',
    weight: 2.5,
    grownIn: ['Kilifi', 'Kwale', 'Lamu', 'Mombasa', 'Tana River'],
    harvest: allYear,
    keepsDays: 45,
    packings: [{ unit: 'pieces', netWeightKg: 1.2, kes: [25, 45] }],
  },
  {
    names: ['Dates', 'Dried dates'],
    swahili: 'Tende',
    category: 'Fruits',
    weight: 1,
    grownIn: ['Turkana', 'Mandera', 'Garissa', 'Wajir'],
    harvest: [4, 5, 6, 7],
    keepsDays: 180,
    packings: [kg(250, 400)],
  },
  {
    names: ['Macadamia nuts', 'Cashew nuts'],
    swahili: 'Korosho na makadamia',
    category: 'Other',
    weight: 0.6,
    grownIn: [...coast, ...central, 'Embu', 'Meru', 'Tharaka-Nithi'],
    harvest: [2, 3, 4, 5, 6],
    keepsDays: 150,
    packings: [kg(80, 140)],
  },
  {
    names: ['Roasted coffee, home made', 'Sun-dried coffee beans'],
    swahili: 'Kahawa',
    category: 'Other',
    weight: 0.5,
    grownIn: ['Nyeri', 'Kirinyaga', "Murang'a", 'Embu', 'Kiambu', 'Bungoma', 'Kisii'],
    harvest: [10, 11, 12, 6],
    keepsDays: 300,
    packings: [kg(700, 1100)],
  },
  {
    names: ['Purple tea, hand rolled'],
    swahili: 'Majani chai',
    category: 'Other',
    weight: 0.4,
    grownIn: ['Kericho', 'Nandi', 'Nyamira', 'Vihiga', "Murang'a", 'Bomet'],
    harvest: allYear,
    keepsDays: 400,
    packings: [kg(380, 650)],
  },
  {
    names: ['Moringa powder', 'Sisal ropes'],
    swahili: 'Mlonge na katani',
    category: 'Other',
    weight: 0.3,
    grownIn: [...east, ...coast, 'Baringo'],
    harvest: allYear,
    keepsDays: 365,
    packings: [{ unit: 'pieces', netWeightKg: 0.25, kes: [150, 300] }],
  },
];

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

export const crops: readonly Crop[] = [...fieldCrops, ...gardenCrops, ...otherCrops];

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
  const [from, to] = packing.kes;
  const season = crop.harvest.includes(month) ? 1 : OUT_OF_SEASON_PRICE;
  const priceCents = centsOf(
    niceKes((from + random.next() * (to - from)) * season * (isOrganic ? 1.1 : 1)),
  );
  const netWeightKg = packing.netWeightKg ?? null;
  const name = random.pick(crop.names);
  return {
    name,
    category: crop.category,
    crop: cropIds.get(name) ?? null,
    description:
      `${crop.swahili}. ${random.pick(crop.keepsDays < STORED_DAYS ? freshRemarks : storedRemarks)} ${random.pick(terms)}`.trim(),
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

function niceKes(kes: number): number {
  if (kes >= 2000) return Math.round(kes / 50) * 50;
  if (kes >= 200) return Math.round(kes / 10) * 10;
  return kes >= 50 ? Math.round(kes / 5) * 5 : Math.round(kes);
}

/** A few are sold out, some are low in stock. */
function quantityOf(random: Random, unit: Unit): number {
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
