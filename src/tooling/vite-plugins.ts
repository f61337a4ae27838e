import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { build, type InlineConfig, type Plugin } from 'vite';
import { SERVICE_WORKER_PATH } from '#rules/service-worker.ts';
import type { FilesToKeep } from './built-files.ts';

const DEV_PAGE = fileURLToPath(new URL('../app/server/pages/page-template.ts', import.meta.url));

/** Vite would serve index.html with its placeholders. */
export function devPage(): Plugin {
  // A Vite transform gets the page's address but not the request, whose headers contain the cookies
  // and languages.
  const requests = new AsyncLocalStorage<IncomingMessage>();
  return {
    name: 'dev-page',
    apply: 'serve',
    configureServer: ({ middlewares }) =>
      void middlewares.use((request, _, next) => requests.run(request, next)),
    transformIndexHtml: {
      order: 'pre',
      handler: async (html, { server, originalUrl = '/' }) => {
        const { cookie = '', 'accept-language': accepted = '' } =
          requests.getStore()?.headers ?? {};
        const request = new Request(new URL(originalUrl, 'http://localhost'), {
          headers: { cookie, 'accept-language': accepted },
        });
        // Loaded through Vite, so that a change takes effect without a restart.
        return server ? (await server.ssrLoadModule(DEV_PAGE)).fillInDevPage(html, request) : html;
      },
    },
  };
}

const require = createRequire(import.meta.url);
const FONT = require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2');
const FOLDER = fileURLToPath(new URL('../app/web/generated', import.meta.url));

const CHARACTERS =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?%/()+-–−×…·&\'’"“”';

const WEIGHTS = { min: 700, max: 800 };

/** The characters and weights in use, of the typeface of headings (src/app/web/fonts.css). */
export const headingFont = (): Plugin => ({
  name: 'heading-font',
  async buildStart() {
    const whole = await readFile(FONT);
    const subset = await subsetFont(whole, CHARACTERS, {
      targetFormat: 'woff2',
      variationAxes: { wght: WEIGHTS },
    });
    await mkdir(FOLDER, { recursive: true });
    await writeFile(join(FOLDER, 'figtree.woff2'), subset);
  },
});

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Without a version, as in development, the worker caches nothing. */
type KnownBuild = FilesToKeep & { version: string };

const DEVELOPMENT: KnownBuild = {
  version: '',
  core: [],
  screens: { everyone: [], buyer: [], farmer: [] },
  written: [],
};

/** One classic script, which every browser supports. */
export function serviceWorker(outDir: string, known = DEVELOPMENT): InlineConfig {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { __BUILD__: JSON.stringify(known) },
    build: {
      outDir,
      emptyOutDir: false,
      target: ['chrome100', 'firefox100', 'safari15.4'],
      lib: {
        entry: `${root}/src/app/web/worker/service-worker.ts`,
        formats: ['iife'],
        name: 'serviceWorker',
        fileName: () => SERVICE_WORKER_PATH.slice(1),
      },
    },
  };
}

export function devServiceWorker(): Plugin {
  const make = async () => {
    const config = serviceWorker('');
    const made = await build({ ...config, build: { ...config.build, write: false } });
    const [bundle] = [made].flat();
    const script = bundle && 'output' in bundle ? bundle.output[0] : null;
    return script?.code ?? '';
  };
  return {
    name: 'dev-service-worker',
    apply: 'serve',
    configureServer: ({ middlewares }) =>
      void middlewares.use(SERVICE_WORKER_PATH, (_, response, next) => {
        make().then(
          (code) => response.setHeader('Content-Type', 'text/javascript').end(code),
          next,
        );
      }),
  };
}
