import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';
import { SERVICE_WORKER_PATH } from '#platform/rules/service-worker.ts';
import type { FilesToKeep } from './files-to-keep.ts';

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
