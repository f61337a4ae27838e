type Question = { name: string; path: (number: number) => string };

const rpc = (procedure: string, input: object) =>
  `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
/** No two are the same, so that no cached answer fits. */
const near = (number: number) => ({ latitude: -1.28 + number / 1e6, longitude: 36.81 });
const cursor = (...values: (string | number)[]) =>
  Buffer.from(JSON.stringify(values)).toString('base64url');
const from = (number: number) => 10 + (number % 1000) / 100;

/** The most expensive queries that anyone may send: one word matches every product. */
export const dearQuestions: Question[] = [
  {
    name: 'counts within 1,500 km',
    path: (number) =>
      rpc('market.facets', { search: 'maize', ...near(number), maxDistanceKm: 1500 }),
  },
  {
    name: 'ten counts in one request',
    path: (number) => {
      const inputs = Array.from({ length: 10 }, (_, at) => [
        at,
        { search: 'maize', ...near(number * 10 + at), maxDistanceKm: 900 },
      ]);
      const procedures = inputs.map(() => 'market.facets').join();
      return `/trpc/${procedures}?batch=1&input=${encodeURIComponent(JSON.stringify(Object.fromEntries(inputs)))}`;
    },
  },
  {
    name: 'counts in a price range',
    path: (number) =>
      rpc('market.facets', {
        search: 'aize',
        minPrice: from(number),
        maxPrice: 90 + Math.floor(number / 1000),
      }),
  },
  {
    name: 'list within 1,500 km',
    path: (number) =>
      rpc('market.products', { search: 'maize', ...near(number), maxDistanceKm: 1500 }),
  },
  {
    name: 'list within 400 km by price per kg',
    path: (number) =>
      rpc('market.products', {
        search: 'maize',
        ...near(number),
        maxDistanceKm: 400,
        county: 'Kilifi',
        sort: 'pricePerKg',
      }),
  },
  {
    name: 'two letters, nearest, in a price range of few',
    path: (number) =>
      rpc('market.products', { search: 'ai', ...near(number), sort: 'nearest', minPrice: 99.98 }),
  },
  {
    name: 'two letters that nothing has',
    path: (number) =>
      rpc('market.products', { search: 'qz', sort: 'newest', minPrice: from(number) }),
  },
  {
    name: 'nearest, from a far page',
    path: (number) =>
      rpc('market.products', {
        search: 'maize',
        ...near(number),
        sort: 'nearest',
        cursor: cursor('nearest', 0.1 + number / 1e7, 1),
      }),
  },
  {
    name: 'by price, from a far page',
    path: (number) =>
      rpc('market.products', {
        search: 'aize',
        sort: 'price',
        cursor: cursor('price', 9990 + (number % 5), 1),
      }),
  },
  {
    name: 'places',
    path: (number) => rpc('places.search', { query: `kirinyaga nyeri ${number} ward` }),
  },
  {
    name: 'reviews of a farm',
    path: (number) => rpc('market.farmReviews', { farmId: 1 + (number % 1000) }),
  },
  {
    name: 'ratings of fifty farms',
    path: (number) =>
      rpc('market.farmRatings', {
        farmIds: Array.from({ length: 50 }, (_, at) => 1 + ((number + at) % 1000)),
      }),
  },
  {
    name: 'all that one farm sells, nearest first',
    path: (number) =>
      rpc('market.products', {
        farmId: 1 + (number % 1000),
        search: 'aize',
        ...near(number),
        sort: 'nearest',
        limit: 200,
      }),
  },
  {
    name: 'a visitor’s cart of a hundred products',
    path: (number) =>
      rpc('market.cart', {
        lines: Array.from({ length: 100 }, (_, at) => ({
          productId: 1 + ((number * 7 + at) % 50_000),
          quantity: 1,
        })),
      }),
  },
  { name: 'one farm', path: (number) => rpc('market.farm', { farmId: 1 + (number % 1000) }) },
  {
    name: 'one product',
    path: (number) => rpc('market.product', { productId: 1 + (number % 1000), ...near(number) }),
  },
  { name: 'the first page', path: () => rpc('market.products', {}) },
];
