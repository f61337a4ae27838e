import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Hono } from 'hono';
import type { PageRenderer } from '#app/rules/page-renderer.ts';
import type { Settings } from '#platform/server/config.ts';
import type { ClientAddressFinder } from '#platform/server/http/client-address.ts';
import { clientAddress, type RequestEnv } from '#platform/server/http/request-env.ts';
import { projectRoot } from '#platform/server/project-root.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { builtVersion, nameVersion } from './built-version.ts';
import { createFileHandler } from './files.ts';
import { createPageHandler } from './pages.ts';

type Started = { services: Services; findClientAddress: ClientAddressFinder };

/**
 * The built web side. Hashed files are cached forever, other files for an hour, and pages are
 * revalidated each time.
 */
export async function createWeb(settings: Settings, started: Started): Promise<Hono<RequestEnv>> {
  const web = new Hono<RequestEnv>();
  const version = await builtVersion();
  web.use(nameVersion(version));
  /** Files of another build don't fit the pages of this one. Called after each reading. */
  const checkBuild = async () => {
    if ((await builtVersion()) !== version)
      throw new Error('dist/ was built again while the server runs. Restart it.');
  };
  const files = await createFileHandler(checkBuild);
  const pages = await createPageHandler(settings, {
    checkBuild,
    services: started.services,
    loadRenderer: rendererLoader(settings),
    clientAddressOf: (c) => clientAddress(c, started.findClientAddress),
  });
  web.get('*', async (c) => (await files(c)) ?? pages(c));
  return web;
}

/**
 * Loads the bundle that renders pages (PageRenderer) with the first page that needs it, because
 * loading takes a tenth of a second and 14 MB.
 */
function rendererLoader({ SUPPORT_EMAIL, PUBLIC_URL }: Settings): () => Promise<PageRenderer> {
  const file = pathToFileURL(join(projectRoot, 'dist', 'renderer', 'render-page.js')).href;
  let loading: Promise<PageRenderer> | undefined;
  const load = async () => {
    // The build made it from src/app/web/render-page.tsx, which has this type.
    const renderer = (await import(/* @vite-ignore */ file)) as PageRenderer;
    renderer.setSite({ supportEmail: SUPPORT_EMAIL, publicUrl: PUBLIC_URL });
    return renderer;
  };
  return () => {
    loading ??= load();
    return loading;
  };
}
