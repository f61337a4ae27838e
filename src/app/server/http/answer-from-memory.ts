import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type {
  CatalogueChanges,
  CatalogueView,
} from '#features/products/server/catalogue-changes.ts';
import type { ClientAddressFinder } from '#platform/server/http/client-address.ts';
import { etagOf, sendStored } from '../pages/stored-answer.ts';
import { changeBy } from '../procedures.ts';
import type { HotAnswers } from './hot-answers.ts';
import { clientAddress, type RequestEnv } from './request-context.ts';

/** Procedures whose answer depends only on their input. */
const views: Record<string, CatalogueView | undefined> = {
  'market.products': 'offers',
  'market.product': 'offers',
  'market.facets': 'counts',
  'market.crops': 'counts',
  'market.prices': 'prices',
  'market.priceMovers': 'prices',
  'market.countyPrices': 'prices',
  'market.priceHint': 'prices',
  'market.priceOverview': 'prices',
  'market.cropPage': 'prices',
};

/** A longer address is hardly ever requested twice, so its answer is not cached. */
const ADDRESS_MAX = 1000;
const LEFT_OUT = '"leftOut":true';

/** The view of the catalogue that a batch of calls shows; null if it shows anything else too. */
function viewOf(c: Context): CatalogueView | null {
  const names = c.req.path.slice('/trpc/'.length).split(',');
  const shown = names.map((name) => views[name]);
  if (shown.includes(undefined) || isForParts(c)) return null;
  // Prices are cached longer than the rest, so an answer that shows both is not cached.
  if (shown.includes('prices')) return shown.every((view) => view === 'prices') ? 'prices' : null;
  return shown.includes('offers') ? 'offers' : 'counts';
}

/**
 * Whether the client asked for a streamed answer, which other clients cannot read. tRPC accepts
 * either header.
 */
const isForParts = (c: Context) =>
  Boolean(c.req.header('trpc-accept') || c.req.header('accept')?.includes('jsonl'));

export const addressOf = (c: Context) => {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
};

/** Answers tRPC queries about the catalogue from memory, or caches their answers. */
export const answerProceduresFromMemory = (
  hot: HotAnswers,
  findClientAddress: ClientAddressFinder,
): MiddlewareHandler =>
  createMiddleware(async (c, next) => {
    const view = viewOf(c);
    if (c.req.method !== 'GET' || !view) return next();
    const ask = async () => {
      await next();
      return c.res;
    };
    const answer = await answerFromMemory(c, {
      hot,
      view,
      key: addressOf(c),
      clientAddress: clientAddress(c, findClientAddress),
      ask,
    });
    if (!c.finalized) return answer;
    c.res = answer;
  });

type Question = {
  hot: HotAnswers;
  view: CatalogueView;
  key: string;
  clientAddress: string;
  ask: () => Promise<Response>;
};

export async function answerFromMemory(
  c: Context,
  { hot, view, key, clientAddress, ask }: Question,
): Promise<Response> {
  if (key.length > ADDRESS_MAX) return ask();
  const found = await hot.find(key, clientAddress);
  // A logged-in user's browser must not store the answer, because the next user of the device could
  // read it.
  const cacheControl = c.req.header('authorization') ? 'no-store' : 'no-cache';
  if (found) return sendStored(c, { ...found, cacheControl });
  const mark = hot.mark();
  const answer = await ask();
  if (answer.status !== 200) return answer;
  const body = new Uint8Array(await answer.arrayBuffer());
  // An answer with counts left out is only for this client, whose share of the database is used up.
  // A request for a list may include counts.
  if (!Buffer.from(body).includes(LEFT_OUT)) {
    const contentType = answer.headers.get('Content-Type') ?? 'application/json';
    hot.keep(key, {
      view,
      mark,
      answer: { contentType, cacheControl, vary: [], etag: etagOf(body), body, encoded: {} },
    });
  }
  return new Response(body, answer);
}

/**
 * Invalidates cached answers before a REST write responds, as procedures do. Not every upload calls
 * a procedure. A request that was refused or had no session doesn't count.
 */
export const announceOwnChanges = (changes: CatalogueChanges): MiddlewareHandler<RequestEnv> =>
  createMiddleware<RequestEnv>(async (c, next) => {
    await next();
    const change =
      WRITING_METHODS.includes(c.req.method) && c.res.status < 400 ? changeBy(c.req.path) : null;
    if (change && (await c.get('context').session())) changes.announce(change);
  });

const WRITING_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];
