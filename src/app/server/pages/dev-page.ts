import { Hono } from 'hono';
import { readSettings } from '#platform/server/config.ts';
import { pageLanguage } from '#platform/server/http/request-language.ts';
import { fillIn } from './page-template.ts';

/** What `npm run dev` runs with: the demo, unless a database of one's own is given. */
export const devSettings = readSettings({
  DEMO: process.env.DATABASE_URL ? 'off' : 'on',
  LOG_LEVEL: 'warn',
  ...process.env,
});

/**
 * The page that Vite serves, with the settings in it and in the language asked for, as the built
 * one has them.
 */
export async function fillInDevPage(html: string, request: Request): Promise<string> {
  const app = new Hono().get('*', (c) =>
    c.text(fillIn(html, devSettings).replace('<html lang="en"', `<html lang="${pageLanguage(c)}"`)),
  );
  return (await app.request(request)).text();
}
