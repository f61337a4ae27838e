import { createApp } from './app.ts';
import { createClientAddressFinder } from './http/client-address.ts';
import { devSettings as settings } from './http/pages/dev-page.ts';
import { createLog } from './log.ts';
import { startServices } from './start-services.ts';

type Started = Awaited<ReturnType<typeof startServices>>;

/** Kept while Vite loads this module anew after each change: the embedded database can be opened but once. */
const kept = globalThis as typeof globalThis & { sokoshambaServices?: Promise<Started> };

kept.sokoshambaServices ??= startServices(settings, createLog(settings.LOG_LEVEL));

/** `npm run dev`: the server's side of the one process that Vite runs. Vite serves the web side itself. */
const app = createApp({
  ...(await kept.sokoshambaServices),
  findClientAddress: createClientAddressFinder(settings.trustedProxies),
  tileUrl: settings.TILE_URL,
});

// biome-ignore lint/style/noDefaultExport: @hono/vite-dev-server takes its app from here
export default app;
