import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createApp } from '#app/server/app.ts';
import { stopOnSignals } from '#app/server/start-server.ts';
import { startServices } from '#app/server/start-services.ts';
import { readSettings } from '#server/config.ts';
import { createClientAddressFinder } from '#server/http/client-address.ts';
import type { RequestEnv } from '#server/http/rest.ts';
import { createLog } from '#server/log.ts';

const settings = readSettings(process.env);
const log = createLog(settings.LOG_LEVEL);
const started = await startServices(settings, log);
const stopping = new AbortController();
const app = createApp({
  ...started,
  stopping: stopping.signal,
  findClientAddress: createClientAddressFinder(settings.trustedProxies),
  tileUrl: settings.TILE_URL,
  web: new Hono<RequestEnv>().get('/', (c) => c.text('the front page')),
});
const port = Number(process.env.PORT ?? 0);
const server = serve({ fetch: app.fetch, port, hostname: settings.HOST }, (address) =>
  process.send?.(address.port),
);
stopOnSignals({
  server,
  stopping,
  delaySeconds: settings.STOP_DELAY_SECONDS,
  log,
  closeStreams: started.closeStreams,
  stopServices: started.stop,
});
