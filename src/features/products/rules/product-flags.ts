/** Each claim is a column, a field of form and REST, a badge and a filter. */
export const productFlags = { isOrganic: 'organic' } as const;
export type ProductFlag = keyof typeof productFlags;
export type FlagFilter = (typeof productFlags)[ProductFlag];

// Casts, because the keys of an object are typed as text.
export const flagNames = Object.keys(productFlags) as ProductFlag[];

export const ofFlags = <Value>(make: (flag: ProductFlag) => Value) =>
  Object.fromEntries(flagNames.map((flag) => [flag, make(flag)])) as Record<ProductFlag, Value>;

export const ofFlagFilters = <Value>(make: (flag: ProductFlag) => Value) =>
  Object.fromEntries(flagNames.map((flag) => [productFlags[flag], make(flag)])) as Record<
    FlagFilter,
    Value
  >;
