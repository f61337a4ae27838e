import { serve } from '@hono/node-server';
import { createApp } from '../../src/server/app.ts';
import { createClientAddressFinder } from '../../src/server/client-address.ts';
import { readSettings } from '../../src/server/env.ts';
import { createLog } from '../../src/server/log.ts';
import { startServices } from '../../src/server/start-services.ts';
import { stopOnSignals } from '../../src/server/stop.ts';

/** The whole server without its pages, as a process of its own; says its port. Its settings come from the environment. */
const settings = readSettings(process.env);
const log = createLog(settings.LOG_LEVEL);
const started = await startServices(settings, log);
const app = createApp({
  ...started,
  findClientAddress: createClientAddressFinder(settings.trustedProxies),
  tileUrl: settings.TILE_URL,
});
const port = Number(process.env.PORT ?? 0);
const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (address) => process.send?.(address.port));
stopOnSignals({ server, closeStreams: started.closeStreams, stopServices: started.stop, log });
