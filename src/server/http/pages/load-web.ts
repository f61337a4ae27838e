import { Hono } from 'hono';
import type { Settings } from '#server/config.ts';
import type { ClientAddressFinder } from '#server/http/client-address.ts';
import { clientAddress, type RequestEnv } from '#server/http/request-context.ts';
import type { Services } from '#server/trpc/context.ts';
import { createFarmFinder } from './farm-page.ts';
import { loadFiles } from './files.ts';
import { createMarketFinder } from './market-page.ts';
import { loadPages } from './pages.ts';
import { createProductFinder } from './product-page.ts';

type Started = { services: Services; findClientAddress: ClientAddressFinder };

/** The built web side. Hashed files are cached for ever, other files for an hour, and pages are revalidated each time. */
export async function loadWeb(settings: Settings, started: Started): Promise<Hono<RequestEnv>> {
  const web = new Hono<RequestEnv>();
  const files = await loadFiles();
  const pages = await loadPages(settings, {
    hotAnswers: started.services.hotAnswers,
    findProduct: createProductFinder(started),
    findFarm: createFarmFinder(started),
    findFirst: createMarketFinder(started),
    clientAddressOf: (c) => clientAddress(c, started.findClientAddress),
  });
  web.get('*', (c) => files(c) ?? pages(c));
  return web;
}
