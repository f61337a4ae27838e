import { serve } from '@hono/node-server';
import { readSettings, requireDataFolder, SettingsError } from '#platform/server/config.ts';
import { FolderInUseError } from '#platform/server/db/folder-lock.ts';
import { databaseRefusal } from '#platform/server/db/unavailable.ts';
import { createClientAddressFinder } from '#platform/server/http/client-address.ts';
import { stopOnSignals } from '#platform/server/http/stop-on-signals.ts';
import { createLog } from '#platform/server/log.ts';
import { createApp } from './app.ts';
import { builtVersion } from './pages/built-version.ts';
import { createWeb } from './pages/create-web.ts';
import { startServices } from './start-services.ts';

/** Reads the settings from the environment, starts everything and listens. */
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
