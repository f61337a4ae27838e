import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'hono';
import type { PageRenderer } from '#app/rules/page-renderer.ts';
import { type Language, languages } from '#platform/rules/language.ts';
import { findRoute, type RouteName, routes } from '#platform/rules/routes.ts';
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

/**
 * Built pages without a single route: the shell, which the browser renders, and the page for an
 * unknown address.
 */
const SHELL = 'app';
const NOT_FOUND = 'notFound';

/** For machines: settings are filled in, but there is no language. */
const textFiles = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
};

/** A crop's address with this suffix is its picture. */
const PICTURE = '.png';

/** The pages that the service worker caches, one address per language. */
const workerPaths = new Map(
  languages.flatMap((language) =>
    workerPages.map((name) => [workerPagePath(name, language), { language, name }] as const),
  ),
);

type PageSources = {
  services: Services;
  loadRenderer: () => Promise<PageRenderer>;
  clientAddressOf: (c: Context) => string;
};

/**
 * Reads the built pages, fills in the settings, and returns the handler of all paths, which may
 * answer 404.
 */
export async function loadPages(
  settings: Settings,
  { services, loadRenderer, clientAddressOf }: PageSources,
): Promise<(c: Context) => Response | Promise<Response>> {
  const { pages, templates } = await readPages(settings);
  const texts = await readTexts(settings);
  const page = (language: Language, name: string) => {
    const found = pages.get(`${language}/${name}`);
    if (!found) throw new Error(`The build has no page ${language}/${name}`);
    return found;
  };
  const rendering = { loadRenderer, clientAddressOf };
  const find = createMarketFinder({ services });
  const answerMarket = createMarketPage({
    ...rendering,
    services,
    templates: templates.market,
    find,
  });
  const numbered = { ...rendering, services, publicUrl: settings.PUBLIC_URL };
  const answerProduct = createNumberedPage(productPage, {
    ...numbered,
    templates: templates.product,
  });
  const answerFarm = createNumberedPage(farmPage, { ...numbered, templates: templates.farm });
  const answerPrices = createPricesPage({ ...numbered, templates: templates.prices });
  const answerCrop = createCropPage({ ...numbered, templates: templates.cropPrices });
  const answerPicture = createPricePicture({ services, clientAddressOf });
  const pageOf = (route: RouteName | null, c: Context) => {
    if (!route) return NOT_FOUND;
    // The prerendered page has only the first step of a form, which would flash before a later one.
    const isLaterStep = c.req.query('step') !== undefined;
    return routes[route].html === 'prerendered' && !isLaterStep ? route : SHELL;
  };

  return (c) => {
    const path = c.req.path.length > 1 ? c.req.path.replace(/\/$/, '') : '/';
    const text = texts.get(path);
    if (text) return sendStored(c, text);
    const forWorker = workerPaths.get(path);
    if (forWorker) {
      c.header('Content-Language', forWorker.language);
      return sendStored(c, page(forWorker.language, forWorker.name));
    }
    const language = pageLanguage(c);
    c.header('Content-Language', language);
    const route = findRoute(path);
    if (route === 'market') return answerMarket(c, language);
    if (route === 'product')
      return answerProduct(c, language, path.slice(path.lastIndexOf('/') + 1));
    if (route === 'farm') return answerFarm(c, language, path.slice(path.lastIndexOf('/') + 1));
    if (route === 'prices') return answerPrices(c, language);
    if (route === 'cropPrices') {
      const crop = path.slice(path.lastIndexOf('/') + 1);
      return crop.endsWith(PICTURE)
        ? answerPicture(c, crop.slice(0, -PICTURE.length))
        : answerCrop(c, language, crop);
    }
    const name = pageOf(route, c);
    return sendStored(c, page(language, name), name === NOT_FOUND ? 404 : 200);
  };
}

/** Built pages by language and name, and the templates of rendered pages. */
async function readPages(settings: Settings) {
  const pages = new Map<string, StoredAnswer>();
  const inLanguages = () => ({ en: '', sw: '' });
  const templates = {
    market: inLanguages(),
    product: inLanguages(),
    farm: inLanguages(),
    prices: inLanguages(),
    cropPrices: inLanguages(),
  };
  const isRendered = (name: string): name is keyof typeof templates =>
    Object.hasOwn(templates, name);
  const read = async (language: Language, file: string) => {
    const content = fillIn(
      await readFile(join(webFolder, 'pages', language, file), 'utf8'),
      settings,
    );
    const name = file.replace(/\.html$/, '');
    if (isRendered(name)) templates[name][language] = content;
    else
      pages.set(
        `${language}/${name}`,
        await storeText(content, 'text/html; charset=utf-8', PAGE_VARIES_BY),
      );
  };
  for (const language of languages) {
    const files = await readdir(join(webFolder, 'pages', language));
    await Promise.all(files.map((file) => read(language, file)));
  }
  return { pages, templates };
}

async function readTexts(settings: Settings): Promise<Map<string, StoredAnswer>> {
  const texts = new Map<string, StoredAnswer>();
  for (const [path, contentType] of Object.entries(textFiles)) {
    const content = await readFile(join(webFolder, 'pages', path), 'utf8');
    texts.set(path, await storeText(fillIn(content, settings), contentType));
  }
  return texts;
}
