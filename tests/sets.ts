/*
 * The test files of each set, as patterns. CONTRIBUTING.md says what the sets are for. A file that
 * no list names runs at every merge, on PostgreSQL or without a database.
 */

const testSets = ['change', 'merge', 'night'] as const;
export type TestSet = (typeof testSets)[number];

export const isTestSet = (name: string): name is TestSet => testSets.some((set) => set === name);

const files = (folder: string, ...names: string[]) =>
  names.map((name) => `tests/${folder}/${name}.test.ts`);

/** With every change, on the embedded database: the main paths of every feature. */
export const core = [
  ...files('app/pages', 'market-page', 'product-page'),
  ...files('app/rest', 'account-paths', 'headers', 'idempotency-keys', 'languages'),
  ...files('app/specification', 'section-3-entities', 'section-4-states', 'section-5-validation'),
  ...files('app/specification', 'section-8-sentences'),
  ...files('features/accounts', 'api-keys', 'code-purposes', 'lockout', 'own-account'),
  ...files('features/farms', 'edit-farm'),
  ...files('features/follows', 'tell-followers'),
  ...files('features/messages', 'manners'),
  ...files('features/notifications', 'inbox'),
  ...files('features/operator', 'accounts', 'visits'),
  ...files('features/orders/cart', 'cart', 'place-order', 'visitor-cart'),
  ...files('features/orders/orders', 'changes', 'idempotency-key', 'steps'),
  ...files('features/orders/payments', 'callbacks', 'daraja', 'payouts', 'pushes'),
  ...files('features/orders/settlement', 'pre-orders'),
  ...files('features/phones', 'pin', 'verified-numbers'),
  ...files('features/phones/ussd', 'ussd'),
  ...files('features/photos', 'stores'),
  ...files('features/places', 'lookups'),
  ...files('features/prices', 'observations'),
  ...files('features/privacy', 'exports'),
  ...files('features/products', 'catalogue-filters', 'own-products'),
  ...files('features/standing-orders', 'proposals'),
  ...files('features/webhooks', 'send-events'),
  ...files('platform/server', 'fair-queue'),
];

const screens = (feature: string, ...names: string[]) =>
  names.map((name) => `tests/features/${feature}/web/${name}.test.tsx`);

/** Without a database, but too slow for every change. */
export const notAtEveryChange = [
  ...screens('accounts', 'code-entry'),
  ...screens('orders', 'buyer-order-view', 'cart-view', 'checkout-form'),
  ...screens('places', 'late-address'),
  ...screens('products', 'product-dialog', 'still-there', 'stock-rows'),
  ...files('tooling', 'dev-page'),
];

/** At every merge also on the embedded database, where it could behave differently. */
export const onBothDatabases = [
  'tests/demo/*.test.ts',
  'tests/platform/server/db/*.test.ts',
  ...files('app/rest', 'idempotency-keys'),
  ...files('features/orders/cart', 'cart', 'place-order'),
  ...files('features/orders/orders', 'steps'),
  ...files('features/phones', 'season-by-keypad'),
  ...files('features/prices', 'make-cells'),
  ...files('features/products', 'catalogue-*'),
  ...files('hostile', 'proxied-addresses'),
];

/** At every merge through PgBouncer: locks, prepared statements, and two servers. */
export const throughPooler = [
  'tests/features/orders/*/*races.test.ts',
  ...files('features/orders/cart', 'place-order'),
  ...files('features/orders/orders', 'idempotency-key'),
  ...files('features/orders/payments', 'payouts'),
  ...files('platform/server/db', 'pooler'),
];

/** At night only: loads that measure, outages, crowds, and kills of the database and of uploads. */
export const nightly = [
  ...files('demo', 'listening'),
  ...files('app/rest', 'generated-client'),
  ...files('features/accounts', 'day-of-guessing'),
  ...files('features/messages', 'limits-at-once', 'offer-properties', 'offer-races'),
  ...files('features/phones', 'generated-texts', 'outage', 'sms-budget'),
  ...files('features/standing-orders', 'five-processes'),
  ...files('features/products', 'query-plans'),
  ...files('hostile', 'dear-questions', 'followers', 'generated-inputs', 'heavy-load'),
  ...files('hostile', 'many-calls', 'many-streams', 'newcomer-loads', 'picture-loads'),
  ...files('hostile', 'slow-clients', 'steady-load', 'ussd-under-load'),
  ...files('hostile', 'webhooks-of-two'),
  ...files('hostile/faults', 'photo-kills', 'postgres-kills', 'postgres-outage'),
  ...files('hostile/faults', 'proxy-outage', 'restarts', 'stalls', 'upload-kills'),
  ...files('simulation', 'simulation'),
];

/**
 * Browser tests that run at night only: those that take longest, and those of screens whose rules a
 * test without a browser shows at every merge.
 */
export const nightlySpecs = [
  'tests/e2e/desk.spec.ts',
  'tests/e2e/account/code-entry.spec.ts',
  'tests/e2e/messages/messages-media.spec.ts',
  'tests/e2e/notifications/push-permission.spec.ts',
  'tests/e2e/offline/{permissions,pictures,released-update}.spec.ts',
  'tests/e2e/site/{appearance,drawn-pages,keyboard}.spec.ts',
  'tests/e2e/site/{landing,lost-scripts,way-around}.spec.ts',
  'tests/e2e/trade/{books,standing-orders}.spec.ts',
  'tests/e2e/trade/trade-{buyer,checkout,taps}.spec.ts',
];
