import { createApp } from '#app/server/app.ts';
import { devSettings } from '#app/server/pages/page-template.ts';
import { startServices } from '#app/server/start-services.ts';
import { createClientAddressFinder } from '#server/http/client-address.ts';
import { createLog } from '#server/log.ts';

const settings = devSettings();
type Started = Awaited<ReturnType<typeof startServices>>;

/**
 * Vite reloads this module after each change, and the embedded database can be opened only once.
 */
const kept = globalThis as typeof globalThis & { sokoshambaServices?: Promise<Started> };

kept.sokoshambaServices ??= startServices(settings, createLog(settings.LOG_LEVEL));

/** `npm run dev`: the server's side in Vite's process. Vite serves the web side itself. */
const app = createApp({
  ...(await kept.sokoshambaServices),
  findClientAddress: createClientAddressFinder(settings.trustedProxies),
  tileUrl: settings.TILE_URL,
});

// biome-ignore lint/style/noDefaultExport: @hono/vite-dev-server takes its app from here
export default app;
