/**
 * The specification's five categories (§3), and two of our own for eggs, milk, honey, chicken and
 * herbs.
 */
export const categories = [
  'Cereals',
  'Legumes',
  'Vegetables',
  'Fruits',
  'Root Crops',
  'Dairy & eggs',
  'Other',
] as const;
export type Category = (typeof categories)[number];

export const buyerCategories = {
  vegetables: ['Vegetables', 'Root Crops'],
  fruits: ['Fruits'],
  grains: ['Cereals', 'Legumes'],
  dairy: ['Dairy & eggs'],
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

const ALL = 'all';

const named = <Name extends string>(names: readonly Name[], typed: string) =>
  names.find((name) => name.toLowerCase() === typed.trim().toLowerCase());

/** Ignores case. A buyers' name wins over a farmers' name; undefined means All. */
export const readBuyerFilter = (typed: string): string | undefined =>
  named([ALL], typed)
    ? undefined
    : (named(buyerCategoryNames, typed) ?? named(categories, typed) ?? typed);

/** Here farmers' names win. */
export const readFarmerFilter = (typed: string): string | undefined =>
  named([ALL], typed)
    ? undefined
    : (named(categories, typed) ?? named(buyerCategoryNames, typed) ?? typed);

export const isBuyerCategory = (name: BuyerCategory | Category): name is BuyerCategory =>
  Object.hasOwn(buyerCategories, name);

export const buyerCategoryOf = (category: Category): BuyerCategory =>
  buyerCategoryNames.find((name) =>
    (buyerCategories[name] as readonly Category[]).includes(category),
  ) ?? 'other';

export const productSorts = ['best', 'newest', 'price', 'pricePerKg', 'nearest'] as const;
export type ProductSort = (typeof productSorts)[number];
