import type { OwnProduct } from '#web/features/dashboard/use-own-products.ts';

type Filter = { search: string; category: string };

/** A substring of name or description in any case, and a category; an empty one lets everything through. */
export function filterProducts(products: readonly OwnProduct[], { search, category }: Filter): OwnProduct[] {
  const sought = search.trim().toLowerCase();
  return products.filter(
    ({ name, description, category: own }) =>
      (category === '' || own === category) &&
      (name.toLowerCase().includes(sought) || description.toLowerCase().includes(sought)),
  );
}
