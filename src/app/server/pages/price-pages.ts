import type { Context } from 'hono';
import type { Dataset } from 'schema-dts';
import { cropNameText, priceSentence, priceTitle, wholeMoneyText } from '#prices/rules/price.ts';
import {
  cropPageInput,
  type PriceOverview,
  priceOverviewInput,
} from '#prices/rules/price-input.ts';
import { browseCropPage, browsePriceOverview, cropCalled } from '#prices/server/get-price-pages.ts';
import { cropId } from '#products/rules/crop-input.ts';
import { PRODUCT_NAME_MAX } from '#products/rules/product-facts.ts';
import { findCounty } from '#rules/counties.ts';
import { daysAfter, mondayOf } from '#rules/day.ts';
import { AppError } from '#server/app-error.ts';
import { within } from '#server/db/deadlines.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { m } from '#text';
import {
  breadcrumbs,
  cropConcept,
  jsonLd,
  type SharePlace,
  shareTags,
  shorten,
} from './page-head.ts';
import { NO_INDEX } from './page-template.ts';
import { pricePicturePath } from './price-picture.ts';
import { createRenderedPage, type FoundPage, lastPart, type PageOptions } from './rendered-page.ts';

const WEEK_DAYS = 7;

/** After this time a page is sent without its prices, which its script then requests. */
const PATIENCE_MILLISECONDS = 400;
const DESCRIBED_CROPS = 6;

type PricePageOptions = PageOptions & {
  services: Services;
  publicUrl: string;
  clientAddressOf: (c: Context) => string;
};
type Visit = SharePlace & { services: Services };

function createFinder({ services, publicUrl }: PricePageOptions) {
  return async (
    language: Language,
    read: (visit: Visit) => Promise<FoundPage>,
  ): Promise<FoundPage | null> => {
    try {
      const found = read({ services, language, publicUrl });
      return await within(found, {
        what: 'finding the prices of a page',
        milliseconds: PATIENCE_MILLISECONDS,
      });
    } catch (error) {
      services.log.warn({ err: error }, 'a page of prices was sent without its prices');
      return null;
    }
  };
}

export function createPricesPage(options: PricePageOptions) {
  const page = createRenderedPage(options);
  const find = createFinder(options);
  return (c: Context, language: Language) => {
    const question = readOverview(c);
    const address = `/prices${addressOf(question)}`;
    const request = { address, language, clientAddress: options.clientAddressOf(c) };
    return page(c, {
      ...request,
      find: () => find(language, (visit) => findOverview(question, visit)),
    });
  };
}

function readOverview(c: Context): PriceOverview {
  const { search, crop } = c.req.query();
  const input = priceOverviewInput.safeParse({
    ...(search?.trim() && { search }),
    ...(crop && { crop }),
  });
  if (input.success) return input.data;
  return crop && !cropId.safeParse(crop).success ? { crop } : {};
}

async function findOverview(
  question: PriceOverview,
  { services, ...place }: Visit,
): Promise<FoundPage> {
  try {
    const overview = await browsePriceOverview(services, question);
    if (overview.match) return { redirectTo: `/prices/${overview.match}` };
    return {
      view: 'prices',
      data: { prices: { question, overview } },
      ...overviewMeta(overview, place),
    };
  } catch (error) {
    if (error instanceof AppError && error.code === 'CROP_NOT_FOUND')
      return findUnknown(question, { services, ...place });
    throw error;
  }
}

/** Redirects from a crop's name to its id. Otherwise a 404 page with similar crops. */
async function findUnknown(
  { crop = '' }: PriceOverview,
  { services, language }: Visit,
): Promise<FoundPage> {
  const called = cropCalled(crop);
  if (called) return { redirectTo: `/prices?crop=${called}` };
  const search = crop.slice(0, PRODUCT_NAME_MAX);
  const overview = await browsePriceOverview(services, { search });
  return notFound(
    { prices: { question: { crop }, overview } },
    m.cropNotFoundTitle({}, { locale: language }),
  );
}

type Overview = Awaited<ReturnType<typeof browsePriceOverview>>;

function overviewMeta({ crops }: Overview, place: SharePlace): { title: string; head: string } {
  const locale = { locale: place.language };
  const title = m.pricesPageTitle({}, locale);
  const priced = crops.flatMap((crop) =>
    crop.now === null ? [] : [`${cropNameText(crop, place.language)} ${wholeMoneyText(crop.now)}`],
  );
  const figures = priced.slice(0, DESCRIBED_CROPS).join(', ');
  const summary = shorten([m.pricesPageDescription({}, locale), figures].filter(Boolean).join(' '));
  return {
    title: `${escapeHtml(title)} · SokoShamba`,
    head: shareTags({ type: 'website', path: '/prices', title, summary }, place),
  };
}

export function createCropPage(options: PricePageOptions) {
  const page = createRenderedPage(options);
  const find = createFinder(options);
  return (c: Context, language: Language) => {
    const crop = lastPart(c);
    const county = c.req.query('county') || undefined;
    const address = `/prices/${encodeURIComponent(crop)}${addressOf({ county })}`;
    const request = { address, language, clientAddress: options.clientAddressOf(c) };
    return page(c, {
      ...request,
      find: () => find(language, (visit) => findCropPage({ crop, county }, visit)),
    });
  };
}

type AskedPage = { crop: string; county: string | undefined };

async function findCropPage(
  { crop, county }: AskedPage,
  { services, ...place }: Visit,
): Promise<FoundPage> {
  const meant = county && findCounty(county);
  if (meant === null) return notFound({}, m.countyNotFoundTitle({}, { locale: place.language }));
  if (meant !== county)
    return { redirectTo: `/prices/${encodeURIComponent(crop)}${addressOf({ county: meant })}` };
  const question = cropPageInput.safeParse({ crop, ...(county && { county }) });
  try {
    if (!question.success) throw new AppError('CROP_NOT_FOUND');
    const page = await browseCropPage(services, question.data);
    return {
      view: 'prices',
      data: { cropPage: { question: question.data, page } },
      ...cropMeta(page, place),
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CROP_NOT_FOUND') throw error;
    return notFound(
      { cropPage: { question: { crop }, page: null } },
      m.cropNotFoundTitle({}, { locale: place.language }),
    );
  }
}

const notFound = (data: object, title: string): FoundPage => ({
  data,
  title: `${escapeHtml(title)} · SokoShamba`,
  head: NO_INDEX,
  isNotFound: true,
});

function cropMeta(
  page: Awaited<ReturnType<typeof browseCropPage>>,
  place: SharePlace,
): { title: string; head: string } {
  const title = priceTitle(page, place.language);
  const summary = shorten(
    `${priceSentence(page, place.language)} ${m.cropPageDescription({}, { locale: place.language })}`,
  );
  const path = `/prices/${page.crop}${addressOf({ county: page.county ?? undefined })}`;
  const image = { url: pricePicturePath(page.crop, page.county, place.language), alt: title };
  const more = { 'og:image:width': '1200', 'og:image:height': '630' };
  const tags = shareTags({ type: 'website', path, title, summary, image, more }, place);
  return {
    title: `${escapeHtml(title)} · SokoShamba`,
    head: `${tags}\n    ${priceData(page, { path, title, summary }, place)}`,
  };
}

/** Drops empty parts and always has the same order. */
function addressOf(question: Record<string, string | undefined>) {
  const search = new URLSearchParams(
    Object.entries(question).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return search.size > 0 ? `?${search}` : '';
}

type PriceFacts = {
  crop: string;
  county: string | null;
  name: { en: string; sw: string };
  weeks: readonly { week: string }[];
};

type Described = { path: string; title: string; summary: string };

function priceData(
  { crop, county, name, weeks }: PriceFacts,
  { path, title, summary }: Described,
  { publicUrl, language }: SharePlace,
) {
  const [first, last] = [weeks[0]?.week, weeks.at(-1)?.week];
  const search = new URLSearchParams({
    crop,
    ...(county && { county }),
    weeks: String(weeks.length),
  });
  const concept = cropConcept(crop);
  const dataset: Dataset = {
    '@type': 'Dataset',
    '@id': `${publicUrl}${path}#prices`,
    name: title,
    description: summary,
    url: `${publicUrl}${path}`,
    inLanguage: language,
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: 'SokoShamba', url: publicUrl },
    ...(concept && { about: concept }),
    spatialCoverage: {
      '@type': 'Place',
      name: county ?? 'Kenya',
      address: {
        '@type': 'PostalAddress',
        ...(county && { addressRegion: county }),
        addressCountry: 'KE',
      },
    },
    ...(first &&
      last && {
        temporalCoverage: `${mondayOf(first)}/${daysAfter(mondayOf(last), WEEK_DAYS - 1)}`,
      }),
    variableMeasured: ['asked_median', 'paid_median'].map((column) => ({
      '@type': 'PropertyValue',
      name: column,
      unitText: 'KES / kg',
    })),
    distribution: {
      '@type': 'DataDownload',
      encodingFormat: 'text/csv',
      contentUrl: `${publicUrl}/api/prices.csv?${search}`,
    },
  };
  const steps = [
    { name: m.pricesTitle({}, { locale: language }), path: '/prices' },
    { name: cropNameText(name, language), path: `/prices/${crop}` },
    ...(county ? [{ name: county, path }] : []),
  ];
  return jsonLd([dataset, breadcrumbs(publicUrl, steps)]);
}
