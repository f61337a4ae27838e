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

/** What these procedures answer is the same for everybody who gives the same input. */
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

/** A longer address is hardly ever requested twice, so its answer is not kept. */
const ADDRESS_MAX = 1000;
const LEFT_OUT = '"leftOut":true';

/**
 * Which view of the catalogue a call of procedures shows; null when it shows something else as
 * well.
 */
function viewOf(c: Context): CatalogueView | null {
  const names = c.req.path.slice('/trpc/'.length).split(',');
  const shown = names.map((name) => views[name]);
  if (shown.includes(undefined) || isForParts(c)) return null;
  // Prices are kept longer than the rest, so an answer that shows both is not kept.
  if (shown.includes('prices')) return shown.every((view) => view === 'prices') ? 'prices' : null;
  return shown.includes('offers') ? 'offers' : 'counts';
}

/**
 * Whether the answer is to come in parts, which only a client that asked for that can read. tRPC
 * takes either header.
 */
const isForParts = (c: Context) =>
  Boolean(c.req.header('trpc-accept') || c.req.header('accept')?.includes('jsonl'));

export const addressOf = (c: Context) => {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
};

/**
 * Answers questions about the catalogue over tRPC from memory, or keeps what they are answered
 * with.
 */
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
  // The browser of a logged-in person must not keep the answer, because the next person on the
  // device could read it.
  const cacheControl = c.req.header('authorization') ? 'no-store' : 'no-cache';
  if (found) return sendStored(c, { ...found, cacheControl });
  const mark = hot.mark();
  const answer = await ask();
  if (answer.status !== 200) return answer;
  const body = new Uint8Array(await answer.arrayBuffer());
  // An answer without counts is for this client alone, whose share of the database is in use. A
  // request for a list may ask for counts too.
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
 * Makes kept answers out of date before a change over REST is answered, as procedures do. Not every
 * upload calls one. A request that was refused, or came from somebody who isn't logged in, does not
 * count.
 */
export const announceOwnChanges = (changes: CatalogueChanges): MiddlewareHandler<RequestEnv> =>
  createMiddleware<RequestEnv>(async (c, next) => {
    await next();
    const change =
      WRITING_METHODS.includes(c.req.method) && c.res.status < 400 ? changeBy(c.req.path) : null;
    if (change && (await c.get('context').session())) changes.announce(change);
  });

const WRITING_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];
