import { fileURLToPath } from 'node:url';
import devServer from '@hono/vite-dev-server';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { textCompilation } from '#tooling/compile-text.ts';
import { chunksByPages } from '#tooling/page-chunks.ts';
import { devPage, devServiceWorker, headingFont } from '#tooling/vite-plugins.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const isOfBase = /assets[\\/](base|rolldown-runtime)-/;

/** Excludes the entries and the router, whose code names the other files. */
const baseModules = /^(?!.*(\.html|\.css|app[\\/]web[\\/](main|router|load-scripts)\.tsx?)).+$/;

const queue = /node_modules[\\/]idb[\\/]|platform[\\/]web[\\/]offline[\\/](?!lazy-)[\w-]+\.ts$/;

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
  css: {
    postcss: {
      plugins: [
        {
          // Why: docs/decisions/0137-typeface-and-stylesheets.md.
          postcssPlugin: 'without-layers',
          AtRule: {
            layer: (rule) => void rule.replaceWith(rule.nodes ?? []),
          },
        },
      ],
    },
  },
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
        // A name up to its `~`, because every list of a page's files has the names.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // One file that stays the same, and cached, from release to release.
            { name: 'base', tags: ['$initial'], test: baseModules, priority: 3 },
            {
              debugName: 'pages',
              name: chunksByPages(
                [path('src/app/web/router.tsx'), path('src/app/web/shell/screen-parts.tsx')],
                path('src/app/web/main.tsx'),
              ),
              includeDependenciesRecursively: false,
              priority: 2,
            },
            // Loaded as one file after every screen of a logged-in user, because it could not be
            // loaded offline.
            { name: 'queue', test: queue, priority: 1 },
            // Only the desk uses these texts.
            { name: 'desk-text', test: /messages[\\/]desk\w+\.js$/, priority: 1 },
            // Texts of parts that are loaded later. Each would be a file of its own.
            {
              name: 'text',
              test: /text[\\/]compiled[\\/]messages[\\/]/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1600,
            },
          ],
        },
      },
    },
  },
  server: { port: 3000 },
});
