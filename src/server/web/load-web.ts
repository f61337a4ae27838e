import { Hono } from 'hono';
import type { Connection } from '#server/db/connect.ts';
import type { DoorEnv } from '#server/door.ts';
import type { Settings } from '#server/env.ts';
import type { Services } from '#server/services.ts';
import { loadFiles } from './files.ts';
import { createMarketFinder } from './market-page.ts';
import { loadPages } from './pages.ts';
import { createProductFinder } from './product-page.ts';

type Started = { connection: Connection; services: Services };

/** The built web side: hashed files for ever, other files for a while, pages asked about each time. */
export async function loadWeb(settings: Settings, started: Started): Promise<Hono<DoorEnv>> {
  const web = new Hono<DoorEnv>();
  const files = await loadFiles();
  const pages = await loadPages(settings, { findProduct: createProductFinder(started), findFirst: createMarketFinder(started) });
  web.get('*', (c) => files(c) ?? pages(c));
  return web;
}
