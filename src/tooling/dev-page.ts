import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const DEV_PAGE = fileURLToPath(new URL('../app/server/pages/dev-page.ts', import.meta.url));

/**
 * Vite serves index.html as it lies there; this fills it in as the built server does. For `npm run
 * dev` alone.
 */
export function devPage(): Plugin {
  // What transforms the page is told its address, not who asks for it: cookies and languages stand
  // in the request's head.
  const requests = new AsyncLocalStorage<IncomingMessage>();
  return {
    name: 'dev-page',
    apply: 'serve',
    configureServer: ({ middlewares }) =>
      void middlewares.use((request, _, next) => requests.run(request, next)),
    transformIndexHtml: {
      order: 'pre',
      handler: async (html, { server, originalUrl = '/' }) => {
        const { cookie = '', 'accept-language': accepted = '' } =
          requests.getStore()?.headers ?? {};
        const request = new Request(new URL(originalUrl, 'http://localhost'), {
          headers: { cookie, 'accept-language': accepted },
        });
        // Through Vite, like the rest of the server's side, so that a change is seen without a
        // restart.
        return server ? (await server.ssrLoadModule(DEV_PAGE)).fillInDevPage(html, request) : html;
      },
    },
  };
}
