import type { FindProducts } from '#products/rules/find-products.ts';
import { offerFilter } from '#products/server/catalogue/offer-queries.ts';

export const mixes: Record<string, FindProducts[]> = {
  'first page and popular searches': [
    {},
    { category: 'vegetables' },
    { category: 'fruits' },
    { search: 'maize' },
    { search: 'tomato' },
    { search: 'sukuma' },
    { search: 'beans', category: 'grains' },
    { search: 'milk', category: 'dairy' },
  ],
  'text and category': [
    { search: 'maize', category: 'grains' },
    { search: 'tomato', category: 'vegetables' },
    { search: 'mango', category: 'fruits' },
    { search: 'viazi', category: 'vegetables' },
    { search: 'maharagwe', category: 'grains' },
    { search: 'sukuma', category: 'vegetables' },
    { search: 'milk', category: 'dairy' },
    { search: 'avocado', category: 'fruits' },
    { search: 'gooseberr', category: 'fruits' },
    { search: 'xylophone', category: 'vegetables' },
  ],
  'delivers to me, nearest first': [
    [-1.2864, 36.8172],
    [-4.0435, 39.6682],
    [-0.0917, 34.768],
    [0.5143, 35.2698],
    [-0.3031, 36.08],
    [-0.4169, 36.951],
    [0.0463, 37.6559],
    [0.2827, 34.7519],
    [-1.5177, 37.2634],
    [3.1191, 35.5973],
  ].map(([latitude = 0, longitude = 0]) => ({
    latitude,
    longitude,
    deliversToMe: true,
    sort: 'nearest',
  })),
};

export const searches = [
  ...(mixes['text and category'] ?? []),
  ...(mixes['delivers to me, nearest first'] ?? []),
];

export const pathOf = (filter: FindProducts) =>
  `/trpc/market.cards?input=${encodeURIComponent(JSON.stringify(filter))}`;

export type BareQuestion = {
  patterns: string[] | null;
  category: string | null;
  place: string | null;
};

export type Mix = { paths: string[]; questions: Record<string, BareQuestion> };

export const listMix = (filters: FindProducts[]): Mix => ({
  paths: filters.map(pathOf),
  questions: Object.fromEntries(
    filters.map((filter) => {
      const { patterns0: patterns, category, place } = offerFilter(filter, new Date());
      return [JSON.stringify(filter), { patterns, category, place }];
    }),
  ),
});
