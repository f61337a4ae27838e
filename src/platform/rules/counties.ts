import { fold } from './text/fold.ts';

/** In the order of their codes, from 001. */
export const counties = [
  ...([
    'Mombasa',
    'Kwale',
    'Kilifi',
    'Tana River',
    'Lamu',
    'Taita-Taveta',
    'Garissa',
    'Wajir',
    'Mandera',
    'Marsabit',
  ] as const),
  ...([
    'Isiolo',
    'Meru',
    'Tharaka-Nithi',
    'Embu',
    'Kitui',
    'Machakos',
    'Makueni',
    'Nyandarua',
    'Nyeri',
    'Kirinyaga',
  ] as const),
  ...([
    "Murang'a",
    'Kiambu',
    'Turkana',
    'West Pokot',
    'Samburu',
    'Trans Nzoia',
    'Uasin Gishu',
    'Elgeyo-Marakwet',
    'Nandi',
  ] as const),
  ...([
    'Baringo',
    'Laikipia',
    'Nakuru',
    'Narok',
    'Kajiado',
    'Kericho',
    'Bomet',
    'Kakamega',
    'Vihiga',
    'Bungoma',
    'Busia',
  ] as const),
  ...(['Siaya', 'Kisumu', 'Homa Bay', 'Migori', 'Kisii', 'Nyamira', 'Nairobi'] as const),
] as const;

export const countiesByName = [...counties].sort();

export type County = (typeof counties)[number];

const bare = (name: string) =>
  fold(name)
    .replace(/\b(county|city|government|of)\b/gu, '')
    .replaceAll(' ', '');

const aliases: Record<string, County> = {
  keiyomarakwet: 'Elgeyo-Marakwet',
  elgeiyomarakwet: 'Elgeyo-Marakwet',
  elegeyomarakwet: 'Elgeyo-Marakwet',
  marakwet: 'Elgeyo-Marakwet',
  tharaka: 'Tharaka-Nithi',
  taita: 'Taita-Taveta',
  nairobiarea: 'Nairobi',
};

const byBareName = new Map<string, County>([
  ...Object.entries(aliases),
  ...counties.map((name) => [bare(name), name] as const),
]);

/** Accepts "nairobi city", "Muranga", "ELGEYO MARAKWET". */
export function findCounty(typed: string): County | null {
  return byBareName.get(bare(typed)) ?? null;
}

export const COUNTY_SHAPES_PATH = '/art/counties.svg';
export const countyShapesSize = { width: 560, height: 714 };

export const countyShapeId = (county: County | string) =>
  county.toLowerCase().replace(/[^a-z]+/g, '-');
