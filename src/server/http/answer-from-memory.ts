import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { CatalogueChange, CatalogueChanges, CatalogueView } from '#server/modules/products/catalogue-changes.ts';
import type { HotAnswers } from './hot-answers.ts';
import { etagOf, sendStored } from './pages/stored-answer.ts';
import type { RequestEnv } from './request-context.ts';

/** What these procedures answer is the same for everybody who gives the same input. */
const views: Record<string, CatalogueView | undefined> = {
  'market.products': 'offers',
  'market.product': 'offers',
  'market.facets': 'counts',
};

/** Longer addresses are not asked twice. */
const ADDRESS_MAX = 1000;
const LEFT_OUT = '"leftOut":true';

/** Which view of the catalogue a call of procedures shows; null when it shows anything else, too. */
function viewOf(c: Context): CatalogueView | null {
  const names = c.req.path.slice('/trpc/'.length).split(',');
  const shown = names.map((name) => views[name]);
  // In pieces, an answer is no whole that could be kept.
  if (shown.includes(undefined) || c.req.header('trpc-accept')) return null;
  return shown.includes('offers') ? 'offers' : 'counts';
}

export const addressOf = (c: Context) => {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
};

/** Answers questions about the catalogue over tRPC from memory, or keeps what they are answered with. */
export const answerProceduresFromMemory = (hot: HotAnswers): MiddlewareHandler =>
  createMiddleware(async (c, next) => {
    const view = viewOf(c);
    if (c.req.method !== 'GET' || !view) return next();
    const ask = async () => {
      await next();
      return c.res;
    };
    const answer = await answerFromMemory(c, { hot, view, key: addressOf(c), ask });
    if (!c.finalized) return answer;
    c.res = answer;
  });

type Question = { hot: HotAnswers; view: CatalogueView; key: string; ask: () => Promise<Response> };

export async function answerFromMemory(c: Context, { hot, view, key, ask }: Question): Promise<Response> {
  if (key.length > ADDRESS_MAX) return ask();
  const found = await hot.find(key);
  // What a browser keeps for somebody who is logged in could be read by the next person on the device.
  const cacheControl = c.req.header('authorization') ? 'no-store' : 'no-cache';
  if (found) return sendStored(c, { ...found, cacheControl });
  const mark = hot.mark();
  const answer = await ask();
  if (answer.status !== 200) return answer;
  const body = new Uint8Array(await answer.arrayBuffer());
  // Counts are left out for one client whose share is in use; another's is not. A request for several answers may hold them beside a list.
  if (!Buffer.from(body).includes(LEFT_OUT)) {
    const contentType = answer.headers.get('Content-Type') ?? 'application/json';
    hot.keep(key, { view, mark, answer: { contentType, cacheControl, vary: [], etag: etagOf(body), body, encoded: {} } });
  }
  return new Response(body, answer);
}

/**
 * A person who has changed the catalogue then reads it as it is: what was kept is out of date before the change is answered. What was
 * refused, or sent by somebody who isn't logged in, has changed nothing; otherwise anybody could keep the memory empty.
 */
export const announceOwnChanges = (changes: CatalogueChanges): MiddlewareHandler<RequestEnv> =>
  createMiddleware<RequestEnv>(async (c, next) => {
    await next();
    const change = changeOf(c);
    if (change && (await c.get('context').session())) changes.announce(change);
  });

const WRITING_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** What a request may have changed, by its path; null where it can't have changed anything. */
function changeOf(c: Context): CatalogueChange | null {
  if (!WRITING_METHODS.includes(c.req.method) || c.res.status >= 400) return null;
  const names = c.req.path.split(',');
  if (names.some((name) => (name.includes('farmer') && !name.includes('orders')) || name.endsWith('deleteAccount'))) return 'all';
  return c.req.path.includes('orders') ? 'stock' : null;
}
