/**
 * The specification's five categories of products (§3), and two of ours for what they leave out:
 * eggs, milk, honey, chicken, herbs.
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

/** The buyer's filter (§2), and which of the farmers' categories each of its choices covers. */
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

/** Every choice of a filter: no category at all. */
const ALL = 'all';

const named = <Name extends string>(names: readonly Name[], typed: string) =>
  names.find((name) => name.toLowerCase() === typed.trim().toLowerCase());

/**
 * What a client of the buyers' list means by a category, in any case: one of the buyers' names, one
 * of the farmers' where no buyers' name is alike, undefined for All; anything else comes back as it
 * is.
 */
export const readBuyerFilter = (typed: string): string | undefined =>
  named([ALL], typed)
    ? undefined
    : (named(buyerCategoryNames, typed) ?? named(categories, typed) ?? typed);

/** Likewise for a farmer's own list, where the farmers' names come first. */
export const readFarmerFilter = (typed: string): string | undefined =>
  named([ALL], typed)
    ? undefined
    : (named(categories, typed) ?? named(buyerCategoryNames, typed) ?? typed);

export const isBuyerCategory = (name: BuyerCategory | Category): name is BuyerCategory =>
  Object.hasOwn(buyerCategories, name);

/** The buyers' name for a farmers' category. */
export const buyerCategoryOf = (category: Category): BuyerCategory =>
  buyerCategoryNames.find((name) =>
    (buyerCategories[name] as readonly Category[]).includes(category),
  ) ?? 'other';

/** The orders in which the market can be listed. */
export const productSorts = ['newest', 'price', 'pricePerKg', 'nearest'] as const;
export type ProductSort = (typeof productSorts)[number];
