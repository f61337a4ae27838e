import type { Context } from 'hono';
import { tryDecodeURIComponent } from 'hono/utils/url';
import type { PageRenderer } from '#app/rules/page-renderer.ts';
import { listFarmReviews } from '#orders/server/reviews.ts';
import type { CatalogueView } from '#platform/contract.ts';
import { type FindProducts, findProductsInput } from '#products/rules/find-products.ts';
import { browseCards, browseFacets } from '#products/server/browse.ts';
import { rowId } from '#rules/fields.ts';
import { CURSOR_MAX } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import type { CallQueue } from '#server/context.ts';
import { within } from '#server/db/deadlines.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { type StoredAnswers, sendStored } from '#server/stored-answers.ts';
import type { SharePlace } from './page-head.ts';
import { fillHead, fillPage, NO_INDEX, storePage } from './page-template.ts';

/** `title` and `head` are HTML and replace the template's own. */
export type FoundPage = PageContent | { redirectTo: string };
type PageContent = {
  data: object;
  isNotFound?: boolean;
  title?: string;
  head?: string;
  /** This visitor's share of the database is used up. Others must not get this page. */
  isPartial?: boolean;
  /** Determines when the page is out of date. The default is offers. */
  view?: CatalogueView;
};

export type PageOptions = {
  templates: Record<Language, string>;
  loadRenderer: () => Promise<PageRenderer>;
  services: { calls: CallQueue; storedAnswers: StoredAnswers; log: Logger };
};

type PageRequest = {
  address: string;
  language: Language;
  clientAddress: string;
  /**
   * Null: the database was too slow, or the visitor would wait too long. The browser then renders
   * the page.
   */
  find: () => Promise<FoundPage | null>;
};

/**
 * Decoded as in the web's router, so that both render the same page. `c.req.path` leaves some
 * characters encoded.
 */
export const lastPart = (c: Context) =>
  tryDecodeURIComponent(new URL(c.req.url).pathname.replace(/\/$/, '').replace(/^.*\//, ''));

export function createRenderedPage({
  templates,
  loadRenderer,
  services: { calls, storedAnswers, log },
}: PageOptions) {
  async function render(request: PageRequest, template: string, json: string) {
    const { address, language } = request;
    try {
      const { renderPage } = await loadRenderer();
      // Parsed as in the browser, where dates are texts.
      const html = await renderPage({ address, language, data: JSON.parse(json) });
      return fillPage(template, { html, json });
    } catch (error) {
      log.error({ err: error, address }, 'a page could not be rendered on the server');
      return null;
    }
  }

  async function make(request: PageRequest, template: string) {
    const found = await request.find();
    if (!found || 'redirectTo' in found) return found;
    const headed = fillHead(template, { title: found.title, head: found.head ?? '' });
    return { ...found, headed, page: await render(request, headed, JSON.stringify(found.data)) };
  }

  return async (c: Context, request: PageRequest) => {
    const template = templates[request.language];
    const accepted = c.req.header('accept-encoding');
    const key = `page:${request.address}:${request.language}`;
    const { clientAddress } = request;
    const kept = await storedAnswers.find(key, clientAddress);
    if (kept) return sendStored(c, kept);
    const mark = storedAnswers.mark();
    const made = await calls.runOrSkip({ clientAddress }, () => make(request, template));
    if (!made)
      return sendStored(
        c,
        await storePage(fillHead(template, { head: NO_INDEX }), { accepted, clientAddress }),
      );
    if ('redirectTo' in made) return c.redirect(made.redirectTo);
    const { page, headed, isNotFound = false, isPartial = false, view = 'offers' } = made;
    const answer = await storePage(page ?? headed, { accepted, clientAddress });
    if (page && !isNotFound && !isPartial) storedAnswers.keep(key, { view, mark, answer });
    return sendStored(c, answer, isNotFound ? 404 : 200);
  };
}

export type NumberedPage = {
  name: 'product' | 'farm';
  path: '/market' | '/farm';
  missing: { code: ErrorCode; title: (language: Language) => string };
  /** Its list continues at addresses with `?after=`. */
  isPaged?: boolean;
  find(id: number, visit: Visit & { services: Services }): Promise<Found>;
};
type Visit = SharePlace & { clientAddress: string; after?: string | undefined };
type Found = { data: object; title: string; head: string; isPartial: boolean };

type NumberedPageOptions = PageOptions & {
  services: Services;
  publicUrl: string;
  clientAddressOf: (c: Context) => string;
};

/** If the database is down, the page is sent as a shell, and its script shows the error. */
export function createNumberedPage(
  kind: NumberedPage,
  { services, publicUrl, clientAddressOf, ...options }: NumberedPageOptions,
) {
  const page = createRenderedPage({ ...options, services });

  async function find(id: number, visit: Visit): Promise<FoundPage | null> {
    const missing = {
      data: { [kind.name]: { id: String(id), [kind.name]: null } },
      title: `${escapeHtml(kind.missing.title(visit.language))} · SokoShamba`,
      head: NO_INDEX,
      isNotFound: true,
    };
    if (!rowId.safeParse(id).success) return missing;
    try {
      const { data, ...found } = await kind.find(id, { ...visit, services });
      return { ...found, data: { [kind.name]: { id: String(id), ...data } } };
    } catch (error) {
      if (error instanceof AppError && error.code === kind.missing.code) return missing;
      // The cursor is damaged or old.
      if (visit.after && error instanceof AppError && error.code === 'INVALID_INPUT')
        return { redirectTo: `${kind.path}/${id}` };
      services.log.warn({ err: error }, `a ${kind.name} page was sent without its meta tags`);
      return null;
    }
  }

  return (c: Context, language: Language) => {
    // The same number can be written in many ways.
    const id = Number(lastPart(c));
    const after = kind.isPaged ? readAfter(c) : undefined;
    const clientAddress = clientAddressOf(c);
    const address = `${kind.path}/${id}${after ? `?after=${encodeURIComponent(after)}` : ''}`;
    return page(c, {
      address,
      language,
      clientAddress,
      find: () => find(id, { language, publicUrl, clientAddress, after }),
    });
  };
}

/** Ignored if given twice, as in the web's router. */
function readAfter(c: Context) {
  const [after, ...others] = c.req.queries('after') ?? [];
  return (others.length === 0 && after?.slice(0, CURSOR_MAX)) || undefined;
}

export type MarketFinder = (
  question: FindProducts,
  clientAddress: string,
) => Promise<FoundPage | null>;

/** After this time the page is sent without its products, which its script then requests. */
const PATIENCE_MILLISECONDS = 400;

export function createMarketFinder({ services }: { services: Services }): MarketFinder {
  return async (question, clientAddress) => {
    const input = findProductsInput.safeParse(question);
    if (!input.success) return null;
    try {
      const visit = { ...services, clientAddress };
      const found = Promise.all([browseCards(visit, input.data), browseFacets(visit, input.data)]);
      const [products, facets] = await within(found, {
        what: 'finding the first products',
        milliseconds: PATIENCE_MILLISECONDS,
      });
      return { data: { market: { question, products, facets } }, isPartial: facets.leftOut };
    } catch (error) {
      if (question.cursor && error instanceof AppError && error.code === 'INVALID_INPUT')
        return { redirectTo: '/market' };
      services.log.warn({ err: error }, 'the market was sent without its first products');
      return null;
    }
  };
}

type MarketPageOptions = PageOptions & {
  find: MarketFinder;
  clientAddressOf: (c: Context) => string;
};

export function createMarketPage({ find, clientAddressOf, ...options }: MarketPageOptions) {
  const page = createRenderedPage(options);
  return async (c: Context, language: Language) => {
    const { readMarketAddress } = await options.loadRenderer();
    const { canonicalSearch, question } = readMarketAddress(new URL(c.req.url).search);
    const clientAddress = clientAddressOf(c);
    return page(c, {
      address: `/market${canonicalSearch}`,
      language,
      clientAddress,
      find: async () => question && find(question, clientAddress),
    });
  };
}

type Visitor = { services: Services; clientAddress: string };

/**
 * Computed from all of a farm's sales, so it runs in the queue of searches. Reviews stored by
 * another process appear when the cached page is two seconds old. Undefined if it takes too long or
 * fails: the page's script then requests them.
 */
export async function readReviews({ services, clientAddress }: Visitor, farmId: number) {
  try {
    const work = services.catalogueReads.search({ ...services, clientAddress }, (db) =>
      listFarmReviews(db, { farmId }),
    );
    return await within(work, {
      what: "finding a farm's reviews",
      milliseconds: PATIENCE_MILLISECONDS,
    });
  } catch (error) {
    services.log.warn({ err: error }, "a page was sent without its farm's reviews");
    return undefined;
  }
}
