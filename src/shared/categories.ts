/** The categories that a farmer's form offers (§3), and two that only a client of the REST interface can name. */
export const formCategories = ['Cereals', 'Legumes', 'Vegetables', 'Fruits', 'Root Crops'] as const;
export const categories = [...formCategories, 'Dairy', 'Other'] as const;
export type Category = (typeof categories)[number];

/** The buyer's filter (§2), and which of the farmers' categories each of its choices covers. */
export const buyerCategories = {
  vegetables: ['Vegetables', 'Root Crops'],
  fruits: ['Fruits'],
  grains: ['Cereals', 'Legumes'],
  dairy: ['Dairy'],
  other: ['Other'],
} as const satisfies Record<string, readonly Category[]>;
export type BuyerCategory = keyof typeof buyerCategories;
export const buyerCategoryNames = [
  'vegetables',
  'fruits',
  'grains',
  'dairy',
  'other',
] as const satisfies readonly BuyerCategory[];

/** The orders in which the market can be listed. */
export const productSorts = ['newest', 'price', 'pricePerKg', 'nearest'] as const;
export type ProductSort = (typeof productSorts)[number];
