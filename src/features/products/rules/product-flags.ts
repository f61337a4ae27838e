/**
 * The claims that a farmer may make about a product, each with its filter's name. Each is a column,
 * a field of the form and of REST, and a badge.
 */
export const productFlags = { isOrganic: 'organic' } as const;
export type ProductFlag = keyof typeof productFlags;
export type FlagFilter = (typeof productFlags)[ProductFlag];

// Casts, because the keys of an object are typed as text.
export const flagNames = Object.keys(productFlags) as ProductFlag[];

/** A value for each flag. */
export const ofFlags = <Value>(make: (flag: ProductFlag) => Value) =>
  Object.fromEntries(flagNames.map((flag) => [flag, make(flag)])) as Record<ProductFlag, Value>;

/** A value for the filter of each flag. */
export const ofFlagFilters = <Value>(make: (flag: ProductFlag) => Value) =>
  Object.fromEntries(flagNames.map((flag) => [productFlags[flag], make(flag)])) as Record<
    FlagFilter,
    Value
  >;
