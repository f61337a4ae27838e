import { m } from '#text';
import type { Category } from './categories.ts';

export const categoryLabels = {
  Cereals: m.categoryCereals,
  Legumes: m.categoryLegumes,
  Vegetables: m.categoryVegetables,
  Fruits: m.categoryFruits,
  'Root Crops': m.categoryRootCrops,
  'Dairy & eggs': m.categoryDairyEggs,
  Other: m.categoryOther,
} satisfies Record<Category, () => string>;
