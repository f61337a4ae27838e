import { fileURLToPath } from 'node:url';
import devServer from '@hono/vite-dev-server';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { textCompilation } from '#tooling/compile-text.ts';
import { devPage, devServiceWorker, headingFont } from '#tooling/vite-plugins.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const base = new RegExp(
  [
    String.raw`node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/](?!.+useBlocker)`,
    String.raw`vite[\\/]preload-helper|text[\\/]compiled[\\/](runtime|registry)|src[\\/](platform[\\/]rules[\\/](limits|language|routes)|features[\\/](products[\\/]rules[\\/]categories|farms[\\/]rules[\\/]limits))\.`,
    String.raw`src[\\/](app[\\/]web[\\/](app|routes[\\/]root)|platform[\\/]web[\\/]session[\\/](session|storage|install-prompt))\.`,
    String.raw`src[\\/](platform[\\/]web[\\/]shell[\\/]dashboard|features[\\/]market[\\/]web[\\/]list[\\/]market)-search\.`,
    String.raw`src[\\/]platform[\\/]web[\\/]shell[\\/](site-info|typed-fields|page-frame)\.`,
    // The titles of all pages, which the router has, and what the session says.
    String.raw`text[\\/]compiled[\\/]messages[\\/](\w+pagetitle|queuetitle|termstitle|privacytitle|errorsessionexpired|logoutmessage|loginbutton)\d*\.`,
    String.raw`src[\\/]platform[\\/]web[\\/]ui[\\/]\w+[\\/](class-names|button|loading|show-toast)\.`,
  ].join('|'),
);

const isOfBase = /assets[\\/](base|rolldown-runtime)-/;

const screens = new RegExp(
  [
    String.raw`src[\\/]platform[\\/]web[\\/]client[\\/]rpc\.`,
    String.raw`src[\\/]platform[\\/]web[\\/]ui[\\/](browser[\\/](lazy|screen-state)|overlay[\\/]lazy-confirm-dialog|feedback[\\/]notice)\.`,
    String.raw`src[\\/](app[\\/]web[\\/]shell[\\/]screen-parts|platform[\\/]rules[\\/](geo|text[\\/]fold))\.`,
    // Said by most screens.
    String.raw`text[\\/]compiled[\\/]messages[\\/](loadfailed|savefailed|sendfailed|offlineunchanged|notifications|notificationspagetitle|close|cancel|queuemarkrefused|queuestatesending|storagefull)\d*\.`,
  ].join('|'),
);

/** What every form begins with. The pages of the market and the dashboards begin without one. */
const forms = new RegExp(
  [
    String.raw`src[\\/]platform[\\/]web[\\/]shell[\\/]account-page\.`,
    String.raw`@tanstack[\\/]react-router[\\/].+useBlocker\.`,
    String.raw`src[\\/]platform[\\/]web[\\/]ui[\\/](form[\\/](leave-guard|field)|overlay[\\/]use-\w+[\w-]*)\.`,
  ].join('|'),
);

/** Runtime of screens with server data, and how they format money and days. */
const served = new RegExp(
  [
    String.raw`node_modules[\\/](@tanstack[\\/](react-query|query-core)|@trpc[\\/]react-query)[\\/]`,
    String.raw`src[\\/]platform[\\/]web[\\/]client[\\/](trpc|server-cache)\.`,
    String.raw`src[\\/]platform[\\/]web[\\/]ui[\\/](format[\\/](date|metres)-text|layout[\\/]card|feedback[\\/](query-view|badge))\.`,
    String.raw`lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](x|map-pin|search|user-round|badge-check)\.`,
    String.raw`src[\\/]platform[\\/]rules[\\/](amounts|day|counties)\.`,
    String.raw`src[\\/]features[\\/](farms|products)[\\/](rules|web)[\\/](farm-texts|product-texts|catalogue[\\/]page-data)\.`,
    String.raw`text[\\/]compiled[\\/]messages[\\/](inventoryprice|filterstitle|orderdetails|placeset|sortnearest)\d*\.`,
    String.raw`src[\\/](app[\\/]web[\\/]shell[\\/]app-header|features[\\/]orders[\\/]web[\\/]cart[\\/](visitor-cart|use-cart))\.`,
  ].join('|'),
);

/** Offers as the market, a product, a farm and the cart show them. */
const market = new RegExp(
  [
    String.raw`src[\\/]features[\\/]market[\\/]web[\\/](list[\\/](market-list|use-market)|product-card)\.`,
    String.raw`src[\\/]features[\\/]products[\\/]web[\\/]catalogue[\\/](?!farm-reviews).+\.`,
    String.raw`src[\\/]features[\\/]orders[\\/]web[\\/]cart[\\/]add-to-cart\.`,
    String.raw`src[\\/]features[\\/]farms[\\/]web[\\/]farm-link\.`,
    String.raw`text[\\/]compiled[\\/]messages[\\/](sort(?!nearest)\w+|place(change|shown|missingnotice))\d*\.`,
  ].join('|'),
);

/** Small files that every page of an account begins with. */
const accountPages =
  /src[\\/](.+[\\/]web[\\/].*(code-step|login-steps|form-state)|features[\\/]accounts[\\/]rules[\\/]account|platform[\\/]rules[\\/]fields)\./;

/**
 * Notifications of the browser: the card that offers them and the settings, neither of which a page
 * begins with. Also a small file that is loaded in the same places, whose name would otherwise be
 * one more in every page's list of files.
 */
const push = new RegExp(
  [
    String.raw`src[\\/]platform[\\/]web[\\/]session[\\/](push-device|end-sessions)\.`,
    String.raw`text[\\/]compiled[\\/]messages[\\/]push[a-z]+\d*\.`,
    String.raw`src[\\/]app[\\/]web[\\/]cached-screens\.`,
  ].join('|'),
);

/**
 * What waits to be sent: every screen of a person who is logged in loads it after itself, whole,
 * because without a line it could not any more.
 */
const queue =
  /node_modules[\\/]idb[\\/]|src[\\/]platform[\\/]web[\\/]offline[\\/](database|entries|entry|save-change|send-entries|try-sending)\./;

/**
 * What the pages of prices and the hints elsewhere share: every page's list of files would name
 * each of them.
 */
const prices = /src[\\/]features[\\/]prices[\\/]web[\\/](price-data|county-prices)\./;

/** Parts below the offers of a product's and a farm's page. */
const farm =
  /catalogue[\\/]farm-reviews\.|layout[\\/]stars\.|web[\\/]follow-and-share\.|messages[\\/]farmreview\w+\./;

/** What every tab of the farmer has, and small files with which hardly another page begins. */
const dashboards =
  /[\\/](dashboard-tab|farmer-data|icons[\\/](wallet|package-open|banknote|clock|chevron-right|circle-check))\./;

/**
 * The web side, and the dev server that runs both sides in one process. The server's own bundle is
 * made by src/tooling/build.ts.
 */
export default defineConfig({
  root: path('src'),
  resolve: {
    // React has had this hook itself since version 18.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  publicDir: path('src/app/web/public'),
  plugins: [
    // A build has compiled the texts before; development compiles them at each change.
    { ...paraglideVitePlugin(textCompilation), apply: 'serve' },
    headingFont(),
    react(),
    tailwindcss(),
    devPage(),
    devServiceWorker(),
    devServer({
      entry: path('src/tooling/dev.ts'),
      exclude: [/^\/(?!api\/|trpc|healthz|readyz|metrics|demo\/|photos\/).*/],
    }),
  ],
  build: {
    outDir: path('dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: ['chrome100', 'firefox100', 'safari15.4'],
    // Small files are requests of their own: the CSP allows no data: scripts or styles, and caching
    // is per file.
    assetsInlineLimit: 0,
    modulePreload: {
      // It would only help old browsers to fetch a little earlier what they fetch anyway.
      polyfill: false,
      // Whatever imports something later runs on the base, so it is there. In each list of files
      // its name would be a name too many.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !isOfBase.test(file)) : files,
    },
    rolldownOptions: {
      // Its client has code for web sockets, which nothing here uses, and does not say that it may
      // be left out.
      treeshake: {
        moduleSideEffects: [{ test: /node_modules[\\/]@trpc[\\/]/, sideEffects: false }],
      },
      input: [
        path('src/index.html'),
        path('src/app/web/load-scripts.ts'),
        path('src/app/web/market.css'),
        path('src/app/web/offers.css'),
        path('src/app/web/prices.css'),
      ],
      output: {
        // Rolldown would name these for all the pages that share them, and every list of a page's
        // files would have the long names.
        chunkFileNames: ({ name }) =>
          name.startsWith('text~') ? 'assets/text-[hash].js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            // What every page runs on: one file that stays the same, and cached, from release to
            // release.
            { name: 'base', test: base, priority: 5 },
            // What nearly every account and dashboard screen uses: one request instead of twenty.
            { name: 'screens-base', test: screens, priority: 4 },
            { name: 'forms', test: forms, priority: 2 },
            { name: 'queue', test: queue, priority: 2 },
            // Otherwise the queue would have it, and the checkout would begin with the queue.
            { name: 'idempotency-key', test: /client[\\/]idempotency-key\./, priority: 3 },
            { name: 'served', test: served, priority: 3 },
            // Lots show photos too, without the market's offers.
            {
              name: 'picture',
              test: /features[\\/]photos[\\/](web[\\/]picture|rules[\\/]photo)\./,
              priority: 2,
            },
            { name: 'market', test: market, priority: 1.5 },
            // With their texts, which would otherwise join those of every page that may offer them.
            { name: 'push', test: push, priority: 2 },
            // The desk's own: no other page loads them.
            { name: 'desk-text', test: /messages[\\/]desk(?!page)\w*\./, priority: 1.5 },
            // The words of a sum, which the cart would otherwise load with all that orders say.
            {
              name: 'sum-text',
              test: /messages[\\/](deliveryfee|depositnow|fulfilmentdelivery|ordertotal)\d*\./,
              priority: 1.5,
            },
            // Texts that several pages share go together by who uses them, or each would be a file
            // of its own.
            {
              name: 'text',
              test: /text[\\/]compiled[\\/]messages[\\/]/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1600,
              priority: 1,
            },
            { name: 'account-pages', test: accountPages, priority: 0 },
            { name: 'prices', test: prices, priority: 0 },
            { name: 'farm', test: farm, priority: 1.2 },
            { name: 'cart-parts', test: /cart[\\/]cart-(parts|farm)\./, priority: 1.2 },
            {
              name: 'follows',
              test: /icons[\\/](bell|bell-ring|heart)\.|messages[\\/]follow\w+\./,
              priority: 1.2,
            },
            { name: 'dashboards', test: dashboards, priority: 0 },
          ],
        },
      },
    },
  },
  server: { port: 3000 },
});
