import { pathOf } from './clients.ts';

const near = (number: number) => ({ latitude: -1.28 + number / 1e6, longitude: 36.81 });
const cursor = (...values: (string | number)[]) =>
  Buffer.from(JSON.stringify(values)).toString('base64url');
const from = (number: number) => 10 + (number % 1000) / 100;
const farm = (number: number) => 1 + (number % 1000);

const LIST = 'market.cards';
const COUNT = 'market.facets';

type Input = (number: number) => object;
const questions: [name: string, procedure: string, input: Input][] = [
  [
    'counts within 1,500 km',
    COUNT,
    (number) => ({ search: 'maize', ...near(number), maxDistanceKm: 1500 }),
  ],
  [
    'counts in a price range',
    COUNT,
    (number) => ({
      search: 'aize',
      minPrice: from(number),
      maxPrice: 90 + Math.floor(number / 1000),
    }),
  ],
  [
    'list within 1,500 km',
    LIST,
    (number) => ({ search: 'maize', ...near(number), maxDistanceKm: 1500 }),
  ],
  [
    'list within 400 km by price per kg',
    LIST,
    (number) => ({
      search: 'maize',
      ...near(number),
      maxDistanceKm: 400,
      county: 'Kilifi',
      sort: 'pricePerKg',
    }),
  ],
  [
    'two letters, nearest, in a price range of few',
    LIST,
    (number) => ({ search: 'ai', ...near(number), sort: 'nearest', minPrice: 99.98 }),
  ],
  [
    'two letters that nothing has',
    LIST,
    (number) => ({ search: 'qz', sort: 'newest', minPrice: from(number) }),
  ],
  [
    'nearest, from a far page',
    LIST,
    (number) => ({
      search: 'maize',
      ...near(number),
      sort: 'nearest',
      cursor: cursor('nearest', 0.1 + number / 1e7, 1),
    }),
  ],
  [
    'by price, from a far page',
    LIST,
    (number) => ({
      search: 'aize',
      sort: 'price',
      cursor: cursor('price', 9990 + (number % 5), 1),
    }),
  ],
  ['places', 'places.search', (number) => ({ query: `kirinyaga nyeri ${number} ward` })],
  ['reviews of a farm', 'market.farmReviews', (number) => ({ farmId: farm(number) })],
  [
    'ratings of fifty farms',
    'market.farmRatings',
    (number) => ({ farmIds: Array.from({ length: 50 }, (_, at) => farm(number + at)) }),
  ],
  [
    'all that one farm sells, nearest first',
    LIST,
    (number) => ({
      farmId: farm(number),
      search: 'aize',
      ...near(number),
      sort: 'nearest',
      limit: 200,
    }),
  ],
  ['a visitor’s cart of a hundred products', 'market.cart', (number) => cartOf(number, 50_000)],
  ['one farm', 'market.farm', (number) => ({ farmId: farm(number) })],
  ['one product', 'market.product', (number) => ({ productId: farm(number), ...near(number) })],
  ['the first page', LIST, () => ({})],
];

export const cartOf = (number: number, products: number) => ({
  lines: Array.from({ length: 100 }, (_, at) => ({
    productId: 1 + ((number * 7 + at) % products),
    quantity: 1,
  })),
});

function tenCounts(number: number): string {
  const inputs = Array.from({ length: 10 }, (_, at) => ({
    search: 'maize',
    ...near(number * 10 + at),
    maxDistanceKm: 900,
  }));
  const input = encodeURIComponent(JSON.stringify({ ...inputs }));
  return `/trpc/${inputs.map(() => COUNT).join()}?batch=1&input=${input}`;
}

export const dearQuestions: { name: string; path: (number: number) => string }[] = [
  { name: 'ten counts in one request', path: tenCounts },
  ...questions.map(([name, procedure, input]) => ({
    name,
    path: (number: number) => pathOf(procedure, input(number)),
  })),
];
