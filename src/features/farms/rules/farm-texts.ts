import { figureText } from '#rules/amounts.ts';
import { m } from '#text';
import type { farmSizes, farmTypes } from './farm.ts';

/** Null for the default name, which tells a buyer nothing. */
export const farmNameText = (farmName: string) =>
  farmName === DEFAULT_FARM_NAME ? null : farmName;

export const ownFarmText = (farmName: string) => farmNameText(farmName) ?? m.ownFarmUnnamed();

export const farmTitle = (
  { farmName, county }: { farmName: string; county: string },
  options?: { locale: Language },
) => farmNameText(farmName) ?? m.orderFarmIn({ county }, options);

export const DEFAULT_FARM_NAME = 'My Farm';

type Sales = { salesCount: number; salesBuyerCount: number };

/** "14 sales to 9 buyers"; null without sales. `one` is the text for a single sale. */
export function salesText({ salesCount, salesBuyerCount }: Sales, one: () => string) {
  if (salesCount === 0) return null;
  if (salesCount === 1) return one();
  const sales = figureText(salesCount);
  return salesBuyerCount === 1
    ? m.farmSalesOneBuyer({ sales })
    : m.farmSalesCount({ sales, buyers: figureText(salesBuyerCount) });
}

export function raterText(buyerCount: number, provenCount: number) {
  const text =
    buyerCount === 1 ? m.farmRatingOne() : m.farmRatingCount({ count: figureText(buyerCount) });
  return provenCount > 0 ? m.farmRatingProven({ text, count: figureText(provenCount) }) : text;
}

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
