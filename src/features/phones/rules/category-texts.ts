import type { Category } from '#features/products/rules/categories.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

type Text = (values: object, options: { locale: Language }) => string;

/** The names of the groups of crops on a phone's screen. */
export const categoryTexts: Record<Category, Text> = {
  Cereals: m.categoryCereals,
  Legumes: m.categoryLegumes,
  Vegetables: m.categoryVegetables,
  Fruits: m.categoryFruits,
  'Root Crops': m.categoryRootCrops,
  'Dairy & eggs': m.categoryDairyEggs,
  Other: m.categoryOther,
};
