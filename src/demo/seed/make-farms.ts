import { farmSizes, farmTypes } from '#farms/rules/farm.ts';
import { countyAt, countyExtent } from '#places/server/county-at.ts';
import { type Row, rowsOfCounty } from '#places/server/county-at.ts';
import { type County, counties } from '#platform/rules/counties.ts';
import { distanceMetres, type Position } from '#platform/rules/geo.ts';
import data from '../data/farms.json' with { type: 'json' };
import type { Random } from './random.ts';

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
export const townsWithFarms: Record<string, Position> = data.towns;
const FARMS_PER_TOWN = 12;
const AROUND_TOWN_METRES = 10_000;

export const DEMO_FARMS = counties.length + Object.keys(townsWithFarms).length * FARMS_PER_TOWN;

/** Buyers in every town search for these. The farms around a town take turns to offer them. */
export const stapleOf = (farm: number): string | undefined =>
  farm < counties.length || farm >= DEMO_FARMS
    ? undefined
    : data.townStaples[(farm - counties.length) % data.townStaples.length];

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
  const [word, kind] = [random.pick(data.nameWords), random.pick(data.nameKinds)];
  return {
    email: `farm${index + 1}@demo.sokoshamba.example`,
    firstName: random.pick(data.firstNames),
    lastName: random.pick(data.lastNames),
    // Numbers that no operator assigns.
    phoneNumber: `+2547000${String(index % 100_000).padStart(5, '0')}`,
    name: `${word} ${kind}`,
    farmType: random.pick(farmTypes),
    farmSize: farmSizes[Math.min(random.between(0, 5), random.between(0, 3))] ?? farmSizes[0],
    about: data.abouts[index % data.abouts.length] ?? '',
    county,
    subcounty: ward.constituency ?? '',
    addressDescription: random.pick(data.landmarks),
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
