import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { root } from '#tests/setup/imports.ts';
import { devPage } from '#tooling/vite-plugins.ts';

/** The page-serving part of `npm run dev`; the server part, which opens a database, is left out. */
let vite: ViteDevServer;
const folder = mkdtempSync(join(tmpdir(), 'sokoshamba-dev-'));
const given = { ...process.env };

beforeAll(async () => {
  Object.assign(process.env, { DATA_DIR: folder, SUPPORT_EMAIL: 'msaada@soko.example' });
  vite = await createServer({
    configFile: false,
    root: join(root, 'src'),
    logLevel: 'error',
    cacheDir: join(folder, 'vite'),
    optimizeDeps: { noDiscovery: true },
    plugins: [devPage()],
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await vite.listen();
});
afterAll(async () => {
  await vite.close();
  rmSync(folder, { recursive: true });
  process.env = given;
});

const page = async () => {
  const address = vite.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('Vite does not listen');
  const headers = { accept: 'text/html' };
  return (await fetch(`http://127.0.0.1:${address.port}/login`, { headers })).text();
};

test('the page of npm run dev has the settings filled in, and no placeholder left', async () => {
  expect(readFileSync(join(root, 'src/index.html'), 'utf8')).toMatch(/%[A-Z_]+%/);
  const html = await page();
  expect(html).not.toMatch(/%[A-Z_]+%/);
  expect(html).toContain('<meta name="support-email" content="msaada@soko.example"');
  expect(html).toMatch(/<html lang="en" data-sms="o(n|ff)">/);
});
