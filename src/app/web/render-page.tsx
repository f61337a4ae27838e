/*
 * Renders pages for the build and the server. The language, the page's data and the query cache are
 * global in this bundle, so they are set for one synchronous rendering.
 */

import {
  createMemoryHistory,
  defaultParseSearch,
  defaultStringifySearch,
} from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { needsPlace, readMarketSearch } from '#market/web/list/market-search.ts';
import { questionOf } from '#market/web/list/use-market.ts';
import { setPageData } from '#products/web/catalogue/page-data.ts';
import { routes } from '#rules/routes.ts';
import { overwriteGetLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import { buttonClass } from '#ui/elements.tsx';
import { partsLoaded } from '#ui/lazy.tsx';
import { Container, setSiteInfo } from '#web/page-frame.tsx';
import { queryClient } from '#web/server-cache.tsx';
import type { PageRenderer } from '../rules/page-renderer.ts';
import { App, pageTitle } from './app.tsx';
import { type AppRouter, createAppRouter } from './router.tsx';
import { PagePending } from './routes/root.tsx';

export type PrerenderedPage = { html: string; title: string; description: string };

/** For search engines and shared links, so the browser does not load them. */
const descriptions: Record<string, () => string> = {
  '/terms': m.termsDescription,
  '/privacy': m.privacyLead,
  '/signup': m.buyerSignupPageDescription,
  '/login': m.buyerLoginPageDescription,
  '/signupFarmer': m.farmerSignupPageDescription,
  '/loginF': m.farmerLoginPageDescription,
  '/forgot-password': m.forgotPasswordPageDescription,
};

/** React's mark for a part that failed on the server. */
const FAILED_PART = '<!--$!-->';

/** Throws if a part of the page failed, so that no incomplete page is sent or cached. */
function draw(router: AppRouter) {
  const html = renderToString(<App router={router} />);
  if (html.includes(FAILED_PART))
    throw new Error(`A part of ${router.state.location.href} could not be drawn`);
  return html;
}

export async function prerender(path: string, language: Language): Promise<PrerenderedPage> {
  const router = await loadRouter(path);
  overwriteGetLocale(() => language);
  return {
    html: draw(router),
    title: pageTitle(router.state.matches),
    description: (descriptions[path] ?? m.siteDescription)(),
  };
}

export function renderShell(language: Language) {
  overwriteGetLocale(() => language);
  return renderToString(<PagePending />);
}

/** The service worker shows it for a page that is not cached. */
export function renderOffline(language: Language): { html: string; title: string } {
  overwriteGetLocale(() => language);
  return { html: renderToString(<OfflinePage />), title: `${m.offlineTitle()} · SokoShamba` };
}

export const renderPage: PageRenderer['renderPage'] = async ({ address, language, data }) => {
  const router = await loadRouter(address);
  overwriteGetLocale(() => language);
  setPageData(data);
  try {
    return draw(router);
  } finally {
    setPageData({});
    queryClient.clear();
  }
};

async function loadRouter(address: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  await partsLoaded();
  return router;
}

export const readMarketAddress: PageRenderer['readMarketAddress'] = (address) => {
  const search = readMarketSearch(defaultParseSearch(address));
  return {
    canonicalSearch: defaultStringifySearch(search),
    question: needsPlace(search) ? null : questionOf(search, null),
  };
};

export const setSite: PageRenderer['setSite'] = setSiteInfo;

/** Shown by the service worker. The build writes it as HTML without a script. */
function OfflinePage() {
  return (
    <main id="main" className="flex min-h-dvh items-center py-12">
      <Container width="form" className="text-center">
        <img
          src="/art/empty/offline.svg"
          alt=""
          width="240"
          height="180"
          className="mx-auto mb-6"
        />
        <h1 className="font-extrabold text-3xl">{m.offlineTitle()}</h1>
        <p className="mt-3 text-lg text-muted">{m.offlinePageText()}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          {/* biome-ignore lint/a11y/useValidAnchor: it leads to the address of the page that is
              missing, without a script */}
          <a href="" className={buttonClass({})}>
            {m.retry()}
          </a>
          <a href={routes.market.path} className={buttonClass({ variant: 'secondary' })}>
            {m.marketPageTitle()}
          </a>
          <a href={routes.start.path} className={buttonClass({ variant: 'secondary' })}>
            {m.dashboardLink()}
          </a>
        </div>
      </Container>
    </main>
  );
}
