import { m } from '#platform/rules/text/compiled/messages.js';
import type { Category } from './categories.ts';

/**
 * The database stores the specification's English words, which these translate into the page's
 * language or the requested one.
 */
export const categoryLabels = {
  Cereals: m.categoryCereals,
  Legumes: m.categoryLegumes,
  Vegetables: m.categoryVegetables,
  Fruits: m.categoryFruits,
  'Root Crops': m.categoryRootCrops,
  'Dairy & eggs': m.categoryDairyEggs,
  Other: m.categoryOther,
} satisfies Record<Category, () => string>;
