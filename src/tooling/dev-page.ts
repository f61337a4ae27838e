import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const DEV_PAGE = fileURLToPath(new URL('../app/server/pages/dev-page.ts', import.meta.url));

/** Vite would serve index.html with its placeholders. */
export function devPage(): Plugin {
  // A Vite transform gets the page's address but not the request, whose headers contain the cookies
  // and languages.
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
        // Loaded through Vite, so that a change takes effect without a restart.
        return server ? (await server.ssrLoadModule(DEV_PAGE)).fillInDevPage(html, request) : html;
      },
    },
  };
}
