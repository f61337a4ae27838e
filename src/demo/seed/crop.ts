import type { County } from '#platform/rules/counties.ts';
import type { Category } from '#products/rules/categories.ts';
import type { Unit } from '#products/rules/product.ts';

/** `kes`: the price range per unit at the farm gate. */
export type Packing = { unit: Unit; netWeightKg?: number; kes: readonly [number, number] };

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
  packings: readonly Packing[];
};

export const coast = ['Mombasa', 'Kwale', 'Kilifi', 'Tana River', 'Lamu', 'Taita-Taveta'] as const;
export const north = [
  'Garissa',
  'Wajir',
  'Mandera',
  'Marsabit',
  'Isiolo',
  'Turkana',
  'Samburu',
] as const;
export const east = ['Meru', 'Tharaka-Nithi', 'Embu', 'Kitui', 'Machakos', 'Makueni'] as const;
export const central = [
  'Nyandarua',
  'Nyeri',
  'Kirinyaga',
  "Murang'a",
  'Kiambu',
  'Nairobi',
] as const;
export const northRift = [
  'West Pokot',
  'Trans Nzoia',
  'Uasin Gishu',
  'Elgeyo-Marakwet',
  'Nandi',
  'Baringo',
] as const;
export const southRift = ['Laikipia', 'Nakuru', 'Narok', 'Kajiado', 'Kericho', 'Bomet'] as const;
export const west = ['Kakamega', 'Vihiga', 'Bungoma', 'Busia'] as const;
export const nyanza = ['Siaya', 'Kisumu', 'Homa Bay', 'Migori', 'Kisii', 'Nyamira'] as const;

export const allYear = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
