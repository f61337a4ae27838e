import type { farmSizes, farmTypes } from '#farms/rules/farm.ts';
import { m } from '#text';

type Labels<Values extends readonly string[]> = Record<Values[number], () => string>;

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

export const optionsOf = (labels: Record<string, () => string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label: label() }));
