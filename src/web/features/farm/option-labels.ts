import type { farmSizes, farmTypes } from '#shared/farm.ts';
import { m } from '#shared/text/compiled/messages.js';

type Labels<Values extends readonly string[]> = Record<Values[number], () => string>;

/** What is stored is the specification's English; what is shown is in the page's language. */
export const farmTypeLabels: Labels<typeof farmTypes> = {
  'Cereals (Maize, Wheat, Rice)': m.farmTypeCereals,
  'Legumes (Beans, Peas, Lentils)': m.farmTypeLegumes,
  'Root Crops (Potatoes, Sweet Potatoes, Cassava)': m.farmTypeRootCrops,
  'Vegetables (Tomatoes, Onions, Cabbages)': m.farmTypeVegetables,
  'Fruits (Bananas, Mangoes, Avocados)': m.farmTypeFruits,
};
export const farmSizeLabels: Labels<typeof farmSizes> = {
  'Small Scale (Less than 2.5 acres)': m.farmSizeSmall,
  'Medium Scale (2.5 - 20 acres)': m.farmSizeMedium,
  'Large Scale (20 - 100 acres)': m.farmSizeLarge,
  'Commercial (Over 100 acres)': m.farmSizeCommercial,
};

/** For a list to choose from, in the order of the specification. */
export const optionsOf = (labels: Record<string, () => string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label: label() }));
