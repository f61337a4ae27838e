import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { readSettings, requireDataFolder, type Settings } from '#server/config.ts';
import { databaseRefusal } from '#server/db/deadlines.ts';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import {
  type ClientAddressFinder,
  createClientAddressFinder,
} from '#server/http/client-address.ts';
import { clientAddress, type RequestEnv } from '#server/http/rest.ts';
import { createLog } from '#server/log.ts';
import { projectRoot } from '#server/project-root.ts';
import { SettingsError } from '#server/setting-formats.ts';
import type { PageRenderer } from '../rules/page-renderer.ts';
import { builtVersion, createApp, nameVersion } from './app.ts';
import { createFileHandler } from './pages/page-template.ts';
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

/** With the default delay the process ends within ten seconds. */
const GRACE_MILLISECONDS = 7000;

type Stopping = {
  server: ServerType;
  /** After that, /readyz responds with 503. */
  stopping: AbortController;
  delaySeconds: number;
  closeStreams: () => void;
  stopServices: () => Promise<void>;
  log: Logger;
};

/**
 * After SIGTERM the listener stays open until a proxy that checks /readyz stops sending requests
 * here. Closing it resets connections that the kernel has accepted and the process has not. SIGINT
 * closes it at once.
 */
export function stopOnSignals({
  server,
  stopping,
  delaySeconds,
  closeStreams,
  stopServices,
  log,
}: Stopping) {
  const stop = async (signal: string, delayMilliseconds: number) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ signal, delayMilliseconds }, 'stopping');
    setTimeout(() => {
      log.error(
        {},
        `something still ran ${GRACE_MILLISECONDS} ms after the listener closed, and was cut off`,
      );
      process.exit(1);
    }, delayMilliseconds + GRACE_MILLISECONDS).unref();
    // A client that must reconnect reaches another process.
    server.prependListener('request', (_: unknown, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    await pause(delayMilliseconds);
    // Pages reopen a closed stream at once, and must not reach this process again.
    closeStreams();
    await new Promise((done) => {
      server.close(done);
      if ('closeIdleConnections' in server) server.closeIdleConnections();
    });
    await stopServices();
    log.info({}, 'stopped');
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM', delaySeconds * 1000));
  process.on('SIGINT', () => void stop('SIGINT', 0));
}
