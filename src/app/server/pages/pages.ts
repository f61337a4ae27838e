import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { PageRenderer } from '#app/rules/page-renderer.ts';
import { type Language, languages } from '#platform/rules/language.ts';
import { findRoute, meantPath, type RouteName, routes } from '#platform/rules/routes.ts';
import { workerPagePath, workerPages } from '#platform/rules/service-worker.ts';
import { type StoredAnswer, sendStored } from '#platform/server/cache/stored-answer.ts';
import type { Settings } from '#platform/server/config.ts';
import { pageLanguage } from '#platform/server/http/request-language.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { farmPage } from './farm-page.ts';
import { webFolder } from './files.ts';
import { createMarketFinder, createMarketPage } from './market-page.ts';
import { createNumberedPage } from './numbered-page.ts';
import { fillIn, PAGE_VARIES_BY, storeText } from './page-template.ts';
import { createCropPage, createPricesPage } from './price-pages.ts';
import { createPricePicture } from './price-picture.ts';
import { productPage } from './product-page.ts';
import { lastPart } from './rendered-page.ts';

/**
 * Built pages without a single route: the shell, which the browser renders, and the page for an
 * unknown address.
 */
const SHELL = 'app';
const NOT_FOUND = 'notFound';

/** For machines: settings are filled in, but there is no language. */
const textFiles = new Map([
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
]);

const MOVED_PERMANENTLY = 301;

/** More than the build has, so that every page stays in memory. */
const BUILT_PAGES_MAX = 100;

/** A crop's address with this suffix is its picture. */
const PICTURE = '.png';

/** The pages that the service worker caches, one address per language. */
const workerPaths = new Map(
  languages.flatMap((language) =>
    workerPages.map((name) => [workerPagePath(name, language), { language, name }] as const),
  ),
);

type PageSources = {
  /** Throws if dist/ has another build than at the start. */
  checkBuild: () => Promise<void>;
  services: Services;
  loadRenderer: () => Promise<PageRenderer>;
  clientAddressOf: (c: Context) => string;
};

/**
 * Returns the handler of all paths, which may answer 404. Prerendered pages are read, and the
 * settings filled in, at their first request; the templates of rendered pages at the start.
 */
export async function createPageHandler(
  settings: Settings,
  { checkBuild, services, loadRenderer, clientAddressOf }: PageSources,
): Promise<(c: Context) => Response | Promise<Response>> {
  const read = async (path: string) => {
    const content = await readFile(join(webFolder, 'pages', path), 'utf8');
    await checkBuild();
    return fillIn(content, settings);
  };
  const stored = new LRUCache<string, StoredAnswer>({
    max: BUILT_PAGES_MAX,
    fetchMethod: async (path) => {
      const contentType = textFiles.get(path);
      return contentType
        ? storeText(await read(path), contentType)
        : storeText(await read(path), 'text/html; charset=utf-8', PAGE_VARIES_BY);
    },
  });
  const sendPage = async (c: Context, language: Language, name: string) =>
    sendStored(
      c,
      await stored.forceFetch(`${language}/${name}.html`),
      name === NOT_FOUND ? 404 : 200,
    );
  const templatesOf = async (name: RouteName) => ({
    en: await read(`en/${name}.html`),
    sw: await read(`sw/${name}.html`),
  });
  const rendering = { loadRenderer, clientAddressOf };
  const find = createMarketFinder({ services });
  const answerMarket = createMarketPage({
    ...rendering,
    services,
    templates: await templatesOf('market'),
    find,
  });
  const numbered = { ...rendering, services, publicUrl: settings.PUBLIC_URL };
  const answerProduct = createNumberedPage(productPage, {
    ...numbered,
    templates: await templatesOf('product'),
  });
  const answerFarm = createNumberedPage(farmPage, {
    ...numbered,
    templates: await templatesOf('farm'),
  });
  const answerPrices = createPricesPage({ ...numbered, templates: await templatesOf('prices') });
  const answerCrop = createCropPage({ ...numbered, templates: await templatesOf('cropPrices') });
  const answerPicture = createPricePicture({ services, clientAddressOf });
  const pageOf = (route: RouteName | null, c: Context) => {
    if (!route) return NOT_FOUND;
    // The prerendered page has only the first step of a form, which would flash before a later one.
    const isLaterStep = c.req.query('step') !== undefined;
    return routes[route].html === 'prerendered' && !isLaterStep ? route : SHELL;
  };

  return (c) => {
    const path = c.req.path.length > 1 ? c.req.path.replace(/\/$/, '') : '/';
    if (textFiles.has(path)) return stored.forceFetch(path).then((text) => sendStored(c, text));
    const forWorker = workerPaths.get(path);
    if (forWorker) {
      c.header('Content-Language', forWorker.language);
      return sendPage(c, forWorker.language, forWorker.name);
    }
    const language = pageLanguage(c);
    c.header('Content-Language', language);
    const route = findRoute(path);
    const meant = route ? null : meantPath(path);
    if (meant) return c.redirect(meant + new URL(c.req.url).search, MOVED_PERMANENTLY);
    if (route === 'market') return answerMarket(c, language);
    if (route === 'product') return answerProduct(c, language);
    if (route === 'farm') return answerFarm(c, language);
    if (route === 'prices') return answerPrices(c, language);
    if (route === 'cropPrices') {
      const crop = lastPart(c);
      return crop.endsWith(PICTURE)
        ? answerPicture(c, crop.slice(0, -PICTURE.length))
        : answerCrop(c, language);
    }
    return sendPage(c, language, pageOf(route, c));
  };
}
