import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { PageRenderer } from '#app/rules/page-renderer.ts';
import {
  readSettings,
  requireDataFolder,
  type Settings,
  SettingsError,
} from '#platform/server/config.ts';
import { FolderInUseError } from '#platform/server/db/folder-lock.ts';
import { databaseRefusal } from '#platform/server/db/unavailable.ts';
import {
  type ClientAddressFinder,
  createClientAddressFinder,
} from '#platform/server/http/client-address.ts';
import { clientAddress, type RequestEnv } from '#platform/server/http/request-env.ts';
import { stopOnSignals } from '#platform/server/http/stop-on-signals.ts';
import { createLog } from '#platform/server/log.ts';
import { projectRoot } from '#platform/server/project-root.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { createApp } from './app.ts';
import { builtVersion, nameVersion } from './pages/built-version.ts';
import { createFileHandler } from './pages/files.ts';
import { createPageHandler } from './pages/pages.ts';
import { startServices } from './start-services.ts';

export async function startServer() {
  try {
    const settings = readSettings(process.env);
    requireDataFolder(settings.DATA_DIR, settings.DATABASE_URL);
    const log = createLog(settings.LOG_LEVEL);
    const started = await startServices(settings, log);
    const stopping = new AbortController();
    const findClientAddress = createClientAddressFinder(settings.trustedProxies);
    const app = createApp({
      ...started,
      stopping: stopping.signal,
      findClientAddress,
      tileUrl: settings.TILE_URL,
      metricsToken: settings.METRICS_TOKEN,
      version: await builtVersion(),
      web: await createWeb(settings, { services: started.services, findClientAddress }),
    });
    const server = serve(
      { fetch: app.fetch, port: settings.PORT, hostname: settings.HOST },
      ({ port }) => {
        log.info(
          { port, database: started.connection.kind, demo: settings.isDemo },
          `SokoShamba is open at ${settings.PUBLIC_URL}`,
        );
      },
    );
    server.once('error', (error) => {
      log.error(
        { err: error },
        `It cannot listen on port ${settings.PORT}; is another process there? Set PORT to another.`,
      );
      process.exit(1);
    });
    stopOnSignals({
      server,
      stopping,
      delaySeconds: settings.STOP_DELAY_SECONDS,
      log,
      closeStreams: started.closeStreams,
      stopServices: started.stop,
    });
  } catch (error) {
    const isExplained = error instanceof SettingsError || error instanceof FolderInUseError;
    const reason = isExplained ? error.message : databaseRefusal(error);
    if (reason === null) throw error;
    process.stderr.write(`${reason}\n`);
    process.exit(1);
  }
}

type Started = { services: Services; findClientAddress: ClientAddressFinder };

/** Hashed files are cached forever, other files for an hour; pages are revalidated each time. */
async function createWeb(settings: Settings, started: Started): Promise<Hono<RequestEnv>> {
  const web = new Hono<RequestEnv>();
  const version = await builtVersion();
  web.use(nameVersion(version));
  /** Files of another build don't fit the pages of this one. */
  const checkBuild = async () => {
    if ((await builtVersion()) !== version)
      throw new Error('dist/ was built again while the server runs. Restart it.');
  };
  const files = await createFileHandler(checkBuild);
  const pages = await createPageHandler(settings, {
    checkBuild,
    services: started.services,
    loadRenderer: rendererLoader(settings),
    clientAddressOf: (c) => clientAddress(c, started.findClientAddress),
  });
  web.get('*', async (c) => (await files(c)) ?? pages(c));
  return web;
}

/** Loads with the first page that needs it, because loading takes a tenth of a second and 14 MB. */
function rendererLoader({ SUPPORT_EMAIL, PUBLIC_URL }: Settings): () => Promise<PageRenderer> {
  const file = pathToFileURL(join(projectRoot, 'dist', 'renderer', 'render-page.js')).href;
  let loading: Promise<PageRenderer> | undefined;
  const load = async () => {
    // Built from src/app/web/render-page.tsx, which has this type.
    const renderer = (await import(/* @vite-ignore */ file)) as PageRenderer;
    renderer.setSite({ supportEmail: SUPPORT_EMAIL, publicUrl: PUBLIC_URL });
    return renderer;
  };
  return () => {
    loading ??= load();
    return loading;
  };
}
