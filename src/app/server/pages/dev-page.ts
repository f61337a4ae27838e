import { Hono } from 'hono';
import { readSettings } from '#platform/server/config.ts';
import { pageLanguage } from '#platform/server/http/request-env.ts';
import { fillIn } from './page-template.ts';

/** `npm run dev` runs the demo unless a database is given. */
export const devSettings = readSettings({
  DEMO: process.env.DATABASE_URL ? 'off' : 'on',
  LOG_LEVEL: 'warn',
  ...process.env,
});

export async function fillInDevPage(html: string, request: Request): Promise<string> {
  const app = new Hono().get('*', (c) =>
    c.text(fillIn(html, devSettings).replace('<html lang="en"', `<html lang="${pageLanguage(c)}"`)),
  );
  return (await app.request(request)).text();
}
