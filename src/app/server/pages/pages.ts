import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { PageRenderer } from '#app/rules/page-renderer.ts';
import { farmNameText, farmTitle } from '#farms/rules/farm-texts.ts';
import { getFarm } from '#farms/server/own-farm.ts';
import type { PhotoRead } from '#photos/rules/photo.ts';
import type { Unit } from '#products/rules/product.ts';
import { oneUnitLabels, unitText } from '#products/rules/product-texts.ts';
import { browseCards, browseProduct } from '#products/server/browse.ts';
import { exactMoneyText, figureText } from '#rules/amounts.ts';
import { languages } from '#rules/language.ts';
import { findRoute, meantPath, type RouteName, routes } from '#rules/routes.ts';
import { workerPagePath, workerPages } from '#rules/service-worker.ts';
import type { Settings } from '#server/config.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { pageLanguage } from '#server/http/rest.ts';
import { type StoredAnswer, sendStored } from '#server/stored-answers.ts';
import { m } from '#text';
import { farmData, productData, type SharePlace, shareTags, shorten } from './page-head.ts';
import { fillIn, PAGE_VARIES_BY, storeText, webFolder } from './page-template.ts';
import { createCropPage, createPricesPage } from './price-pages.ts';
import { createPricePicture } from './price-picture.ts';
import {
  createMarketFinder,
  createMarketPage,
  createNumberedPage,
  lastPart,
  type NumberedPage,
  readReviews,
} from './rendered-page.ts';

type Farm = Awaited<ReturnType<typeof getFarm>>;

/** Its products start with the newest, or at the `after` of a link to a further page. */
export const farmPage: NumberedPage = {
  name: 'farm',
  path: '/farm',
  missing: { code: 'FARM_NOT_FOUND', title: (locale) => m.farmNotFoundTitle({}, { locale }) },
  isPaged: true,
  async find(farmId, { services, clientAddress, after, ...place }) {
    const visitor = { services, clientAddress };
    const [farm, products, reviews] = await Promise.all([
      services.catalogueReads.quick((db) => getFarm(db, { farmId })),
      browseCards({ ...services, clientAddress }, { farmId, ...(after && { cursor: after }) }),
      readReviews(visitor, farmId),
    ]);
    const { title, head } = farmMeta(farm, place);
    return {
      data: { after, farm, products, reviews },
      isPartial: !reviews,
      title,
      head: `${head}\n    ${farmData(farm, reviews, place)}`,
    };
  },
};

function farmMeta(farm: Farm, place: SharePlace): { title: string; head: string } {
  const locale = { locale: place.language };
  const { farmId, farmName, farmerFirstName, county } = farm;
  const title = m.farmShareTitle(
    { farm: farmNameText(farmName) ?? m.farmByPerson({ name: farmerFirstName }, locale), county },
    locale,
  );
  const summary = shorten(
    m.farmShareDescription({ farm: farmTitle(farm, locale), county }, locale),
  );
  const head = shareTags({ type: 'website', path: `/farm/${farmId}`, title, summary }, place);
  return { title: `${escapeHtml(title)} · SokoShamba`, head };
}

type SharedProduct = {
  id: number;
  name: string;
  description: string | null;
  price: number;
  unit: Unit;
  quantity: number;
  farmName: string;
  county: string;
  photos: PhotoRead[];
};

/**
 * Chats and search engines that run no script show these. Everything that a farmer wrote is
 * escaped.
 */
function productMeta(
  product: SharedProduct,
  { language, publicUrl }: SharePlace,
): { title: string; head: string } {
  const { id, name, description, price, unit, quantity, county, photos } = product;
  const locale = { locale: language };
  const title = m.productShareTitle(
    { name, price: exactMoneyText(price), unit: oneUnitLabels[unit]({}, locale) },
    locale,
  );
  const facts = m.productShareDescription(
    {
      farm: farmTitle(product, locale),
      county,
      quantity: figureText(quantity),
      unit: unitText(quantity, unit, locale),
    },
    locale,
  );
  const summary = shorten([facts, description].filter(Boolean).join(' '));
  const photo = photos[0];
  const head = shareTags(
    {
      type: 'product',
      path: `/market/${id}`,
      title,
      summary,
      image: photo && { url: photo.url, alt: name },
      more: { 'product:price:amount': price.toFixed(2), 'product:price:currency': 'KES' },
    },
    { language, publicUrl },
  );
  return { title: `${escapeHtml(title)} · SokoShamba`, head };
}

export const productPage: NumberedPage = {
  name: 'product',
  path: '/market',
  missing: { code: 'PRODUCT_NOT_FOUND', title: (locale) => m.productNotFoundTitle({}, { locale }) },
  async find(productId, { services, clientAddress, ...place }) {
    const product = await browseProduct(services, { productId });
    const { farmId } = product;
    const [reviews, farm] = await Promise.all([
      readReviews({ services, clientAddress }, farmId),
      services.catalogueReads.quick((db) => getFarm(db, { farmId })),
    ]);
    const { title, head } = productMeta(product, place);
    return {
      data: { product, reviews },
      isPartial: !reviews,
      title,
      head: `${head}\n    ${productData(product, farm, place)}`,
    };
  },
};

const SHELL = 'app';
const NOT_FOUND = 'notFound';

/** Settings are filled in, but there is no language. */
const textFiles = new Map([
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
]);

const MOVED_PERMANENTLY = 301;

/** More than the build has, so that every page stays in memory. */
const BUILT_PAGES_MAX = 100;

const PICTURE = '.png';

const workerPaths = new Map(
  languages.flatMap((language) =>
    workerPages.map((name) => [workerPagePath(name, language), { language, name }] as const),
  ),
);

type PageSources = {
  checkBuild: () => Promise<void>;
  services: Services;
  loadRenderer: () => Promise<PageRenderer>;
  clientAddressOf: (c: Context) => string;
};

/**
 * Prerendered pages are read at their first request, and the templates of rendered pages at the
 * start.
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
